// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_cells.hpp"

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/engine/by_inversion.hpp"

namespace mizan {
namespace by_cells_test {

using analysis::RepeatedLaw;

struct Runs {
    double q, scale, count, delta;
};

// Smoothed lines answer these questions too, to three or four digits. The test would notice a
// sample that is larger by a thousandth.
TEST(ByCells, FewRunsOfSampledLaplaceAreWhatTheirLinesSay) {
    for (const Runs& runs :
         {Runs{0.1, 1.25, 2, 1e-6}, Runs{0.1, 1.25, 5, 1e-3}, Runs{0.1, 1.25, 10, 1e-10},
          Runs{0.01, 1, 50, 1e-6}, Runs{0.9, 0.3, 10, 1e-6}, Runs{0.5, 10, 20, 1e-5}}) {
        const auto laws_for = [&](double rate) {
            return std::vector<RepeatedLaw>{
                {SampledLaplaceLaw{rate, Laplace{.noise_multiplier = NoiseScale{runs.scale}}},
                 runs.count}};
        };
        const Question question{.at = Delta{runs.delta}};
        const auto found = analysis::by_cells(laws_for(runs.q), question);
        ASSERT_TRUE(found);
        EXPECT_LT(found->width(), 3e-5 * found->upper) << runs.q << ' ' << runs.count;
        const Bracket lines = analysis::by_inversion(laws_for(runs.q), question).asked;
        EXPECT_TRUE(lines.lower <= found->upper && found->lower <= lines.upper)
            << to_string(lines) << ' ' << to_string(*found);
        const auto more = analysis::by_cells(laws_for(runs.q * 1.001), question);
        EXPECT_GT(more->lower, found->upper);
    }
}

// If rounding moves losses by more than the width of a cell, no cells are made; the question is
// answered all the same.
TEST(ByCells, EdgesAreAnswered) {
    for (const auto& [q, scale] : {std::pair{0.9999999999999716, 0.0285},
                                   {1e-200, 1e200},
                                   {1 - 1e-8, 1 / 31.0},
                                   {1e-99, 1e99},
                                   {1e-99, 0.04},
                                   {0.5, 1e99},
                                   {1 - 0x1p-53, 1.0}}) {
        const Program program =
            2 * poisson(q, Program(Laplace{.noise_multiplier = NoiseScale{scale}}));
        for (const double delta : {1e-12, 1e-3}) {
            const Bracket epsilon = cost(program, Question{.at = Delta{delta}});
            EXPECT_LE(0, epsilon.lower);
            EXPECT_LE(epsilon.upper, 2.000001 / scale);
        }
    }
}

TEST(ByCells, OtherLawsAndManyRunsHaveNone) {
    const SampledLaplaceLaw law{0.1, Laplace{.noise_multiplier = NoiseScale{1}}};
    const Question question{.at = Delta{1e-6}};
    EXPECT_FALSE(analysis::by_cells({{law, 1000}}, question));
    EXPECT_FALSE(analysis::by_cells({{law, 2}, {ResponseLaw{1}, 1}}, question));
    EXPECT_FALSE(analysis::by_cells({{ResponseLaw{1}, 2}}, question));
}

}  // namespace by_cells_test
}  // namespace mizan

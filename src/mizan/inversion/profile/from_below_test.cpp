// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/from_below.hpp"

#include <iterator>

#include <gtest/gtest.h>

#include "mizan/inversion/normal_mixture/replaced_gaussian_loss.hpp"

namespace mizan::inversion {
namespace from_below_test {

LineStock runs(double count, double q, double sigma) {
    return {{{replaced_gaussian_loss(q, sigma), count}}, Aim{}};
}

auto lines_of(const LineStock& stock) {
    return std::distance(stock.middle_lines.begin(), stock.middle_lines.end());
}

// Rounding leaves such lines at least 1e-15 wide, and Chernoff's bound is far smaller.
TEST(FromBelow, NoLineIsMadeForADeltaThatNoneShows) {
    for (const double epsilon : {0.05, 8.85}) {
        LineStock stock = runs(1397, 8.4e-5, 8.2);
        const Bracket found = delta_from_below(stock, epsilon, 0.1, {0, 1});
        EXPECT_LT(found.upper, 1e-30) << epsilon;
        EXPECT_EQ(found.lower, 0) << epsilon;
        EXPECT_EQ(lines_of(stock), 0) << epsilon;
    }
}

// Rounding makes these lines 1e-15 wide and more. A new one would not narrow what is known better.
TEST(FromBelow, RoundingEndsTheSearch) {
    LineStock stock = runs(58, 1.78e-5, 0.645);
    const Bracket found = delta_from_below(stock, 0.28, 1e-4, {0, 1});
    EXPECT_GT(found.lower, 0);
    EXPECT_LT(found.width(), 1e-14);
    const auto before = lines_of(stock);
    EXPECT_GT(before, 0);
    const Bracket known(3.0885e-12, 3.0885001e-12);
    EXPECT_EQ(delta_from_below(stock, 0.28, known.upper, known), known);
    EXPECT_EQ(lines_of(stock), before);
}

TEST(FromBelow, AFarGuessIsMendedWhereRoundingHidesNothing) {
    LineStock stock = runs(10, 1e-4, 1);
    const Bracket found = delta_from_below(stock, 0.003, 0.1, {0, 1});
    EXPECT_GT(found.lower, 0);
    EXPECT_LT(found.width(), 1e-5 * found.upper);
    EXPECT_GT(lines_of(stock), 1);
}

}  // namespace from_below_test
}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/engine/finite_pair.hpp"

namespace mizan {
namespace mixture_of_gaussians_test {

using compose::Side;

bool overlap(Bracket x, Bracket y) { return x.lower <= y.upper && y.lower <= x.upper; }

// How many of two or three records are drawn with probability 1/4 or 1/2, which doubles can say.
struct Row {
    Count people;
    double q;
    std::vector<double> probabilities;
};
const std::vector<Row> rows{
    {2, 0.25, {0.5625, 0.375, 0.0625}},
    {2, 0.5, {0.25, 0.5, 0.25}},
    {3, 0.25, {0.421875, 0.421875, 0.140625, 0.015625}},
};

Program mixture(const Row& row, double sigma) {
    std::vector<double> shifts;
    for (Count i = 0; i <= row.people; ++i) shifts.push_back(static_cast<double>(i));
    return MixtureOfGaussians(sigma, shifts, row.probabilities);
}

Program on_samples(const Row& row, double sigma) {
    return poisson(row.q, Gaussian{.noise_multiplier = sigma});
}

TEST(MixtureRelease, OfRecordsThatAreDrawnOneByOneIsTheirGroup) {
    for (const Row& row : rows) {
        for (const Count runs : {Count{1}, Count{5}, Count{200}}) {
            const Question question{.at = Delta{1e-6}};
            const Bracket mixed = cost(runs * mixture(row, 3), question);
            const Bracket grouped = cost(runs * group(row.people, on_samples(row, 3)), question);
            EXPECT_TRUE(overlap(mixed, grouped)) << to_string(mixed) << to_string(grouped);
            EXPECT_LT(mixed.width(), 1e-7 * mixed.upper) << runs;
        }
    }
}

TEST(MixtureRelease, LiesBetweenFinitePairsThroughPointsOfItsProfile) {
    const MixtureOfGaussians mechanism(2, {0, 0.5, 3}, {0.7, 0.2, 0.1});
    const auto points = analysis::points_of(analysis::profiles_of({{MixtureLaw{mechanism}, 1}}));
    for (const double runs : {2.0, 50.0}) {
        const Question question{.at = Delta{1e-5}};
        const auto of = [&](Side side) {
            const PairLaw pair{analysis::finite_pair(points, side), PairLaw::From::records};
            return analysis::by_inversion({{pair, runs}}, question).asked;
        };
        const Bracket exact = cost(static_cast<Count>(runs) * Program(mechanism), question);
        EXPECT_LT(exact.width(), 1e-7 * exact.upper);
        EXPECT_LE(of(Side::optimistic).lower, exact.upper);
        EXPECT_GE(of(Side::pessimistic).upper, exact.lower);
        EXPECT_NEAR(of(Side::optimistic).lower, of(Side::pessimistic).upper, 0.01 * exact.upper);
    }
}

TEST(MixtureRelease, OneRunByItsThresholdIsOneRunByItsTransform) {
    const MixtureOfGaussians mechanism(0.5, {0.25, 1, 1.5}, {0.5, 0.25, 0.25});
    for (const double delta : {1e-2, 1e-5, 1e-10}) {
        const Question question{.at = Delta{delta}};
        const Bracket closed = cost(mechanism, question);
        const Bracket inverted =
            analysis::by_inversion({{MixtureLaw{mechanism}, 1}}, question).asked;
        EXPECT_TRUE(overlap(closed, inverted)) << to_string(closed) << to_string(inverted);
        EXPECT_LT(closed.width(), 1e-11 * closed.upper);
    }
}

// The formula for one run loses its digits there, and the line does not.
TEST(MixtureRelease, OneRunOfTinyShiftsKeepsItsDigits) {
    const MixtureOfGaussians mechanism(1, {0, 1e-12, 2e-12}, {0.8, 0.15, 0.05});
    const Bracket delta = cost(mechanism, {.at = Epsilon{1e-13}});
    EXPECT_LT(delta.width(), 1e-6 * delta.upper) << to_string(delta);
}

TEST(MixtureRelease, RenyiCurveIsThatOfTheGroupOnSamples) {
    const std::vector<Order> orders{Order{1.25}, Order{2.0}, Order{5.0}, Order{20.0}};
    for (const Row& row : rows) {
        const auto mixed = renyi_curve(mixture(row, 3), {}, orders);
        const auto grouped = renyi_curve(group(row.people, on_samples(row, 3)), {}, orders);
        for (std::size_t i = 0; i < orders.size(); ++i) {
            EXPECT_TRUE(overlap(mixed[i].y, grouped[i].y))
                << to_string(mixed[i].y) << to_string(grouped[i].y);
            EXPECT_LT(mixed[i].y.width(), 1e-9 * mixed[i].y.upper);
        }
    }
}

// A record whose shift may be 0 is hidden on samples and in groups; a record that surely moves the
// sum is not.
TEST(MixtureRelease, OnSamplesAndInGroupsIsAnswered) {
    const Program mechanism = MixtureOfGaussians(2, {0.5, 1}, {0.5, 0.5});
    const Question question{.at = Delta{1e-6}};
    const Bracket whole = cost(mechanism, question);
    const Bracket sampled = cost(poisson(0.1, mechanism), question);
    const Bracket pair = cost(group(2, mechanism), question);
    EXPECT_LT(sampled.upper, whole.lower);
    EXPECT_GT(sampled.lower, 0);
    EXPECT_LT(whole.upper, pair.upper);
    EXPECT_LT(pair.upper, infinity);
}

}  // namespace mixture_of_gaussians_test
}  // namespace mizan

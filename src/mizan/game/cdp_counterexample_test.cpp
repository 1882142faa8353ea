// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/cdp_counterexample.hpp"

#include <gtest/gtest.h>

#include "support/oracle.hpp"

namespace mizan::game {
namespace cdp_counterexample_test {

using oracle::Real;

TEST(CdpCounterexample, GaussianCaseBreaksTheoremThree) {
    const CdpCounterexample found = gaussian_counterexample();
    EXPECT_GT(found.variance.lower, found.claimed_variance.upper);
    EXPECT_GT(found.log_moment.lower, found.claimed_log_moment.upper);
    EXPECT_LT(found.mean.upper, found.claimed_mean.lower);
    EXPECT_NEAR(found.variance.middle(), 2.1167, 5e-5);
    EXPECT_NEAR(found.log_moment.middle(), 4.157, 5e-4);
    EXPECT_NEAR(found.mean.middle(), 0.9207, 5e-5);
}

// A second road: the first loss integrated numerically, the second one in closed form.
TEST(CdpCounterexample, GaussianCaseMatchesTheIntegral) {
    const CdpCounterexample found = gaussian_counterexample();
    Real mass = 0, mean = 0, square = 0, moment = 0;
    constexpr int cells = 4000;  // Simpson's rule on [-20, -1] and on [-1, 20]
    for (const bool plays : {false, true}) {
        const Real from = plays ? -1 : -20, to = plays ? 20 : -1, width = (to - from) / cells;
        for (int i = 0; i <= cells; ++i) {
            const Real z = from + i * width, half = Real(1) / 2;
            const Real simpson = width / 3 * (i == 0 || i == cells ? 1 : i % 2 == 1 ? 4 : 2);
            const Real weight = simpson * exp(-z * z / 2) / sqrt(2 * Real::pi());
            const Real center = z + half + (plays ? half : Real(0)), spread = plays ? 1 : 0;
            mass += weight;
            mean += weight * center;
            square += weight * (center * center + spread);
            moment += weight * exp(2 * center + 2 * spread);
        }
    }
    EXPECT_NEAR(static_cast<double>(mass), 1, 1e-12);
    EXPECT_NEAR(found.mean.middle(), static_cast<double>(mean), 1e-9);
    EXPECT_NEAR(found.variance.middle(), static_cast<double>(square - mean * mean), 1e-9);
    EXPECT_NEAR(found.log_moment.middle(), static_cast<double>(log(moment) - 2 * mean), 1e-9);
}

TEST(CdpCounterexample, TwoAnswersBreakTheoremThree) {
    const CdpCounterexample found = two_answers_counterexample();
    EXPECT_GT(found.log_moment.lower, found.claimed_log_moment.upper);
    const Real log9 = log(Real(9));
    EXPECT_NEAR(found.log_moment.middle(), static_cast<double>(log(Real(12) / 25) + log9 * 19 / 25),
                1e-14);
    EXPECT_NEAR(found.claimed_log_moment.middle(), static_cast<double>(log9 * 2 / 5), 1e-14);
    EXPECT_LT(found.log_moment.width(), 1e-13);
    EXPECT_LT(found.mean.upper, found.claimed_mean.lower);
}

TEST(CdpCounterexample, WholeNumbersProveTheTwoAnswers) {
    using Whole = oracle::Digits<50>;  // all of them have fewer
    EXPECT_GT(pow(Whole(12), 25) * pow(Whole(9), 9), pow(Whole(25), 25));
}

}  // namespace cdp_counterexample_test
}  // namespace mizan::game

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/precise_responses.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/inversion/profile/root_of_curve.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::inversion {
namespace precise_responses_test {

using oracle::Real;

// Term by term, from the largest loss down.
Real truth(double epsilon0, double failure, int count, double epsilon) {
    const Real e0(epsilon0), p = 1 / (1 + exp(-e0)),
                             finite = exp(Real(count) * log1p(-Real(failure)));
    Real sum = 0, mass = exp(Real(count) * log(p));
    for (int k = count; k >= 0; --k) {
        const Real above = Real(2 * k - count) * e0 - Real(epsilon);
        if (above <= 0) break;
        sum += mass * -expm1(-above);
        mass *= Real(k) / Real(count - k + 1) * exp(-e0);
    }
    return 1 - finite + finite * sum;
}

RC_GTEST_PROP(PreciseResponses, DeltaIsTheNeighbourOfTheSum, ()) {
    const double epsilon0 = *support::log_uniform(1e-3, 5);
    const int count = *rc::gen::inRange(1, 60);
    const double failure = *rc::gen::element(0.0, 1e-9, 0.01);
    // Now and then at a loss, where a term appears.
    const double losses = *rc::gen::element(0.0, 1.0, 2.0, 3.0, *support::uniform(0, count));
    const double epsilon = std::min(losses, 0.9 * count) * epsilon0;
    const auto curve = PreciseResponses::build(epsilon0, failure, count);
    RC_ASSERT(curve.has_value());
    const Bracket found = curve->delta(epsilon);
    const Real there = truth(epsilon0, failure, count, epsilon);
    RC_ASSERT(found.lower <= there && there <= found.upper);
    RC_ASSERT(found.width() <= 0x1p-51 * found.upper);  // two steps of the doubles
}

// All finite losses are at most 1; whoever guesses further finds δ = 1/2 there as well.
struct LevelBeyondOne {
    [[nodiscard]] static Bracket delta(double epsilon) { return epsilon < 1 ? 0.75 : 0.5; }
    [[nodiscard]] static Line::Estimate estimate(double) { return {.delta = 0.6, .slope = -1}; }
};

TEST(NarrowestEpsilon, IsNotBeyondTheLossesWhereTheCurveIsLevel) {
    const Bracket found = narrowest_epsilon(LevelBeyondOne{}, {0.5, 2}, 0.5, 0.5);
    EXPECT_LE(found.lower, 1);
    EXPECT_GE(found.upper, 1);
}

TEST(PreciseResponses, EpsilonOfManyRunsIsKnownToTheLastDigit) {
    for (const double count : {1e3, 1e4, 1e5, 1e6}) {
        const double epsilon0 = 1 / std::sqrt(count);
        const auto curve = PreciseResponses::build(epsilon0, 0, count);
        ASSERT_TRUE(curve.has_value());
        const Bracket found = narrowest_epsilon(*curve, {1, 10}, 1e-6, 0);
        EXPECT_LT(found.width(), 1e-15 * found.upper) << count;
        // All of them approach the Gaussian of mu = 1, whose epsilon this is, like 1 / count.
        EXPECT_NEAR(found.upper, 4.88655411746, 15 / count) << count;
    }
}

TEST(PreciseResponses, AreRefusedWhereTheyTakeTooLong) {
    EXPECT_FALSE(PreciseResponses::build(1, 0, 1e9).has_value());
    EXPECT_FALSE(PreciseResponses::build(1000, 0, 2).has_value());
    EXPECT_FALSE(PreciseResponses::build(0, 0, 2).has_value());
    EXPECT_FALSE(PreciseResponses::build(1, 1, 2).has_value());
}

}  // namespace precise_responses_test
}  // namespace mizan::inversion

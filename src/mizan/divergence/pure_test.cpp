// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/pure.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/divergence/finite.hpp"

#include "support/distributions.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace pure_test {

using oracle::contains;
using oracle::Real;

RC_GTEST_PROP(PureBounds, HoldForEveryPair, ()) {
    const auto q = support::distribution(3, 1e-3);
    const auto p = support::near(q, *support::log_uniform(1e-3, 3));
    const Epsilon epsilon{std::max(max_divergence(p, q).upper, max_divergence(q, p).upper)};
    const Bracket kl = kl_divergence(p, q), both = kl + kl_divergence(q, p);
    RC_ASSERT(both.lower <= classic_kl_bound(epsilon).value());
    RC_ASSERT(kl.lower <= refined_kl_bound(epsilon).value());
    RC_ASSERT(kl.lower <= largest_kl(epsilon).upper);
    RC_ASSERT(both.lower <= (2 * largest_kl(epsilon)).upper);
    RC_ASSERT(total_variation(p, q).lower <= largest_total_variation(epsilon).upper);
}

RC_GTEST_PROP(PureBounds, SharpBoundsAreReachedByRandomizedResponse, ()) {
    const double epsilon = *support::log_uniform(1e-9, 500);
    const Real e(epsilon), half_tanh = tanh(e / 2), truth = exp(e) / (1 + exp(e));
    RC_ASSERT(contains(largest_total_variation(Epsilon{epsilon}), 2 * truth - 1) || epsilon < 1e-6);
    RC_ASSERT(contains(largest_kl(Epsilon{epsilon}), e * half_tanh));
    RC_ASSERT(oracle::is_sharp(largest_kl(Epsilon{epsilon}), e * half_tanh, 1e-14));
}

RC_GTEST_PROP(PureBounds, EachImprovesTheOneBefore, ()) {
    const Epsilon epsilon{*support::log_uniform(1e-12, 1e3)};
    RC_ASSERT(refined_kl_bound(epsilon) <= classic_kl_bound(epsilon));
    RC_ASSERT(largest_kl(epsilon).lower <= refined_kl_bound(epsilon).value());
    RC_ASSERT(largest_kl(epsilon).lower <= epsilon.value());
}

TEST(PureBounds, ThePrintedBoundOnTheDistanceIsFalse) {
    const Bracket distance = 2 * largest_total_variation(Epsilon{0.1});
    EXPECT_NEAR(distance.middle(), 0.099917, 5e-7);
    EXPECT_GT(distance.lower, 2 * 0.1 * 0.1);
    EXPECT_LT(distance.upper, 2 * 0.1);
    // It would make KL at most 2 ε³, below the truth.
    EXPECT_NEAR(largest_kl(Epsilon{0.1}).middle(), 0.004996, 5e-7);
    EXPECT_GT(largest_kl(Epsilon{0.1}).lower, 2 * std::pow(0.1, 3));
    // e^ε - 1 meets 2ε² at 0.7409.
    EXPECT_GT(std::expm1(0.7408), 2 * 0.7408 * 0.7408);
    EXPECT_LT(std::expm1(0.7410), 2 * 0.7410 * 0.7410);
}

TEST(PureBounds, MatchKnownNumbersAndEdges) {
    EXPECT_NEAR(classic_kl_bound(Epsilon{3}).value(), 57.26, 5e-3);
    EXPECT_NEAR(refined_kl_bound(Epsilon{3}).value(), 28.63, 5e-3);
    EXPECT_NEAR(largest_kl(Epsilon{3}).middle(), 2.715, 5e-4);
    for (const auto bound : {classic_kl_bound, refined_kl_bound}) {
        EXPECT_EQ(bound(Epsilon{0}), Epsilon{0});
        EXPECT_EQ(bound(Epsilon{1e300}), Epsilon{infinity});
        EXPECT_EQ(bound(Epsilon{infinity}), Epsilon{infinity});
        EXPECT_LT(bound(Epsilon{1e-300}).value(), 1e-300);
    }
    EXPECT_EQ(largest_kl(Epsilon{0}), Bracket(0));
    EXPECT_EQ(largest_kl(Epsilon{infinity}), Bracket(infinity));
    EXPECT_EQ(largest_total_variation(Epsilon{infinity}), Bracket(1));
    EXPECT_TRUE(largest_kl(Epsilon{1e300}).contains(1e300));
}

}  // namespace pure_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/pure_to_renyi.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace pure_to_renyi_test {

using oracle::Real;

RC_GTEST_PROP(PureToRenyi, IsTheCurveOfRandomizedResponse, ()) {
    const double epsilon = *support::log_uniform(1e-6, 300), order = *support::order(1e6);
    const Bracket found = pure_to_renyi({Epsilon{epsilon}}, Order{order});
    const Real truth = oracle::randomized_response(epsilon).renyi(order);
    // Fifty digits lose (order - 1) epsilon^2 to cancellation when they sum probabilities.
    RC_ASSERT(Real(found.lower) <= truth * (1 + Real(1e-25)));
    RC_ASSERT(Real(found.upper) >= truth * (1 - Real(1e-25)));
    RC_ASSERT(oracle::is_sharp(found, truth, 1e-12));
}

// Three outcomes whose likelihood ratios lie in [e^-ε, e^ε].
oracle::Pair any_pure_pair(double epsilon) {
    const double a = *support::uniform(-1, 1), b = *support::uniform(-1, 1);
    const Real up = exp(Real(epsilon)), middle = exp(Real(epsilon * a * b)), down = 1 / up;
    const Real weight = *support::uniform(1e-9, 0.5);  // of the middle outcome under Q
    // P must sum to 1: choose the weight of the upper outcome accordingly.
    const Real upper = (1 - weight * middle - (1 - weight) * down) / (up - down);
    RC_PRE(upper > 0 && upper < 1 - weight);
    const Real lower = 1 - weight - upper;
    return {{up * upper, middle * weight, down * lower}, {upper, weight, lower}};
}

RC_GTEST_PROP(PureToRenyi, NoOtherPurePairExceedsIt, ()) {
    const double epsilon = *support::log_uniform(1e-3, 5), order = *support::order(100);
    RC_ASSERT(any_pure_pair(epsilon).renyi(order) <=
              pure_to_renyi({Epsilon{epsilon}}, Order{order}).upper);
}

RC_GTEST_PROP(PureToRenyi, TheOlderBoundsHoldForRandomizedResponse, ()) {
    const double epsilon = *support::log_uniform(1e-6, 20), order = *support::order(1e3);
    const PureDP pure{Epsilon{epsilon}};
    const Bracket line = pure_to_renyi_line(pure, Order{order});
    const Bracket lemma = pure_to_renyi_lemma(pure, Order{order});
    const Real truth = oracle::randomized_response(epsilon).renyi(order) * (1 - Real(1e-25));
    RC_ASSERT(truth <= Real(line.upper));
    RC_ASSERT(truth <= Real(lemma.upper));
    // And they are the published αε²/2 and 2αε².
    const Real square = Real(order) * Real(epsilon) * Real(epsilon);
    RC_ASSERT(oracle::contains(line, square / 2));
    RC_ASSERT(oracle::contains(lemma, square * 2));
}

RC_GTEST_PROP(PureToRenyi, BeatsTheOlderBounds, ()) {
    const PureDP pure{Epsilon{*support::log_uniform(1e-9, 1e3)}};
    const Order order{*support::order(1e6)};
    const Bracket sharp = pure_to_renyi(pure, order);
    RC_ASSERT(sharp.lower <= pure_to_renyi_line(pure, order).upper);
    RC_ASSERT(pure_to_renyi_line(pure, order).upper * 4 <=
              pure_to_renyi_lemma(pure, order).upper * (1 + 1e-14));
    RC_ASSERT(sharp.upper <= pure.epsilon.value());
}

TEST(PureToRenyi, TheOlderBoundsHaveTheirPublishedConstants) {
    // 2αε² and αε²/2 at α = 3, ε = 1/8.
    EXPECT_NEAR(pure_to_renyi_lemma({Epsilon{0.125}}, Order{3.0}).upper, 0.09375, 1e-15);
    EXPECT_NEAR(pure_to_renyi_line({Epsilon{0.125}}, Order{3.0}).upper, 0.0234375, 1e-15);
}

RC_GTEST_PROP(PureToRenyi, GrowsWithOrderAndEpsilon, ()) {
    const double epsilon = *support::log_uniform(1e-6, 1e3), order = *support::order(1e6);
    const double factor = *support::uniform(1.001, 2);
    const Bracket here = pure_to_renyi({Epsilon{epsilon}}, Order{order});
    RC_ASSERT(here.lower <= pure_to_renyi({Epsilon{epsilon}}, Order{order * factor}).upper);
    RC_ASSERT(here.lower <= pure_to_renyi({Epsilon{epsilon * factor}}, Order{order}).upper);
}

TEST(PureToRenyi, HasItsLimits) {
    const PureDP pure{Epsilon{2.0}};
    EXPECT_EQ(pure_to_renyi(pure, Order{infinity}), Bracket(2));
    EXPECT_TRUE(pure_to_renyi(pure, Order{1.0}).contains(2 * std::tanh(1.0)));
    EXPECT_NEAR(pure_to_renyi(pure, Order{1 + 1e-12}).upper, 2 * std::tanh(1.0), 1e-11);
    EXPECT_EQ(pure_to_renyi({Epsilon{0.0}}, Order{infinity}), Bracket(0));
    EXPECT_EQ(pure_to_renyi({Epsilon{infinity}}, Order{1.0}), Bracket(infinity));
    EXPECT_EQ(pure_to_renyi({Epsilon{1e300}}, Order{1e300}).upper, 1e300);
    EXPECT_LE(pure_to_renyi({Epsilon{1e-300}}, Order{2.0}).upper, 1e-300);
    EXPECT_EQ(pure_to_renyi(pure)(Order{3.0}), pure_to_renyi(pure, Order{3.0}));
}

TEST(PureToRenyi, GivesThePublishedCurveOfRandomizedResponse) {
    const PureDP pure{Epsilon{std::log(3.0)}};  // truth with probability 3/4
    EXPECT_NEAR(pure_to_renyi(pure, Order{2.0}).upper, 0.847298, 5e-7);
    EXPECT_NEAR(pure_to_renyi(pure, Order{10.0}).upper, 1.066648, 5e-7);
}

RC_GTEST_PROP(PureToRenyi, TheInequalityBehindTheLemmaHolds, ()) {
    const Real y = *support::log_uniform(1e-6, 1e6), ratio = *support::log_uniform(1e-6, 20);
    const Real x = y * exp(ratio), lambda = ratio * (1 + *support::uniform(0, 1));
    const Real beta = *support::uniform(0, 1) / lambda, b = beta * lambda;
    const Real left = x * exp(beta * ratio) + y * exp(-beta * ratio);
    RC_ASSERT(left <= (1 + b * b) * (x + y) + b * (x - y));
}

TEST(PureToRenyi, TheTypedStepOfTheLemmaFails) {
    // ‖P-Q‖₁ ≤ 2ε² for randomized response with ε = 0.1, and the divergence it would prove.
    const oracle::Pair pair = oracle::randomized_response(Real(0.1));
    const double distance = static_cast<double>(2 * (pair.p[0] - pair.q[0]));
    EXPECT_NEAR(distance, 0.099917, 5e-7);
    EXPECT_GT(distance, 2 * 0.1 * 0.1);
    EXPECT_LE(distance, 2 * 0.1);
    EXPECT_NEAR(static_cast<double>(pair.renyi(1)), 0.004996, 5e-7);
    EXPECT_GT(static_cast<double>(pair.renyi(1)), 2 * 0.1 * 0.1 * 0.1);
    EXPECT_GE(pure_to_renyi_lemma({Epsilon{0.1}}, Order{1.0}).upper,
              static_cast<double>(pair.renyi(1)));
}

TEST(PureToRenyi, OrdersBelowOneDoNotExist) { EXPECT_THROW(Order{0.5}, DomainError); }

}  // namespace pure_to_renyi_test
}  // namespace mizan

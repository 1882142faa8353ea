// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/preservation.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/divergence/finite.hpp"

#include "support/distributions.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace preservation_test {

using oracle::Real;
using support::log_uniform;

Real coin_divergence(double order, const Real& p, const Real& q) {
    const Real a = Real(order) - 1;
    return log(p * exp(a * log(p / q)) + (1 - p) * exp(a * log((1 - p) / (1 - q)))) / a;
}

double any_probability() {
    const double small = *log_uniform(1e-9, 0.5);
    return *rc::gen::arbitrary<bool>() ? small : 1 - small;
}

// The true divergences of a pair bound the true probabilities of its events.
RC_GTEST_PROP(Preservation, HolderFormIsNeverBelowTheTruth, ()) {
    const auto p = support::distribution(3, 1e-6), q = support::distribution(3, 1e-6);
    const Order order{*support::order(1e3)};
    const Epsilon both{
        std::max(renyi_divergence(p, q, order).upper, renyi_divergence(q, p, order).upper)};
    for (std::size_t i = 0; i < 3; ++i) {
        const Bracket range = preserved_by_hoelder(order, both, q[i].upper);
        RC_ASSERT(p[i].lower <= range.upper);
        RC_ASSERT(preserved_by_hoelder(order, both, q[i].lower).lower <= p[i].upper);
    }
}

RC_GTEST_PROP(Preservation, ExactFormSolvesItsEquation, ()) {
    const double q = any_probability(), order = *support::order(1e4);
    const double epsilon = *log_uniform(1e-4, 20);
    const Bracket range = preserved_forward(Order{order}, Epsilon{epsilon}, q);
    RC_ASSERT(range.contains(q));
    // At each end the divergence is epsilon (or the end is that of [0, 1]): not below it, so
    // nothing possible is left out, and hardly above it, so nothing impossible is let in.
    for (const double end : {range.lower, range.upper}) {
        if (end == 0 || end == 1) continue;
        const Real reached = coin_divergence(order, Real(end), Real(q));
        RC_ASSERT(reached >= Real(epsilon) * (1 - Real("1e-25")));
    }
    // Two last places more, where the range is so short that they are felt.
    const double inner = range.upper - 1e-6 * (range.upper - q) - 0x1p-51 * range.upper;
    if (inner < 1 && inner > q) {
        RC_ASSERT(coin_divergence(order, Real(inner), Real(q)) <= Real(epsilon));
    }
}

RC_GTEST_PROP(Preservation, BackwardFormSolvesItsEquation, ()) {
    const double q = any_probability(), order = *support::order(1e4);
    const double epsilon = *log_uniform(1e-4, 20);
    const Bracket range = preserved_backward(Order{order}, Epsilon{epsilon}, q);
    RC_ASSERT(range.contains(q));
    for (const double end : {range.lower, range.upper}) {
        if (end == 0 || end == 1) continue;
        const Real reached = coin_divergence(order, Real(q), Real(end));
        RC_ASSERT(reached >= Real(epsilon) * (1 - Real("1e-25")));
    }
    const double inner = range.lower + 1e-9 * (q - range.lower);
    if (inner > 0 && inner < q) {
        RC_ASSERT(coin_divergence(order, Real(q), Real(inner)) <= Real(epsilon));
    }
}

RC_GTEST_PROP(Preservation, ExactFormIsNoWiderThanTheHolderForm, ()) {
    const double q = any_probability(), order = *support::order(1e4);
    const Epsilon epsilon{*log_uniform(1e-4, 20)};
    const Bracket exact = preserved(Order{order}, epsilon, q);
    const Bracket hoelder = preserved_by_hoelder(Order{order}, epsilon, q);
    RC_ASSERT(exact.upper <= hoelder.upper * (1 + 1e-12));
    RC_ASSERT(exact.lower >= hoelder.lower * (1 - 1e-12));
}

RC_GTEST_PROP(Preservation, GrowsWithTheDivergence, ()) {
    const double q = any_probability();
    const Order order{*support::order(1e4)};
    const double small = *log_uniform(1e-4, 5), large = small * *support::uniform(1.001, 3);
    const Bracket inner = preserved(order, Epsilon{small}, q);
    const Bracket outer = preserved(order, Epsilon{large}, q);
    RC_ASSERT(outer.lower <= inner.lower && inner.upper <= outer.upper);
}

TEST(Preservation, MatchesThePublishedNumbers) {
    // (10, 0.1)-RDP; the closed form is printed in section VII of Mironov 2017.
    struct Row {
        double q, hoelder_lower, hoelder_upper, lower, upper, digit;
    };
    for (const Row& row : {Row{0.5, 0.4189, 0.5864, 0.4215, 0.5785, 5e-5},
                           Row{1e-3, 0.000420, 0.002183, 0.000445, 0.002074, 5e-7},
                           Row{1e-6, 1.949e-7, 4.356e-6, 2.066e-7, 4.135e-6, 5e-10}}) {
        const Bracket hoelder = preserved_by_hoelder(Order{10}, Epsilon{0.1}, row.q);
        const Bracket exact = preserved(Order{10}, Epsilon{0.1}, row.q);
        EXPECT_NEAR(hoelder.lower, row.hoelder_lower, row.digit);
        EXPECT_NEAR(hoelder.upper, row.hoelder_upper, row.digit);
        EXPECT_NEAR(exact.lower, row.lower, row.digit);
        EXPECT_NEAR(exact.upper, row.upper, row.digit);
    }
}

TEST(Preservation, AtOrderInfinityIsPurePrivacy) {
    const Bracket range = preserved(Order{infinity}, Epsilon{1}, 0.1);
    EXPECT_NEAR(range.upper, 0.1 * std::exp(1), 4e-15);
    EXPECT_NEAR(range.lower, 0.1 * std::exp(-1), 4e-15);
    // Close to 1 the complement is what limits it.
    const Bracket high = preserved(Order{infinity}, Epsilon{1}, 0.9);
    EXPECT_NEAR(high.lower, 1 - 0.1 * std::exp(1), 4e-15);
    EXPECT_NEAR(high.upper, 1 - 0.1 * std::exp(-1), 4e-15);
}

TEST(Preservation, EdgesAreDefined) {
    for (const double order : {1.0, 1 + 1e-12, 2.0, 1e8, infinity}) {
        const Order a{order};
        EXPECT_EQ(preserved(a, Epsilon{infinity}, 0.3), Bracket(0, 1));
        EXPECT_EQ(preserved_by_hoelder(a, Epsilon{infinity}, 0.3), Bracket(0, 1));
        EXPECT_EQ(preserved_forward(a, Epsilon{1}, 0.0), Bracket(0));
        EXPECT_EQ(preserved_forward(a, Epsilon{1}, 1.0), Bracket(1));
        EXPECT_NEAR(preserved_backward(a, Epsilon{1}, 0.0).upper, 1 - std::exp(-1), 4e-15);
        EXPECT_NEAR(preserved_backward(a, Epsilon{1}, 1.0).lower, std::exp(-1), 4e-15);
        EXPECT_TRUE(preserved(a, Epsilon{0}, 0.5).contains(0.5));
        EXPECT_LT(preserved(a, Epsilon{0}, 0.5).width(), 1e-12);
        EXPECT_EQ(preserved(a, Epsilon{1e300}, 0.5), Bracket(0, 1)) << order;
        EXPECT_TRUE(preserved(a, Epsilon{1}, 1e-300).contains(1e-300));
        EXPECT_GE(preserved_by_hoelder(a, Epsilon{1}, 0.0).lower, 0);
    }
    EXPECT_EQ(preserved_by_hoelder(Order{1}, Epsilon{0}, 0.5), Bracket(0, 1));
}

}  // namespace preservation_test
}  // namespace mizan

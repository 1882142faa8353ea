// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/triangle.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/divergence/finite.hpp"
#include "mizan/units/error.hpp"

#include "support/distributions.hpp"
#include "support/generators.hpp"

namespace mizan {
namespace triangle_test {

using support::distribution;

// Gaussians with unit variance: D_alpha(N(a), N(b)) = alpha (a - b)^2 / 2.
double gaussian(double order, double distance) { return order * distance * distance / 2; }

double bound_for(const WeakTriangle& t, const FiniteDistribution& p, const FiniteDistribution& r,
                 const FiniteDistribution& q) {
    return t
        .bound(Epsilon{renyi_divergence(p, r, t.first).upper},
               Epsilon{renyi_divergence(r, q, t.second).upper})
        .value();
}

RC_GTEST_PROP(WeakTriangle, NeverBelowTheTruth, ()) {
    const auto p = distribution(3, 1e-4), q = distribution(3, 1e-4), r = distribution(3, 1e-4);
    const Order order{*support::order(100)};
    const double exponent = 1 + *support::log_uniform(1e-3, 1e3);
    const double truth = renyi_divergence(p, q, order).lower;
    RC_ASSERT(bound_for(weak_triangle(order, exponent), p, r, q) >= truth);
}

RC_GTEST_PROP(WeakTriangle, CorollaryFourIsNeverBelowTheTruth, ()) {
    const auto p = distribution(3, 1e-4), q = distribution(3, 1e-4), r = distribution(3, 1e-4);
    const Order order{*support::order(100)};
    const double truth = renyi_divergence(p, q, order).lower;
    RC_ASSERT(bound_for(weak_triangle_of_equal_exponents(order), p, r, q) >= truth);
    RC_ASSERT(bound_for(weak_triangle_of_max_first(order), p, r, q) >= truth);
    RC_ASSERT(bound_for(weak_triangle_of_max_second(order), p, r, q) >= truth);
    RC_ASSERT(bound_for(weak_triangle_of_one_order(order), p, r, q) >= truth);
    const double kl = kl_divergence(p, q).lower;
    RC_ASSERT(bound_for(weak_triangle_of_max_second(Order{1}), p, r, q) >= kl);
}

RC_GTEST_PROP(WeakTriangle, IsExactForGaussiansAtTheBestExponent, ()) {
    // Halfway between two Gaussians the exponent p = 1 + (α-1)/α makes it an equality.
    const double alpha = *support::order(100), d = *support::log_uniform(1e-3, 10);
    const WeakTriangle t = weak_triangle(Order{alpha}, 1 + (alpha - 1) / alpha);
    const double bound = t.bound(Epsilon{gaussian(t.first.value(), d / 2)},
                                 Epsilon{gaussian(t.second.value(), d / 2)})
                             .value();
    RC_ASSERT(std::abs(bound - gaussian(alpha, d)) <= 1e-6 * gaussian(alpha, d));
}

RC_GTEST_PROP(WeakTriangle, AtOneOrderAgreesWithItsExponent, ()) {
    const double alpha = *support::order(1e6);
    const WeakTriangle one = weak_triangle_of_one_order(Order{alpha});
    RC_ASSERT(one.first == one.second);
    // β² = α (2β - 1)
    const double beta = one.first.value();
    RC_ASSERT(std::abs(beta * beta / (2 * beta - 1) - alpha) <= 1e-12 * alpha);
    const WeakTriangle same = weak_triangle(Order{alpha}, beta / alpha);
    RC_ASSERT(std::abs(same.second.value() - beta) <= 1e-6 * beta);
    RC_ASSERT(std::abs(same.factor.middle() - one.factor.middle()) <= 1e-5 * one.factor.upper);
}

TEST(WeakTriangle, ThePrintedRecipeForOneOrderGivesTwo) {
    // αp = αq - 1 with q = p/(p - 1) at α = 2 means 2p² - 3p - 1 = 0.
    const double p = (3 + std::sqrt(17)) / 4, q = p / (p - 1);
    EXPECT_NEAR(2 * p, 2 * q - 1, 1e-12);
    const WeakTriangle printed = weak_triangle(Order{2}, p);
    EXPECT_NEAR(printed.first.value(), 3.5616, 5e-5);
    EXPECT_NEAR(printed.second.value(), 3.2808, 5e-5);
    const WeakTriangle ours = weak_triangle_of_one_order(Order{2});
    EXPECT_NEAR(ours.first.value(), 2 + std::sqrt(2), 1e-12);
    EXPECT_NEAR(ours.factor.middle(), std::sqrt(2), 1e-12);
}

TEST(WeakTriangle, EdgesAreDefined) {
    EXPECT_EQ(weak_triangle(Order{infinity}, 2).bound(Epsilon{1}, Epsilon{2}), Epsilon{3});
    EXPECT_EQ(weak_triangle_of_one_order(Order{infinity}).bound(Epsilon{1}, Epsilon{2}),
              Epsilon{3});
    EXPECT_EQ(weak_triangle(Order{1}, 2).bound(Epsilon{1}, Epsilon{2}), Epsilon{infinity});
    EXPECT_EQ(weak_triangle(Order{1}, 2).bound(Epsilon{0}, Epsilon{2}), Epsilon{2});
    EXPECT_EQ(weak_triangle_of_one_order(Order{1}).bound(Epsilon{1}, Epsilon{2}),
              Epsilon{infinity});
    EXPECT_EQ(weak_triangle_of_max_second(Order{1}).bound(Epsilon{1}, Epsilon{2}), Epsilon{3});
    EXPECT_EQ(weak_triangle(Order{1.5}, 1).second, Order{infinity});
    EXPECT_EQ(weak_triangle(Order{1.5}, infinity).first, Order{infinity});
    EXPECT_THROW((void)weak_triangle(Order{2}, 0.5), DomainError);
    EXPECT_THROW((void)weak_triangle(Order{2}, std::nan("")), DomainError);
    EXPECT_EQ(weak_triangle(Order{1e300}, 1e100).first, Order{infinity});
}

}  // namespace triangle_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/replaced_gaussian_renyi.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/inversion/normal_mixture/sampled_gaussian_renyi.hpp"

#include "support/ball.hpp"
#include "support/generators.hpp"

namespace mizan::inversion {
namespace replaced_gaussian_renyi_test {

using oracle::Ball;
using oracle::Real;

// E[w(X)^α w(-X)^{1-α}] by ball arithmetic; what lies beyond the ends is less than 1e-40 of it.
Real divergence(double q, double sigma, double alpha) {
    const Ball rate(q), variance = Ball(sigma) * Ball(sigma), order(alpha);
    const auto log_w = [&](const Ball& x, bool whole) {
        return log(Ball(1) - rate + rate * exp((x - Ball(0.5)) / variance), whole);
    };
    const auto integral = [&](const Ball& power) {
        const auto density = [&](const Ball& x, bool whole) {
            return exp(power * log_w(x, whole) + (Ball(1) - power) * log_w(Ball(0) - x, whole) -
                       x * x / (Ball(2) * variance));
        };
        return Ball::integral(density, -1 - 14 * sigma, 2 * alpha + 14 * sigma);
    };
    return log(integral(order) / integral(Ball(0))).real() / (Real(alpha) - 1);
}

TEST(ReplacedGaussianRenyi, HoldsTheTruthAtManyOrders) {
    for (const double q : {1e-4, 0.6}) {
        for (const double sigma : {0.5, 5.0}) {
            for (const double alpha : {1.25, 2.5, 30.0}) {
                const Bracket found = replaced_gaussian_renyi(q, sigma, Order{alpha});
                const Real truth = divergence(q, sigma, alpha);
                EXPECT_TRUE(oracle::contains(found, truth))
                    << q << " " << sigma << " " << alpha << ": " << found;
                EXPECT_LE(found.width(), 1e-12 * found.upper) << q << " " << sigma << " " << alpha;
            }
        }
    }
}

// Orders at which no grid is needed agree with those at which one is.
TEST(ReplacedGaussianRenyi, IsKnownAtHighOrders) {
    for (const double q : {1e-3, 0.5}) {
        double last = 0;
        for (const double alpha : {100.0, 1e3, 1e4, 1e6, 1e12, 1e18}) {
            const Bracket found = replaced_gaussian_renyi(q, 1, Order{alpha});
            EXPECT_LE(found.width(), 1e-11 * found.upper) << alpha << ": " << found;
            EXPECT_GT(found.lower, last);
            last = found.upper;
        }
    }
}

TEST(ReplacedGaussianRenyi, OfABracketContainsBothEnds) {
    const Order order{3};
    const Bracket all = replaced_gaussian_renyi({0.1, 0.2}, {1, 2}, order);
    EXPECT_LE(all.lower, replaced_gaussian_renyi(0.1, 2, order).lower);
    EXPECT_GE(all.upper, replaced_gaussian_renyi(0.2, 1, order).upper);
}

// No better than to remove a record, no worse than to remove one and add another, and no worse than
// without sampling.
RC_GTEST_PROP(ReplacedGaussianRenyi, LiesBetweenOneRemovalAndTwoChanges, ()) {
    const double q = *support::log_uniform(1e-6, 0.999), sigma = *support::log_uniform(0.3, 30);
    const double alpha = 1 + *support::log_uniform(1e-3, 50);
    const Bracket found = replaced_gaussian_renyi(q, sigma, Order{alpha});
    RC_ASSERT(sampled_gaussian_renyi(q, sigma, Order{alpha}).lower <= found.upper);
    RC_ASSERT(found.lower <= 2 * alpha / (sigma * sigma) * (1 + 1e-14));
    // Mironov17 C4: D_α(P‖Q) ≤ (α - 1/2)/(α - 1) D_{2α}(P‖R) + D_{2α-1}(R‖Q).
    const Bracket there = sampled_gaussian_renyi(q, sigma, Order{2 * alpha});
    const Bracket back = sampled_gaussian_renyi(q, sigma, Order{2 * alpha - 1});
    RC_ASSERT(found.lower <= (alpha - 0.5) / (alpha - 1) * there.upper * (1 + 1e-14) + back.upper);
    RC_ASSERT(found.lower <= replaced_gaussian_renyi(q, sigma, Order{alpha * 1.01}).upper);
}

TEST(ReplacedGaussianRenyi, HasItsLimits) {
    EXPECT_EQ(replaced_gaussian_renyi(0, 1, Order{2}), Bracket(0));
    EXPECT_EQ(replaced_gaussian_renyi(0.5, infinity, Order{2}), Bracket(0));
    EXPECT_EQ(replaced_gaussian_renyi(0.5, 0, Order{2}).lower, infinity);
    EXPECT_EQ(replaced_gaussian_renyi(0.5, 1, Order{infinity}).lower, infinity);
    EXPECT_TRUE(replaced_gaussian_renyi(1, 2, Order{3}).contains(1.5));
    EXPECT_LE(replaced_gaussian_renyi(1, 2, Order{3}).width(), 1e-14);
    const Bracket mean = replaced_gaussian_renyi(0.5, 1, Order{1});
    EXPECT_LE(mean.width(), 1e-5);
    EXPECT_LE(mean.lower, replaced_gaussian_renyi(0.5, 1, Order{1.000001}).upper);
}

}  // namespace replaced_gaussian_renyi_test
}  // namespace mizan::inversion

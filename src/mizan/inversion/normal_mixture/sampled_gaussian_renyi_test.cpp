// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_renyi.hpp"

#include <random>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::inversion {
namespace sampled_gaussian_renyi_test {

using oracle::Real;

// E[w^α - 1 - α (w - 1)] for x ~ N(0, σ²), w = 1 - q + q exp((2x - 1)/(2σ²)), by the trapezoidal
// rule with a step and a range that leave out less than e^-70 of it. At α = 1, its derivative.
Real excess(double q, double sigma, double alpha) {
    const Real variance = Real(sigma) * sigma, a = alpha, rate = q;
    const double step = std::min(0.4 * sigma, 0.22 * sigma * sigma);
    const double left = std::min(0.0, alpha - 2) - 13 * sigma;
    const double right = std::max(2.0, alpha) + 13 * sigma;
    Real sum = 0;
    for (double k = std::floor(left / step); k <= right / step; ++k) {
        const Real x = Real(k) * step, up = rate * expm1((x - 0.5) / variance), y = log1p(up);
        const Real term = alpha == 1 ? (1 + up) * y - up : expm1(a * y) - a * up;
        sum += term * exp(-x * x / (2 * variance));
    }
    return sum * step / (Real(sigma) * sqrt(2 * Real::pi()));
}

Real truth(double q, double sigma, double alpha) {
    return alpha == 1 ? excess(q, sigma, 1) : log1p(excess(q, sigma, alpha)) / (Real(alpha) - 1);
}

void expect_exact(const Bracket& found, const Real& exact, double width = 1e-14) {
    EXPECT_TRUE(Real(found.lower) <= exact * (1 + Real(1e-25)) &&
                exact * (1 - Real(1e-25)) <= Real(found.upper))
        << found << " and " << exact;
    EXPECT_LE(found.width(), width * found.upper) << found;
}

std::vector<Order> orders(const std::vector<double>& values) {
    return {values.begin(), values.end()};
}

TEST(SampledGaussianRenyi, HoldsAHundredOrdersToTheFourteenthDigit) {
    std::vector<Order> asked;
    for (int i = 0; i < 100; ++i) asked.emplace_back(1.15 + 0.1 * i);
    const std::vector<Bracket> found = sampled_gaussian_renyi(0.01, 1, asked);
    ASSERT_EQ(found.size(), asked.size());
    for (std::size_t i = 0; i < asked.size(); i += 3) {
        expect_exact(found[i], truth(0.01, 1, asked[i].value()));
    }
    for (const Bracket& each : found) EXPECT_LE(each.width(), 1e-14 * each.upper);
}

TEST(SampledGaussianRenyi, AgreesWithTheIntegral) {
    const auto asked =
        orders({1, 1 + 1e-9, 1.05, 1.5, 2, 3.7, 9.75, 13.3, 20, 64.5, 120.25, 333, 1024});
    for (const double q : {1e-7, 1e-3, 0.3, 0.99}) {
        for (const double sigma : {0.6, 1.0, 5.0}) {
            const auto found = sampled_gaussian_renyi(q, sigma, asked);
            for (std::size_t i = 0; i < asked.size(); ++i) {
                if (asked[i].value() > 250 * sigma) continue;  // known without an integral
                SCOPED_TRACE(::testing::Message() << q << ' ' << sigma << ' ' << asked[i].value());
                expect_exact(found[i], truth(q, sigma, asked[i].value()));
            }
        }
    }
}

TEST(SampledGaussianRenyi, HoldsTheTruthForParametersOfAllKinds) {
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> uniform(0, 1);
    const auto between = [&](double low, double high) {
        return low * std::pow(high / low, uniform(random));
    };
    for (int i = 0; i < 40; ++i) {
        const double q = i % 3 == 0 ? 1 - between(1e-7, 0.5) : between(1e-12, 0.9);
        const double sigma = between(0.35, 40), alpha = 1 + between(1e-6, 60 * sigma);
        SCOPED_TRACE(::testing::Message() << q << ' ' << sigma << ' ' << alpha);
        expect_exact(sampled_gaussian_renyi(q, sigma, Order{alpha}), truth(q, sigma, alpha));
    }
}

// q e^z ≤ w, and Minkowski's inequality: with q near 1 both bounds agree in twenty digits.
TEST(SampledGaussianRenyi, HoldsOrdersAsLargeAsTheSquareOfTheNoise) {
    const double q = 0.999999;
    for (const double sigma : {50.0, 1000.0, 4000.0, 1900696.0, 2435196.0}) {
        for (int i = 0; i < 200; ++i) {
            const double alpha = 1 + 2 * sigma * sigma * (20 + 0.07 * i);
            const Real share = Real(alpha) / (Real(alpha) - 1), rate = q,
                       s = (Real(alpha) - 1) / (2 * Real(sigma) * sigma);
            const Bracket found = sampled_gaussian_renyi(q, sigma, Order{alpha});
            SCOPED_TRACE(::testing::Message() << sigma << ' ' << alpha << ' ' << found);
            EXPECT_TRUE(Real(found.lower) <= share * (s + log(rate + (1 - rate) * exp(-s))));
            EXPECT_TRUE(share * (s + log(rate)) <= Real(found.upper));
        }
    }
}

// Around the first order that needs no integral, for every size of q and noise.
TEST(SampledGaussianRenyi, HoldsTheTruthWhereHighOrdersBegin) {
    for (const double q : {1e-12, 1e-5, 0.01, 0.3, 0.99, 1 - 1e-9}) {
        for (const double sigma : {0.3, 0.55, 1.0, 3.0}) {
            const double first = 1 + sigma * sigma * (37.4 - std::log(q));
            for (const double share : {0.9, 0.999, 1.001, 1.1, 1.5, 1.9, 2.1}) {
                const double alpha = std::max(1.5, share * first);
                SCOPED_TRACE(::testing::Message() << q << ' ' << sigma << ' ' << alpha);
                expect_exact(sampled_gaussian_renyi(q, sigma, Order{alpha}),
                             truth(q, sigma, alpha));
            }
        }
    }
}

TEST(SampledGaussianRenyi, AgreesWithTheBinomialSumAtWholeOrders) {
    for (const double q : {1e-4, 0.01, 0.5}) {
        for (const double sigma : {0.8, 1.0, 4.0}) {
            for (const int alpha : {2, 3, 17, 64}) {
                Real sum = 0, choices = 1;
                for (int k = 0; k <= alpha; ++k) {
                    sum += choices * pow(1 - Real(q), alpha - k) * pow(Real(q), k) *
                           exp(Real(k) * (k - 1) / (2 * Real(sigma) * sigma));
                    choices *= Real(alpha - k) / (k + 1);
                }
                expect_exact(sampled_gaussian_renyi(q, sigma, Order{static_cast<double>(alpha)}),
                             log(sum) / (alpha - 1));
            }
        }
    }
}

// Orders of all sizes, those that share a table and those that do not.
RC_GTEST_PROP(SampledGaussianRenyi, IsTheSameInAnyCompany, ()) {
    const double q = *support::log_uniform(1e-15, 0.999), sigma = *support::log_uniform(0.02, 1e3);
    const double alpha = *support::order(1e7);
    const auto asked = orders({infinity, alpha, 1, 1.5, 7, 1e3, 1e15});
    const auto found = sampled_gaussian_renyi(q, sigma, asked);
    RC_ASSERT(found[0] == Bracket(infinity));
    for (std::size_t i = 1; i < asked.size(); ++i) {
        const Bracket alone = sampled_gaussian_renyi(q, sigma, asked[i]);
        RC_ASSERT(intersect(alone, found[i]).lower >= 0);  // throws if they contradict
    }
    for (std::size_t i = 3; i < asked.size(); ++i) RC_ASSERT(found[i - 1].lower <= found[i].upper);
}

TEST(SampledGaussianRenyi, OfABracketContainsBothEnds) {
    const Bracket found = sampled_gaussian_renyi({0.1, 0.2}, {1, 2}, Order{3});
    EXPECT_LE(found.lower, sampled_gaussian_renyi(0.1, 2, Order{3}).lower);
    EXPECT_GE(found.upper, sampled_gaussian_renyi(0.2, 1, Order{3}).upper);
}

TEST(SampledGaussianRenyi, IsWorstWhenTheRecordGoes) {
    for (const double q : {0.01, 0.5, 0.9}) {
        for (const double sigma : {0.8, 2.0}) {
            for (const double alpha : {2.0, 5.0}) {
                // The other direction is E[w^(1-α)].
                const double other =
                    static_cast<double>(log1p(excess(q, sigma, 1 - alpha))) / (alpha - 1);
                EXPECT_LE(other, sampled_gaussian_renyi(q, sigma, Order{alpha}).lower);
            }
        }
    }
}

RC_GTEST_PROP(SampledGaussianRenyi, GrowsWithTheOrderAndWithTheProbability, ()) {
    const double q = *support::log_uniform(1e-6, 0.5), sigma = *support::log_uniform(0.3, 30);
    const double alpha = *support::uniform(1, 40);
    const double here = sampled_gaussian_renyi(q, sigma, Order{alpha}).upper;
    RC_ASSERT(here <= sampled_gaussian_renyi(2 * q, sigma, Order{alpha}).upper * (1 + 1e-9));
    RC_ASSERT(here <= sampled_gaussian_renyi(q, sigma, Order{alpha + 1}).upper * (1 + 1e-9));
    RC_ASSERT(here <= alpha / (2 * sigma * sigma) * (1 + 1e-9));
}

TEST(SampledGaussianRenyi, HasItsLimits) {
    EXPECT_EQ(sampled_gaussian_renyi(0, 1, Order{2}), Bracket(0));
    EXPECT_EQ(sampled_gaussian_renyi(0.5, infinity, Order{infinity}), Bracket(0));
    EXPECT_EQ(sampled_gaussian_renyi(0.5, 0, Order{2}), Bracket(infinity));
    EXPECT_EQ(sampled_gaussian_renyi(0.5, 1, Order{infinity}), Bracket(infinity));
    EXPECT_LE(sampled_gaussian_renyi(0.5, 1, Order{1e9}).upper, 5e8 * (1 + 1e-12));
    EXPECT_TRUE(sampled_gaussian_renyi(1, 2, Order{1}).contains(0.125));
    EXPECT_TRUE(sampled_gaussian_renyi(0.5, 1, std::span<const Order>{}).empty());
    EXPECT_TRUE(std::isfinite(sampled_gaussian_renyi(0.5, 1e-3, Order{1000}).upper));
    EXPECT_GT(sampled_gaussian_renyi(1e-300, 1e-200, Order{3}).upper, 1e300);
}

}  // namespace sampled_gaussian_renyi_test
}  // namespace mizan::inversion

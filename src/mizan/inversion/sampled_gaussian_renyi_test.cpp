// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/sampled_gaussian_renyi.hpp"

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::inversion {
namespace sampled_gaussian_renyi_test {

using oracle::Real;

// log E[w(x)^α] for x ~ N(0, σ²), w = 1 - q + q exp((2x - 1)/(2σ²)), by the trapezoidal rule: its
// error falls like exp(-2π²σ²/h²) and worse, far below the digits compared here.
Real cumulant(double q, double sigma, double alpha) {
    const Real s = sigma, step = s / 8;
    Real sum = 0;
    for (int k = -8 * 14; k <= 8 * (14 + static_cast<int>(alpha / sigma)); ++k) {
        const Real x = k * step;
        const Real w = 1 - Real(q) + q * exp((2 * x - 1) / (2 * s * s));
        sum += pow(w, Real(alpha)) * exp(-x * x / (2 * s * s));
    }
    return log(sum * step / (s * sqrt(2 * Real::pi())));
}

void expect_exact(const Bracket& found, const Real& exact) {
    EXPECT_TRUE(Real(found.lower) <= exact * (1 + Real(1e-25)) &&
                exact * (1 - Real(1e-25)) <= Real(found.upper))
        << found << " and " << exact;
    EXPECT_LE(found.width(), 1e-11 * found.upper);
}

TEST(SampledGaussianRenyi, AgreesWithTheIntegral) {
    for (const double q : {1e-3, 0.3, 0.99}) {
        for (const double sigma : {0.7, 2.0}) {
            for (const double alpha : {1.05, 1.5, 2.5, 9.75}) {
                expect_exact(sampled_gaussian_renyi(q, sigma, Order{alpha}),
                             cumulant(q, sigma, alpha) / (Real(alpha) - 1));
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

TEST(SampledGaussianRenyi, OfOrderOneIsTheMeanLoss) {
    const double q = 0.25, sigma = 1.5, h = 1e-12;
    const Bracket found = sampled_gaussian_renyi(q, sigma, Order{1});
    const double exact = static_cast<double>(cumulant(q, sigma, 1 + h) / (Real(1 + h) - 1));
    EXPECT_TRUE(found.contains(exact)) << found << " and " << exact;
    EXPECT_LE(found.width(), 1e-5 * exact);
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
                    static_cast<double>(cumulant(q, sigma, 1 - alpha)) / (alpha - 1);
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
    EXPECT_TRUE(std::isfinite(sampled_gaussian_renyi(0.5, 1e-3, Order{1000}).upper));
    EXPECT_GT(sampled_gaussian_renyi(1e-300, 1e-200, Order{3}).upper, 1e300);
}

}  // namespace sampled_gaussian_renyi_test
}  // namespace mizan::inversion

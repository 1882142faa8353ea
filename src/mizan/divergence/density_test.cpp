// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/density.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace density_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::normal_tail;
using oracle::Real;

// Laplace noise of this scale around 0 and around 1.
DensityPair laplace(double scale) {
    return {.log_p = [=](const Jet& x) { return -abs(x) / scale - log(Bracket(scale) * 2); },
            .log_ratio = [=](const Jet& x) { return (abs(x - 1.0) - abs(x)) / scale; },
            .kinks = {0, 1}};
}

// Gaussian noise of this standard deviation around 0 and around 1.
DensityPair gaussian(double sigma) {
    const Bracket variance = square(Bracket(sigma));
    const Bracket log_scale = log(Bracket(sigma)) + constant::log_sqrt_2pi();
    return {.log_p = [=](const Jet& x) { return -square(x) / (2 * variance) - log_scale; },
            .log_ratio = [=](const Jet& x) { return (0.5 - x) / variance; }};
}

TEST(DensityDivergence, OfLaplaceNoiseIsTheClosedForm) {
    for (const double scale : {0.1, 1.0, 20.0}) {
        for (const double order : {1.0, 1 + 1e-9, 1.5, 2.0, 10.0, 1000.0}) {
            const Bracket value = renyi_divergence(laplace(scale), Order{order});
            const Real exact = oracle::laplace_renyi(1 / Real(scale), order);
            EXPECT_TRUE(contains(value, exact)) << scale << ' ' << order << ' ' << value;
            EXPECT_TRUE(is_sharp(value, exact, 1e-9)) << scale << ' ' << order << ' ' << value;
        }
        EXPECT_TRUE(contains(max_divergence(laplace(scale)), 1 / Real(scale)));
        EXPECT_LT(max_divergence(laplace(scale)).width(), 1e-13 / scale);
    }
}

TEST(DensityDivergence, OfGaussianNoiseIsTheClosedForm) {
    for (const double sigma : {0.2, 1.0, 30.0}) {
        for (const double order : {1.0, 1 + 1e-9, 1.5, 2.0, 10.0, 200.0}) {
            const Bracket value = renyi_divergence(gaussian(sigma), Order{order});
            const Real exact = oracle::gaussian_renyi(1 / Real(sigma), order);
            EXPECT_TRUE(contains(value, exact)) << sigma << ' ' << order << ' ' << value;
            EXPECT_TRUE(is_sharp(value, exact, 1e-8)) << sigma << ' ' << order << ' ' << value;
        }
        EXPECT_EQ(max_divergence(gaussian(sigma)), Bracket(infinity));
    }
}

TEST(DensityDivergence, HockeySticksAreTheClosedForms) {
    for (const double scale : {0.2, 1.0, 10.0}) {
        for (const double part : {0.0, 0.3, 0.9, 1.5}) {
            const double epsilon = part / scale;
            const Real inside = 1 - exp((Real(epsilon) - 1 / Real(scale)) / 2);
            const Real exact = part >= 1 ? Real(0) : inside;
            const Bracket value = hockey_stick(laplace(scale), Epsilon{epsilon});
            EXPECT_TRUE(contains(value, exact)) << scale << ' ' << epsilon << ' ' << value;
            EXPECT_LT(value.width(), 1e-9);
            const Real m = 1 / Real(scale), e(epsilon);
            const Real normal = normal_tail(e / m - m / 2) - exp(e) * normal_tail(e / m + m / 2);
            const Bracket found = hockey_stick(gaussian(scale), Epsilon{epsilon});
            EXPECT_TRUE(contains(found, normal)) << scale << ' ' << epsilon << ' ' << found;
            EXPECT_LT(found.width(), 1e-9) << scale << ' ' << epsilon;
        }
    }
}

TEST(DensityDivergence, TotalVariationIsTheClosedForm) {
    const Bracket laplace_distance = total_variation(laplace(2));
    EXPECT_TRUE(contains(laplace_distance, 1 - exp(Real(-0.25))));
    EXPECT_LT(laplace_distance.width(), 1e-10);
    const Bracket gaussian_distance = total_variation(gaussian(2));
    EXPECT_TRUE(contains(gaussian_distance, 1 - 2 * normal_tail(Real(0.25))));
    EXPECT_LT(gaussian_distance.width(), 1e-10);
}

TEST(DensityDivergence, ReversedHasTheSameDivergenceForNoise) {
    for (const double order : {1.0, 2.0, 7.5}) {
        const Bracket there = renyi_divergence(gaussian(1), Order{order});
        const Bracket back = renyi_divergence(gaussian(1).reversed(), Order{order});
        EXPECT_LE(std::max(there.lower, back.lower), std::min(there.upper, back.upper));
    }
}

TEST(DensityDivergence, OfABoundedSupportNeedsNoTails) {
    // Density 2x against the uniform density on (0, 1): log(2x) = log 2 + log x.
    const DensityPair ramp{.log_p = [](const Jet& x) { return log(2 * x); },
                           .log_ratio = [](const Jet& x) { return log(2 * x); },
                           .from = 0,
                           .to = 1};
    // Order 2: log of the integral of 4 x^2; total variation 1/4; max divergence log 2.
    const Bracket second = renyi_divergence(ramp, Order{2});
    EXPECT_TRUE(contains(second, log(Real(4) / 3)));
    EXPECT_LT(second.width(), 1e-6);
    EXPECT_TRUE(contains(total_variation(ramp), Real(0.25)));
    EXPECT_TRUE(contains(max_divergence(ramp), log(Real(2))));
}

TEST(DensityDivergence, WithoutDecayIsNotBounded) {
    // N(0, 4) against N(0, 1): the integral of order 2 diverges.
    const DensityPair wide{
        .log_p =
            [](const Jet& x) {
                return -square(x) / 8 - constant::log_sqrt_2pi() - constant::log2();
            },
        .log_ratio = [](const Jet& x) { return 3 * square(x) / 8 - constant::log2(); }};
    EXPECT_EQ(renyi_divergence(wide, Order{2}).upper, infinity);
    EXPECT_EQ(max_divergence(wide), Bracket(infinity));
    EXPECT_EQ(hockey_stick(wide, Epsilon{infinity}), Bracket(0));
}

TEST(Density, KinksOutsideOfTheSupportDoNotMatter) {
    // Exponential densities on (0, inf).
    const auto pair = [](std::vector<double> kinks) {
        return DensityPair{.log_p = [](const Jet& x) { return -x; },
                           .log_ratio = [](const Jet& x) { return x - std::log(2.0); },
                           .kinks = std::move(kinks),
                           .from = 0};
    };
    const Bracket without = hockey_stick(pair({}), Epsilon{0.5});
    const Bracket with = hockey_stick(pair({-7}), Epsilon{0.5});
    EXPECT_LE(std::max(with.lower, without.lower), std::min(with.upper, without.upper));
    EXPECT_LE(with.width(), 1e-6);
}

}  // namespace density_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/thresholded.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/mechanism/laplace.hpp"
#include "mizan/mechanism/mixture_of_gaussians.hpp"

#include "support/generators.hpp"

namespace mizan {
namespace thresholded_test {

// ∫ (p - e^ε q)₊ by the midpoint rule.
template <class P, class Q>
double profile(P p, Q q, double epsilon, double from, double to) {
    constexpr int steps = 20000;
    const double h = (to - from) / steps;
    double sum = 0;
    for (int k = 0; k < steps; ++k) {
        const double y = from + (k + 0.5) * h;
        sum += h * std::max(0.0, p(y) - std::exp(epsilon) * q(y));
    }
    return sum;
}

TEST(Thresholded, TruncatedLaplaceHasTheProfileOfItsDensities) {
    for (const double scale : {0.5, 2.0}) {
        for (const double bound : {0.7, 1.0, 4.0}) {
            const double norm = 2 * scale * (1 - std::exp(-bound / scale));
            const auto density = [&](double y) {
                return std::abs(y) > bound ? 0 : std::exp(-std::abs(y) / scale) / norm;
            };
            for (const double epsilon : {0.0, 0.2, 0.45, 1.9, 3.0}) {
                const double exact = profile(
                    density, [&](double y) { return density(y - 1); }, epsilon, -bound, bound + 1);
                const Bracket found = TruncatedLaplace{scale, bound}.delta(Epsilon{epsilon});
                EXPECT_NEAR(found.middle(), exact, 1e-4) << scale << ' ' << bound << ' ' << epsilon;
                EXPECT_LT(found.width(), 1e-13);
            }
        }
    }
    EXPECT_EQ((TruncatedLaplace{1, 0.5}.delta(Epsilon{9})), Bracket(1));
    EXPECT_EQ((TruncatedLaplace{0, 5}.delta(Epsilon{9})), Bracket(1));
    EXPECT_TRUE((TruncatedLaplace{infinity, 5}.delta(Epsilon{0.5}).contains(0.1)));
}

TEST(Thresholded, KeysCostTheWorseOfTwo) {
    const ThresholdedLaplace laplace{2, 41};
    EXPECT_NEAR(laplace.new_key().middle(), std::exp(-20.0) / 2, 1e-22);
    EXPECT_EQ(laplace.delta(Epsilon{0.1}), Laplace{2}.delta(Epsilon{0.1}));
    EXPECT_EQ(laplace.delta(Epsilon{0.5}), laplace.new_key());
    EXPECT_NEAR((ThresholdedGaussian{2, 7}.new_key().middle()), 0.0013498980316300933, 1e-15);
    EXPECT_EQ((ThresholdedGaussian{0, 7}.new_key()), Bracket(0));
    EXPECT_EQ((ThresholdedGaussian{0, 1}.new_key()), Bracket(1));
    EXPECT_EQ((ThresholdedLaplace{0, 0.5}.new_key()), Bracket(1));
    EXPECT_EQ((ThresholdedLaplace{infinity, 9}.new_key()), Bracket(0.5));
}

TEST(MixtureOfGaussians, ProfileIsThatOfTheBestThreshold) {
    const MixtureOfGaussians mixture(1.5, {0, 1, 2}, {0.7, 0.2, 0.1});
    const auto normal = [](double y, double s) {
        return std::exp(-(y - s) * (y - s) / 4.5) / (1.5 * std::sqrt(2 * M_PI));
    };
    const auto p = [&](double y) {
        return 0.7 * normal(y, 0) + 0.2 * normal(y, 1) + 0.1 * normal(y, 2);
    };
    const auto q = [&](double y) { return normal(y, 0); };
    for (const double epsilon : {-1.0, -0.1, 0.0, 0.05, 0.5, 2.0}) {
        const Bracket found = mixture.delta(epsilon);
        EXPECT_NEAR(found.middle(), profile(p, q, epsilon, -15, 17), 1e-7) << epsilon;
        EXPECT_LT(found.width(), 1e-12);
    }
    // beyond the least loss, log 0.7, P is never the smaller
    EXPECT_TRUE(mixture.delta(-2).contains(1 - std::exp(-2.0)));
}

TEST(MixtureOfGaussians, IsNoWorseThanASampleThatMovesItAsFar) {
    const MixtureOfGaussians mixture(0.7, {0, 0.5, 1, 2}, {0.4, 0.3, 0.2, 0.1});
    const MixtureOfGaussians farthest(0.7, {0, 2}, {0.4, 0.6}), seldom(0.7, {0, 2}, {0.9, 0.1});
    EXPECT_NEAR(mixture.moves().upper, 0.6, 1e-15);
    for (double epsilon = -3; epsilon < 8; epsilon += 0.25) {
        EXPECT_LE(mixture.delta(epsilon).lower, farthest.delta(epsilon).upper) << epsilon;
        const auto back = [&](const MixtureOfGaussians& each) {
            return each.pair().swapped().delta(0.7, epsilon);
        };
        EXPECT_LE(back(mixture).lower, back(farthest).upper) << epsilon;
    }
    // With the probability of the largest shift alone that would be wrong.
    EXPECT_GT(mixture.delta(0).lower, seldom.delta(0).upper);
}

TEST(MixtureOfGaussians, RenyiBoundHoldsInBothDirections) {
    const MixtureOfGaussians mixture(1.5, {0, 1, 2}, {0.7, 0.2, 0.1});
    const auto ratio = [](double y) {
        return 0.7 + 0.2 * std::exp((2 * y - 1) / 4.5) + 0.1 * std::exp((4 * y - 4) / 4.5);
    };
    for (const double order : {1.5, 2.0, 8.0}) {
        double there = 0, back = 0;
        for (double y = -30; y < 60; y += 0.01) {
            const double q = 0.01 * std::exp(-y * y / 4.5) / (1.5 * std::sqrt(2 * M_PI));
            there += q * std::pow(ratio(y), order);
            back += q * std::pow(ratio(y), 1 - order);
        }
        const double bound = mixture.renyi(Order{order}).upper;
        EXPECT_LE(std::log(there) / (order - 1), bound);
        EXPECT_LE(std::log(back) / (order - 1), bound);
        const Bracket at_once = mixture.renyi_at_once(Order{order});
        EXPECT_LE(at_once.lower, std::log(there) / (order - 1));
        EXPECT_GE(at_once.upper, std::log(there) / (order - 1));
        EXPECT_LE(std::log(back) / (order - 1), mixture.renyi_of_added(Order{order}));
    }
    EXPECT_THROW(MixtureOfGaussians(1, {0, 1}, {1}), InputError);
    EXPECT_THROW(MixtureOfGaussians(1, {-1}, {1}), DomainError);
}

// Two of the three shifts that happen are the largest one.
TEST(MixtureOfGaussians, RenyiAtHighOrdersIsKnownAtOnce) {
    const MixtureOfGaussians mixture(1.5, {2, 0, 2, 9}, {0.1, 0.6, 0.3, 0});
    const Bracket found = mixture.renyi_at_once(Order{81});
    EXPECT_LT(found.width(), 1e-14 * found.upper);
    EXPECT_NEAR(found.middle(), 81.0 / 80 * (std::log(0.4) + 40 * 4 / 2.25), 1e-12);
    EXPECT_NEAR(mixture.renyi_of_added(Order{81}), -std::log(0.6), 1e-15);
    const MixtureOfGaussians always_moved(1.5, {1, 2}, {0.5, 0.5});
    EXPECT_NEAR(always_moved.renyi_of_added(Order{81}), std::log(2) + 81 / 4.5, 1e-13);
}

}  // namespace thresholded_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/cdp.hpp"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "mizan/numeric/normal.hpp"

#include "support/generators.hpp"

namespace mizan::compose {
namespace cdp_test {

// The counterexample to adaptive composition: the first loss is N(1/2, 1); if it exceeds -1/2, its
// mean minus 1, a second Gaussian mechanism adds another N(1/2, 1), otherwise nothing is run.
// E g(first loss, whether there is a second), by Simpson's rule over both sides of the threshold.
double expectation(const std::function<double(double, bool)>& g) {
    const auto integrate = [&](double from, double to, bool second) {
        constexpr int cells = 4000;
        const double h = (to - from) / cells;
        double sum = 0;
        for (int i = 0; i <= cells; ++i) {
            const double x = from + h * i, z = x - 0.5;
            const double weight = i == 0 || i == cells ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * g(x, second) * std::exp(-z * z / 2);
        }
        return sum * h / 3 / std::sqrt(2 * std::acos(-1.0));
    };
    return integrate(-15, -0.5, false) + integrate(-0.5, 20, true);
}

double log_mgf(double lambda) {
    return std::log(expectation([&](double first, bool second) {
        return std::exp(lambda * first + (second ? lambda / 2 + lambda * lambda / 2 : 0));
    }));
}

const std::vector<RepeatedCDP> two_gaussians{{CDP{Mu{0.5}, Tau{1.0}}, 2}};

TEST(CdpComposition, OneSidedBoundHoldsWhereThePublishedTheoremFails) {
    const double mean = expectation([](double x, bool second) { return x + (second ? 0.5 : 0); });
    const double square = expectation(
        [](double x, bool second) { return second ? (x + 0.5) * (x + 0.5) + 1 : x * x; });
    EXPECT_NEAR(mean, 0.9207, 5e-5);
    EXPECT_NEAR(square - mean * mean, 2.1167, 5e-5);
    EXPECT_NEAR(log_mgf(2) - 2 * mean, 4.157, 5e-4);

    const OneSidedCDP ours = cdp_adaptive(two_gaussians);
    EXPECT_EQ(ours.mu.value(), 1);
    EXPECT_NEAR(ours.tau.value(), std::sqrt(2.0), 1e-15);
    // As published: variance at most 2, log-MGF of the centred loss at most 4 at λ = 2.
    EXPECT_GT(square - mean * mean, 2);
    EXPECT_GT(log_mgf(2) - 2 * mean, 4);
    for (const double lambda : {0.01, 0.1, 0.5, 1.0, 2.0, 3.0, 5.0}) {
        EXPECT_LE(log_mgf(lambda) - lambda * ours.mu.value(),
                  lambda * lambda * ours.tau.value() * ours.tau.value() / 2 + 1e-9);
    }
    // And for λ < 0, where nothing is promised, it indeed fails.
    EXPECT_GT(log_mgf(-0.05) + 0.05 * 1, 0.05 * 0.05 * 2 / 2);
}

TEST(CdpComposition, TheTailAndTheCurveHoldInTheCounterexample) {
    const OneSidedCDP ours = cdp_adaptive(two_gaussians);
    for (const double t : {0.5, 1.0, 2.0, 3.0}) {
        const double threshold = ours.mu.value() + t * ours.tau.value();
        const double probability = expectation([&](double x, bool second) {
            return second ? normal::tail(threshold - 0.5 - x).middle() : double(x >= threshold);
        });
        EXPECT_LE(probability, tail(ours, t).value());
    }
    for (const double alpha : {1.1, 2.0, 4.0}) {
        EXPECT_LE(log_mgf(alpha - 1) / (alpha - 1), renyi(ours).curve(Order{alpha}).upper + 1e-12);
    }
}

RC_GTEST_PROP(CdpComposition, FixedStepsAddLikeIndependentGaussians, ()) {
    const double a = *support::log_uniform(1e-3, 1e3), b = *support::log_uniform(1e-3, 1e3);
    const CDP whole =
        cdp_fixed_in_advance({{CDP{Mu{a * a / 2}, Tau{a}}, 1}, {CDP{Mu{b * b / 2}, Tau{b}}, 3}});
    const double tau = std::hypot(a, b * std::sqrt(3.0));
    RC_ASSERT(std::abs(whole.tau.value() - tau) <= 1e-14 * tau);
    RC_ASSERT(std::abs(whole.mu.value() - tau * tau / 2) <= 1e-13 * tau * tau);
}

TEST(CdpComposition, AnImpossibleMeanCountsAsTheLargestPossible) {
    EXPECT_EQ(cdp_adaptive({{CDP{Mu{100.0}, Tau{2.0}}, 3}}).mu.value(), 6);
}

TEST(CdpComposition, ApproximateUsesTheTail) {
    const OneSidedCDP law{Mu{1.0}, Tau{2.0}};
    EXPECT_NEAR(approximate(law, Delta{1e-6}).epsilon.value(), 1 + 2 * std::sqrt(2 * std::log(1e6)),
                1e-13);
    EXPECT_EQ(approximate(law, Delta{1.0}).epsilon.value(), 0);
    EXPECT_EQ(approximate(law, Delta{0.0}).epsilon.value(), infinity);
    EXPECT_EQ(approximate({Mu{0.0}, Tau{0.0}}, Delta{0.0}).epsilon.value(), 0);
    // For one Gaussian the true δ at that ε is smaller.
    const OneSidedCDP gaussian{Mu{0.5}, Tau{1.0}};
    for (const double delta : {1e-9, 1e-3, 0.3}) {
        const Bracket epsilon = approximate(gaussian, Delta{delta}).epsilon.value();
        const Bracket truth =
            normal::tail(epsilon - 0.5) - exp(epsilon) * normal::tail(epsilon + 0.5);
        EXPECT_LE(truth.upper, delta);
    }
}

TEST(CdpComposition, EdgesAreDefined) {
    EXPECT_EQ(cdp_adaptive({}), (OneSidedCDP{Mu{0.0}, Tau{0.0}}));
    EXPECT_EQ(cdp_adaptive({{CDP{Mu{1.0}, Tau{infinity}}, 0}}), (OneSidedCDP{Mu{0.0}, Tau{0.0}}));
    EXPECT_EQ(cdp_adaptive({{CDP{Mu{0.5}, Tau{1.0}}, 1}, {CDP{Mu{1.0}, Tau{infinity}}, 0}}),
              (OneSidedCDP{Mu{0.5}, Tau{1.0}}));
    EXPECT_EQ(cdp_adaptive({{CDP{Mu{1.0}, Tau{infinity}}, 2}}),
              (OneSidedCDP{Mu{2.0}, Tau{infinity}}));
    EXPECT_EQ(renyi(OneSidedCDP{Mu{1.0}, Tau{2.0}}).curve(Order{1.0}).upper, 1);
    EXPECT_EQ(renyi(OneSidedCDP{Mu{1.0}, Tau{2.0}}).curve(Order{3.0}).upper, 5);
    EXPECT_EQ(renyi(OneSidedCDP{Mu{1.0}, Tau{2.0}}).curve(Order{infinity}).upper, infinity);
    EXPECT_EQ(tail(OneSidedCDP{Mu{1.0}, Tau{2.0}}, 0.0).value(), 1);
}

}  // namespace cdp_test
}  // namespace mizan::compose

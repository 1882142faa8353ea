// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/gaussian.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/mechanism/sensitivity.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace gaussian_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;
using support::log_uniform;

// Balle-Wang as printed. Where the two terms cancel 50 digits leave some 20, so the comparison
// allows for an error in the 25th digit of the larger term.
struct Profile {
    Real value, doubt;
};
Profile profile(double sigma, double epsilon) {
    const Real mu = 1 / Real(sigma), m = Real(epsilon) * Real(sigma);
    const Real first = oracle::normal_tail(m - mu / 2);
    return {first - exp(Real(epsilon)) * oracle::normal_tail(m + mu / 2), first * Real(1e-40)};
}

bool agrees(const Bracket& computed, const Profile& exact) {
    return Real(computed.lower) <= exact.value + exact.doubt &&
           exact.value - exact.doubt <= Real(computed.upper);
}

RC_GTEST_PROP(Gaussian, DeltaContainsOracle, ()) {
    const double sigma = *log_uniform(1e-3, 1e12);
    // ε from far inside to far out in the tail of the loss.
    const double m = *support::uniform(0, 30), h = 0.5 / sigma;
    const double epsilon = *rc::gen::element(m / sigma, (m + h) / sigma, 1e-3 * m / sigma);
    const Profile exact = profile(sigma, epsilon);
    const Bracket computed = Gaussian{.noise_multiplier = sigma}.delta(Epsilon{epsilon});
    RC_ASSERT(agrees(computed, exact));
    RC_ASSERT(is_sharp(computed, exact.value, 1e-9));
}

RC_GTEST_PROP(Gaussian, DeltaStaysSharpForTinyShifts, ()) {
    // δ(ε) for σ → ∞ at fixed m = εσ is μ times φ(m) - m Pr[Z > m], up to a factor 1 + O(μ).
    const double sigma = *log_uniform(1e13, 1e100), m = *support::uniform(0, 30);
    const Real density = exp(-Real(m) * Real(m) / 2) / sqrt(2 * Real::pi());
    const Real limit = (density - Real(m) * oracle::normal_tail(Real(m))) / Real(sigma);
    const Bracket computed = Gaussian{.noise_multiplier = sigma}.delta(Epsilon{m / sigma});
    RC_ASSERT(is_sharp(computed, limit, 1e-11));
    RC_ASSERT(abs(Real(computed.middle()) / limit - 1) < Real(1e-10));
}

TEST(Gaussian, DeltaFarBelowTheSmallestDoubleIsZeroToTheLastBit) {
    for (const double epsilon : {50.0, 1e3, 1e100, 1e300}) {
        const Bracket delta = Gaussian{.noise_multiplier = 1.0}.delta(Epsilon{epsilon});
        EXPECT_EQ(delta.lower, 0);
        EXPECT_LE(delta.upper, 1e-300);
    }
    // Still a normal number at 1e-300, and sharp.
    const Profile exact = profile(1, 37.5);
    const Bracket delta = Gaussian{.noise_multiplier = 1.0}.delta(Epsilon{37.5});
    EXPECT_TRUE(agrees(delta, exact));
    EXPECT_TRUE(is_sharp(delta, exact.value, 1e-10));
    EXPECT_LT(delta.upper, 1e-295);
}

RC_GTEST_PROP(Gaussian, EpsilonInvertsTheProfile, ()) {
    const double sigma = *log_uniform(0.05, 1e6), delta = *log_uniform(1e-30, 0.5);
    const Bracket epsilon = Gaussian{.noise_multiplier = sigma}.epsilon(Delta{delta});
    const Profile below = profile(sigma, epsilon.lower), above = profile(sigma, epsilon.upper);
    RC_ASSERT(epsilon.lower == 0 || below.value + below.doubt >= Real(delta));
    RC_ASSERT(above.value - above.doubt <= Real(delta));
    RC_ASSERT(epsilon.width() <= 1e-10 * epsilon.upper + 1e-12 / sigma);
}

TEST(Gaussian, EpsilonMatchesTheReferenceValue) {
    EXPECT_NEAR(Gaussian{.noise_multiplier = 1.0}.epsilon(Delta{1e-5}).middle(), 4.3772, 5e-5);
}

// ∫ p^α q^(1-α) by the trapezoidal rule, which converges faster than any power for such integrands.
TEST(Gaussian, RenyiContainsIntegral) {
    for (const double sigma : {0.5, 1.0, 4.0}) {
        for (const double order : {1.25, 2.0, 5.0}) {
            const Real s = sigma, alpha = order, step = s / 8;
            Real sum = 0;
            for (int i = -600; i <= 600; ++i) {
                const Real x = step * i;
                sum += exp((-alpha * x * x - (1 - alpha) * (x - 1) * (x - 1)) / (2 * s * s));
            }
            const Real pi = Real::pi();
            const Real exact = log(sum * step / (s * sqrt(2 * pi))) / (alpha - 1);
            const Bracket computed = Gaussian{.noise_multiplier = sigma}.renyi(Order{order});
            EXPECT_LT(abs(exact / Real(computed.middle()) - 1), Real(1e-15)) << sigma << order;
        }
    }
    // The printed proof ends in the exponent (α-α)μ²/(2σ²), which would make every divergence 0.
    EXPECT_EQ(Gaussian{.noise_multiplier = 1.0}.renyi(Order{2.0}), Bracket(1));
}

RC_GTEST_PROP(Gaussian, RenyiContainsOracle, ()) {
    const double sigma = *log_uniform(1e-100, 1e100), order = *support::order(1e30);
    const Real exact = Real(order) / (2 * Real(sigma) * Real(sigma));
    const Bracket computed = Gaussian{.noise_multiplier = sigma}.renyi(Order{order});
    RC_ASSERT(contains(computed, exact));
    RC_ASSERT(is_sharp(computed, exact, 1e-15));
}

TEST(Gaussian, NoiseSquaredIsNotTheStandardDeviation) {
    const double sigma = 0.5;
    const double taken_for_scale = sigma * sigma;
    const Order order{3.0};
    // Noise drawn with standard deviation σ² = 0.25 has the curve 8α; the formula with σ says 2α.
    EXPECT_EQ(Gaussian{.noise_multiplier = taken_for_scale}.renyi(order), Bracket(8 * 3));
    EXPECT_EQ(Gaussian{.noise_multiplier = sigma}.renyi(order), Bracket(2 * 3));
    EXPECT_EQ(Gaussian{.noise_multiplier = 16.0}.renyi(order), Bracket(3 / 512.0));
    EXPECT_EQ(Gaussian{.noise_multiplier = 4.0}.renyi(order), Bracket(3 / 32.0));
}

TEST(Gaussian, RepeatingItIsOneRunWithLessNoise) {
    // n runs with σ: n α/(2σ²), the curve of σ/√n.
    const Bracket once = Gaussian{.noise_multiplier = 6.0}.renyi(Order{5.0});
    EXPECT_TRUE((9 * once).contains(Gaussian{.noise_multiplier = 2.0}.renyi(Order{5.0}).middle()));
}

RC_GTEST_PROP(Gaussian, ZcdpIsTheSlopeOfTheCurve, ()) {
    const double sigma = *log_uniform(1e-3, 1e3), order = *support::order();
    const Gaussian gaussian{.noise_multiplier = sigma};
    const Bracket slope = gaussian.renyi(Order{order}) / order;
    RC_ASSERT(intersect(slope, gaussian.zcdp_rho()).width() <= 1e-15 * slope.upper);
}

TEST(Gaussian, ConcentratedPairIsSensitivityOverNoise) {
    const CDP cdp = gaussian_with(0.125, 1.0).cdp();
    EXPECT_EQ(cdp, (CDP{Mu{32.0}, Tau{8.0}}));
    // Noise 0.1: (50, 10). Read with the same letter for noise and standard it would be
    // (0.005, 0.1), less than the true mean by four orders of magnitude.
    const CDP tenth = gaussian_with(0.1, 1.0).cdp();
    EXPECT_NEAR(tenth.mu.value(), 50, 1e-12);
    EXPECT_NEAR(tenth.tau.value(), 10, 1e-13);
    const double as_printed = 0.1 * 0.1 / 2;
    EXPECT_GT(Gaussian{.noise_multiplier = 0.1}.renyi(Order{1.0}).lower, 1000 * as_printed);
}

TEST(Gaussian, GroupsDivideTheNoise) {
    const double group = 2, sensitivity = 1, sigma = 0.5;
    const CDP cdp = gaussian_with(sigma, group * sensitivity).cdp();
    EXPECT_EQ(cdp, (CDP{Mu{8.0}, Tau{4.0}}));
    // The printed τ = sΔf = 2 cannot belong to a mean of 8 > τ²/2: E e^(-L) = 1 forbids it. Its
    // moment bound fails at λ = 1: D_2 = 16 > 8 + 2²/2.
    const double printed_tau = group * sensitivity;
    EXPECT_GT(gaussian_with(sigma, group).renyi(Order{2.0}).lower,
              8 + printed_tau * printed_tau / 2);
}

TEST(Gaussian, NoiseForManyQueriesGrowsWithTheirNumber) {
    const double queries = 30, epsilon = 0.5;
    const std::vector<double> each(30, 1.0);
    const double sensitivity = l2_norm(each).upper;  // √30
    const CDP strict = gaussian_with(std::sqrt(queries) / epsilon, sensitivity).cdp();
    EXPECT_NEAR(strict.mu.value(), epsilon * epsilon / 2, 1e-14);
    EXPECT_NEAR(strict.tau.value(), epsilon, 1e-14);
    const CDP relaxed = gaussian_with(std::sqrt(queries / epsilon), sensitivity).cdp();
    EXPECT_NEAR(relaxed.mu.value(), epsilon / 2, 1e-14);
    EXPECT_NEAR(relaxed.tau.value(), std::sqrt(epsilon), 1e-14);
    // Noise √(1/ε) on each of the 30 queries, as the sentence can be read.
    const CDP misread = gaussian_with(std::sqrt(1 / epsilon), sensitivity).cdp();
    EXPECT_NEAR(misread.mu.value(), 7.5, 1e-13);
    EXPECT_NEAR(misread.tau.value(), 3.87, 5e-3);
    EXPECT_GT(misread.mu.value(), epsilon);
}

RC_GTEST_PROP(Gaussian, DependsOnTheL2NormOnly, ()) {
    // Independent noise on two coordinates: the divergences add up to that of the length. The noise
    // multiplier is rounded down, so only upper ends are bounds.
    const double first = *log_uniform(1e-3, 10), second = *log_uniform(1e-3, 10);
    const double order = *support::order(1000);
    const auto divergence = [&](double shift) {
        return gaussian_with(1.0, shift).renyi(Order{order});
    };
    const std::vector<double> shift{first, second};
    const Bracket length = l2_norm(shift), apart = divergence(first) + divergence(second);
    const Real truth = Real(order) * (Real(first) * first + Real(second) * second) / 2;
    for (const double claimed : {divergence(length.upper).upper, apart.upper}) {
        RC_ASSERT(Real(claimed) >= truth);
        RC_ASSERT(Real(claimed) <= truth * (1 + Real(1e-14)));
    }
    RC_ASSERT(length.width() <= 1e-15 * length.upper);
}

RC_GTEST_PROP(Gaussian, TradeoffContainsOracle, ()) {
    const double sigma = *log_uniform(0.1, 100), z = *support::uniform(-6, 6);
    const double x = static_cast<double>(oracle::normal_tail(Real(z)));
    const Bracket computed = Gaussian{.noise_multiplier = sigma}.tradeoff(x);
    // x is z's tail rounded to a double, so z is off by 1e-16 over the density at most.
    const Real off = 1e-15 * exp(Real(z) * z / 2) * std::max(x, 1e-10);
    RC_ASSERT(Real(computed.lower) <= oracle::normal_tail(1 / Real(sigma) - Real(z) - off));
    RC_ASSERT(Real(computed.upper) >= oracle::normal_tail(1 / Real(sigma) - Real(z) + off));
    RC_ASSERT(computed.width() <= 1e-11);
}

TEST(Gaussian, TheLossIsNormalWithMeanHalfItsVariance) {
    const Gaussian gaussian{.noise_multiplier = 0.5};  // mean 2, standard deviation 2
    EXPECT_TRUE(gaussian.loss_cdf(2).contains(0.5));
    EXPECT_NEAR(gaussian.loss_cdf(4).middle(), 0.8413447460685429, 1e-14);
    EXPECT_NEAR(gaussian.loss_cdf(0).middle(), 0.15865525393145707, 1e-14);
    EXPECT_TRUE(gaussian.output_cdf(0).contains(0.5));
    const Bracket apart = gaussian.output_cdf(0.5) - gaussian.output_cdf(-0.5);
    EXPECT_NEAR(apart.middle(), gaussian.delta(Epsilon{0.0}).middle(), 1e-14);
}

}  // namespace gaussian_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/laplace.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/mechanism/sensitivity.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace laplace_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;
using support::log_uniform;

// Differences of order t² survive in 100 digits even where t² (α-1) is 1e-40.
using Wide = oracle::Digits<100>;

// Mironov17 P6 as printed, with the first exponential in front so that nothing overflows.
Wide renyi(double scale, double order) {
    const Wide t = 1 / Wide(scale), alpha = order, n = 2 * alpha - 1;
    return t + log(alpha / n + (alpha - 1) / n * exp(-n * t)) / (alpha - 1);
}

RC_GTEST_PROP(Laplace, RenyiContainsOracle, ()) {
    const double scale = *log_uniform(1e-6, 1e9), order = *support::order();
    const Bracket computed = Laplace{.noise_multiplier = scale}.renyi(Order{order});
    const Real exact(renyi(scale, order));
    RC_ASSERT(contains(computed, exact));
    RC_ASSERT(is_sharp(computed, exact, 4e-12));
}

RC_GTEST_PROP(Laplace, OrderOneContainsOracle, ()) {
    const double scale = *log_uniform(1e-6, 1e12);
    const Wide t = 1 / Wide(scale);
    const Bracket computed = Laplace{.noise_multiplier = scale}.renyi(Order{1.0});
    RC_ASSERT(contains(computed, Real(t + exp(-t) - 1)));
    RC_ASSERT(is_sharp(computed, Real(t + exp(-t) - 1), 1e-13));
}

// A second road that knows no divergence formula: the privacy loss |y - 1|/λ - |y|/λ under the
// density of the noise, integrated numerically.
TEST(Laplace, RenyiContainsIntegral) {
    for (const double scale : {0.5, 1.0, 4.0}) {
        const Real t = 1 / Real(scale);
        const auto moment = [&](const Real& s) -> Real {
            // y < 0 has loss t, y > 1 has loss -t; between it is t (1 - 2y).
            const auto inside = [&](const Real& y) -> Real {
                return exp(s * t * (1 - 2 * y)) * exp(-y * t) * t / 2;
            };
            return exp(s * t) / 2 + oracle::integral(inside, Real(0), Real(1)) +
                   exp(-s * t) * exp(-t) / 2;
        };
        for (const double order : {1.25, 2.0, 5.0, 9.5}) {
            const Real exact = log(moment(Real(order) - 1)) / (Real(order) - 1);
            const Bracket computed = Laplace{.noise_multiplier = scale}.renyi(Order{order});
            EXPECT_LT(abs(Real(computed.middle()) / exact - 1), Real(1e-14))
                << scale << " " << order;
            const Real other = log(moment(-Real(order))) / (Real(order) - 1);
            EXPECT_LT(abs(other / exact - 1), Real(1e-30)) << "both orders alike";
        }
    }
}

// The hockey-stick integral ∫ max(0, p - e^ε q) on a fine grid of the part where p > e^ε q.
TEST(Laplace, DeltaContainsIntegral) {
    for (const double scale : {0.4, 1.0, 3.0}) {
        const Real t = 1 / Real(scale);
        for (const double part : {0.0, 0.1, 0.5, 0.9}) {
            const double epsilon = part / scale;
            // p/q = e^(t(1-2y)) exceeds e^ε below this y.
            const Real cut = (1 - Real(epsilon) / t) / 2;
            const auto gain = [&](const Real& y) -> Real {
                return t / 2 * (exp(-t * y) - exp(Real(epsilon)) * exp(-t * (1 - y)));
            };
            const Real exact =
                (1 - exp(Real(epsilon) - t)) / 2 + oracle::integral(gain, Real(0), cut);
            const Bracket computed = Laplace{.noise_multiplier = scale}.delta(Epsilon{epsilon});
            EXPECT_LE(computed.lower, static_cast<double>(exact) * (1 + 1e-15));
            EXPECT_GE(computed.upper, static_cast<double>(exact) * (1 - 1e-15));
            EXPECT_LT(computed.width(), 1e-14);
        }
    }
}

RC_GTEST_PROP(Laplace, DeltaContainsOracle, ()) {
    const double scale = *log_uniform(1e-3, 1e9), epsilon = *log_uniform(1e-12, 1e3);
    const Wide exact = 1 - exp((Wide(epsilon) - 1 / Wide(scale)) / 2);
    const Bracket computed = Laplace{.noise_multiplier = scale}.delta(Epsilon{epsilon});
    RC_ASSERT(contains(computed, exact > 0 ? Real(exact) : Real(0)));
}

RC_GTEST_PROP(Laplace, ZcdpConstantIsTight, ()) {
    const double scale = *log_uniform(1e-3, 1e6), order = *support::order();
    const Laplace laplace{.noise_multiplier = scale};
    const Bracket slope = laplace.renyi(Order{order}) / order, rho = laplace.zcdp_rho();
    RC_ASSERT(slope.lower <= rho.upper);
    const Bracket near_one = laplace.renyi(Order{1 + 1e-9});
    RC_ASSERT(near_one.upper >= rho.lower * (1 - 1e-15));
}

RC_GTEST_PROP(Laplace, ConcentratedPairBoundsTheMoments, ()) {
    // E e^(λL) in closed form from the law of the loss, for λ of either sign.
    const double scale = *log_uniform(0.02, 100), part = *support::uniform(-8, 8);
    const CDP cdp = Laplace{.noise_multiplier = scale}.cdp();
    const Real t = 1 / Real(scale), lambda = Real(part) / t, half = lambda + Real(0.5);
    const Real mean = t + exp(-t) - 1;
    const Real between =
        half == 0 ? Real(t / 2 * exp(-t / 2)) : Real(exp(-t / 2) * sinh(half * t) / (2 * half));
    const Real moment = exp(lambda * t) / 2 + exp(-t - lambda * t) / 2 + between;
    const Real tau = cdp.tau.value();
    RC_ASSERT(log(moment) - lambda * mean <= lambda * lambda * tau * tau / 2 + Real(1e-40));
    RC_ASSERT(Real(cdp.mu.value()) >= mean);
    // DR16 T4 gives the mean ε(e^ε - 1)/2; ours is below it and at most τ²/2.
    RC_ASSERT(mean <= t * expm1(t) / 2);
    RC_ASSERT(mean <= tau * tau / 2);
}

RC_GTEST_PROP(Laplace, TradeoffContainsOracle, ()) {
    const double scale = *log_uniform(0.02, 1e4), x = *log_uniform(1e-20, 1);
    // T(x) = F(F⁻¹(1-x) - t) with the distribution function of Laplace(0, 1).
    const Real t = 1 / Real(scale), tail = x;
    const Real quantile = tail <= Real(0.5) ? Real(-log(2 * tail)) : Real(log(2 * (1 - tail)));
    const Real y = quantile - t;
    const Real exact = y < 0 ? Real(exp(y) / 2) : Real(1 - exp(-y) / 2);
    const Bracket computed = Laplace{.noise_multiplier = scale}.tradeoff(x);
    if (x == 1) return;
    RC_ASSERT(Real(computed.lower) <= exact * (1 + Real(1e-30)));
    RC_ASSERT(Real(computed.upper) >= exact * (1 - Real(1e-30)));
    RC_ASSERT(is_sharp(computed, exact, 4e-13));
}

// Sums over coordinates never exceed the whole shift in one of them.
RC_GTEST_PROP(Laplace, WholeShiftInOneCoordinateIsTheWorst, ()) {
    const double first = *log_uniform(1e-3, 10), second = *log_uniform(1e-3, 10);
    const double order = *support::order(100);
    const auto divergence = [&](double shift) {
        return laplace_with(1.0, shift).renyi(Order{order});
    };
    const Bracket apart = divergence(first) + divergence(second);
    RC_ASSERT(apart.lower <= divergence((Bracket(first) + second).upper).upper);
}

// δ(ε) of two coordinates shifted by `first` and `second`: the loss of the first is `first` with
// probability 1/2, -first with e^(-first)/2 and has a density between; given it, the second has to
// make up for the rest. Quadrature between the points where the integrand bends.
double delta_of_two(double first, double second, double epsilon) {
    const auto rest = [&](double at) {  // E[(1 - e^(at - L))+] of the second, `at` of either sign
        if (at >= second) return 0.0;
        return -std::expm1(at >= -second ? (at - second) / 2 : at);
    };
    const auto density = [&](double x) {
        return std::exp((x - first) / 2) / 4 * rest(epsilon - x);
    };
    double sum = rest(epsilon - first) / 2 + std::exp(-first) * rest(epsilon + first) / 2;
    double from = -first;
    for (const double to : {epsilon - second, epsilon + second, first}) {
        const double end = std::clamp(to, from, first);
        sum += oracle::integral(density, from, end);
        from = end;
    }
    return sum;
}

RC_GTEST_PROP(Laplace, TwoShiftedCoordinatesNeverExceedOne, ()) {
    const double first = *log_uniform(1e-3, 5), second = *log_uniform(1e-3, 5);
    for (const double part : {0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
        const double epsilon = part * (first + second);
        const double found = delta_of_two(first, second, epsilon);
        const auto alone = [&](double shift) {
            return laplace_with(1.0, shift).delta(Epsilon{epsilon}).middle();
        };
        RC_ASSERT(found <= alone(first + second) * (1 + 1e-13) + 1e-15);
        // Looking at one coordinate only is a test, too.
        RC_ASSERT(found >= std::max(alone(first), alone(second)) * (1 - 1e-13) - 1e-15);
    }
}

TEST(Laplace, TwoShiftedCoordinatesAreStrictlyHarderToTellApart) {
    // Shifts 1 and 1 at ε = 0, by hand: 1 - 3/(2e) against 1 - 1/e for the shift 2.
    EXPECT_NEAR(delta_of_two(1, 1, 0), 1 - 1.5 * std::exp(-1), 1e-14);
    EXPECT_NEAR(laplace_with(1.0, 2.0).delta(Epsilon{0.0}).middle(), 1 - std::exp(-1), 1e-14);
    EXPECT_NEAR(delta_of_two(2, 1e-9, 0.5), delta_of_two(1e-9, 2, 0.5), 1e-9);
    EXPECT_NEAR(delta_of_two(2, 1e-9, 0.5), 1 - std::exp(-0.75), 1e-8);
}

RC_GTEST_PROP(Laplace, ShiftsAddUpInTheTradeoffFunction, ()) {
    const double first = *log_uniform(1e-3, 10), second = *log_uniform(1e-3, 10);
    const double x = *log_uniform(1e-9, 0.999);
    const double yes = 1 - laplace_with(1.0, first).tradeoff(x).middle();
    RC_PRE(yes > 1e-3 && yes < 1 - 1e-3);  // nearer the ends 1 - T has lost too many digits
    const double no = laplace_with(1.0, second).tradeoff(yes).middle();
    const Bracket whole = laplace_with(1.0, first + second).tradeoff(x);
    RC_ASSERT(std::abs(no / whole.middle() - 1) <= 1e-10);
}

TEST(Laplace, PureEpsilonIsSensitivityOverScale) {
    EXPECT_EQ(laplace_with(4.0, 2.0).pure_epsilon(), Bracket(0.5));
    EXPECT_TRUE(laplace_with(3.0, 1.0).pure_epsilon().contains(1 / 3.0));
    // The quotient is rounded down, so the true ε never exceeds the bound.
    EXPECT_GE(Real(laplace_with(1.0, 3.0).pure_epsilon().upper), Real(3));
    EXPECT_EQ(laplace_with(0.0, 0.0).pure_epsilon(), Bracket(0));
    EXPECT_EQ(laplace_with(0.0, 1.0).pure_epsilon(), Bracket(infinity));
    EXPECT_EQ(laplace_with(infinity, 1.0).pure_epsilon(), Bracket(0));
}

RC_GTEST_PROP(Laplace, NeverAssumesMoreNoiseThanThereIs, ()) {
    const double scale = *log_uniform(1e-6, 1e6), sensitivity = *log_uniform(1e-6, 1e6);
    const Real exact = Real(sensitivity) / Real(scale);
    const Bracket epsilon = laplace_with(scale, sensitivity).pure_epsilon();
    RC_ASSERT(Real(epsilon.upper) >= exact);
    RC_ASSERT(is_sharp(hull(epsilon, static_cast<double>(exact)), exact, 1e-15));
}

TEST(Laplace, RenyiMatchesTheReferenceTable) {
    const auto at = [](double epsilon, double order) {
        return laplace_with(1.0, epsilon).renyi(Order{order}).middle();
    };
    EXPECT_NEAR(at(0.25, 2), 0.056564, 5e-7);
    EXPECT_NEAR(at(0.25, 10), 0.179545, 5e-7);
    EXPECT_NEAR(at(0.5, 2), 0.200304, 5e-7);
    EXPECT_NEAR(at(0.5, 10), 0.428690, 5e-7);
    EXPECT_NEAR(at(1, 2), 0.619124, 5e-7);
    EXPECT_NEAR(at(1, 10), 0.928683, 5e-7);
    EXPECT_EQ(at(1, infinity), 1);
}

TEST(Laplace, CurveAtItsEnds) {
    const Laplace laplace{.noise_multiplier = 1.0};
    EXPECT_NEAR(laplace.renyi(Order{1.0}).middle(), 0.36787944117144233, 1e-15);
    for (const double scale : {1.0, 10.0, 1e4}) {
        const double approximation = 0.5 / (scale * scale);
        const double exact = Laplace{.noise_multiplier = scale}.renyi(Order{1.0}).middle();
        EXPECT_LT(exact, approximation);
        EXPECT_GT(exact, approximation * (1 - 1 / (3 * scale)));
    }
    // The formula of Proposition 6 itself is 0/0 there.
    const double alpha = 1;
    const double as_printed = std::log(alpha / (2 * alpha - 1) * std::exp(alpha - 1)) / (alpha - 1);
    EXPECT_TRUE(std::isnan(as_printed));
}

TEST(Laplace, TheLossHasTwoAtomsAndADensityBetween) {
    const Laplace laplace{.noise_multiplier = 1.0};
    EXPECT_EQ(laplace.loss_cdf(1), Bracket(1));
    EXPECT_NEAR(laplace.loss_cdf(1 - 1e-12).middle(), 0.5, 1e-12);
    EXPECT_NEAR(laplace.loss_cdf(-1).middle(), std::exp(-1) / 2, 1e-15);
    EXPECT_EQ(laplace.loss_cdf(-1 - 1e-12), Bracket(0));
    EXPECT_EQ(laplace.output_cdf(0), Bracket(0.5));
    // The total variation distance is what the best cut, half way, tells apart.
    const Bracket apart = laplace.output_cdf(0.5) - laplace.output_cdf(-0.5);
    EXPECT_NEAR(apart.middle(), laplace.delta(Epsilon{0.0}).middle(), 1e-15);
}

}  // namespace laplace_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/profile/profile.hpp"
#include "mizan/inversion/transform/test_sampled.hpp"

namespace mizan::inversion {
namespace sampled_gaussian_loss_test {

using oracle::Ball;
using oracle::contains;
using testing::Real;
using Case = testing::SampledCase;

std::shared_ptr<const LossTransform> loss_of(const Case& x) {
    return sampled_gaussian_loss(x.q, x.noise, x.direction);
}

// ∫ w^α e^{-x²/2σ²} dx. What lies beyond the ends is less than 1e-40 of it.
Ball moment(const Case& x, const Ball& alpha) {
    const Ball q(x.q), variance = Ball(x.noise) * Ball(x.noise);
    const auto density = [&](const Ball& point, bool whole) {
        const Ball w = Ball(1) - q + q * exp((point - Ball(0.5)) / variance);
        return exp(alpha * log(w, whole) - point * point / (Ball(2) * variance));
    };
    return Ball::integral(density, std::min(0.0, x.order()) - 14 * x.noise,
                          std::max(1.0, x.order()) + 14 * x.noise);
}

const testing::SampledKind kind{loss_of, moment, 0.3, 10};

TEST(SampledGaussianLoss, CharacteristicFunctionIsWithinItsError) {
    testing::error_ratios(kind, 1, 25);
}

TEST(SampledGaussianLoss, ErrorsAThousandTimesSmallerWouldNotHold) {
    const std::vector<Real> ratios = testing::error_ratios(kind, 2, 12);
    EXPECT_GT(*std::max_element(ratios.begin(), ratios.end()), 1e-3);
}

oracle::Real real(DoubleDouble x) { return oracle::Real(x.high) + oracle::Real(x.low); }

// At one node of each of several lines. The real part of the order is an exact double.
TEST(SampledGaussianLoss, PreciseCharacteristicFunctionIsWithinItsError) {
    testing::SampledCases cases(7);
    for (int i = 0; i < 12; ++i) {
        const Case x{.q = cases.log_between(1e-6, 0.5),
                     .noise = cases.log_between(0.5, 4),
                     .direction = i % 3 == 0 ? Direction::add : Direction::remove,
                     .c = std::ldexp(std::floor(cases.log_between(0x1p-6, 20) * 0x1p20), -20)};
        const auto loss = loss_of(x);
        constexpr std::size_t size = 60;
        const double step = testing::short_step(cases.log_between(1e-3, 0.05) /
                                                std::sqrt(loss->cumulants(x.c).variance));
        const auto tilted = loss->tilt(x.c, {.highest_frequency = 0, .accuracy = 1e-28});
        std::vector<ComplexDoubleDouble> log_phi(size);
        std::vector<double> error(size);
        Precise log_moment;
        ASSERT_TRUE(tilted->add_precise_log_characteristic(step, 1, {log_phi, error, log_moment}))
            << x;
        const testing::SampledTruth true_law{kind, x};
        EXPECT_LE(abs(real(log_moment.value) - true_law.log_moment()), log_moment.error) << x;
        EXPECT_LT(log_moment.error, 1e-26) << x;
        const auto k = static_cast<std::size_t>(cases.between(1, size));
        const double omega = step * static_cast<double>(k);
        const Ball truth = true_law.phi(omega, tilted->centre());
        EXPECT_TRUE(truth.is_sharp()) << x;
        const Real modulus = exp(real(log_phi[k].real)), angle = real(log_phi[k].imag);
        const Real off =
            abs(modulus * cos(angle) - truth.real()) + abs(modulus * sin(angle) - truth.imag());
        EXPECT_LE(off, modulus * expm1(Real(error[k])) * 1.5) << x << ", omega = " << omega;
        EXPECT_LT(modulus * Real(error[k]), 1e-22) << x << ", omega = " << omega;
    }
}

TEST(SampledGaussianLoss, LogMomentHoldsTheTruthAndIsSharp) {
    testing::expect_log_moments(kind, 3, 30, 4e-13);
}

TEST(SampledGaussianLoss, DecayHoldsAllAlongTheRay) {
    EXPECT_EQ(testing::expect_decay(kind, 4, 12), 12);
}

// Both ways of summing the same function: on the axis, and on a path away from it.
RC_GTEST_PROP(SampledGaussianLoss, HighFrequenciesAgreeWithLowOnes, ()) {
    const Case x{.q = *support::log_uniform(1e-4, 0.9),
                 .noise = *support::log_uniform(0.4, 8),
                 .direction = *rc::gen::element(Direction::remove, Direction::add),
                 .c = *support::log_uniform(0.05, 20)};
    const double deviation = std::sqrt(loss_of(x)->cumulants(x.c).variance);
    const double step = testing::short_step(*support::log_uniform(1e-3, 0.1) / deviation);
    const auto low = loss_of(x)->tilt(x.c, {.highest_frequency = 80 * step, .accuracy = 1e-16});
    const auto high = loss_of(x)->tilt(x.c, {.highest_frequency = 1e6 * step, .accuracy = 1e-16});
    const auto first = *rc::gen::inRange<std::size_t>(0, 60);
    const auto near = testing::nodes_of(*low, step, first, 20, 1);
    const auto far = testing::nodes_of(*high, step, first, 20, 1);
    for (std::size_t k = 0; k < near.size(); ++k) {
        const double phase = near[k].omega * (low->centre() - high->centre());
        RC_ASSERT(std::exp(far[k].real) * far[k].error < 1e-10);
        RC_ASSERT(std::abs(near[k].real - far[k].real) <= near[k].error + far[k].error);
        RC_ASSERT(std::abs(std::remainder(near[k].imag + phase - far[k].imag, 2 * M_PI)) <=
                  near[k].error + far[k].error + 1e-15);
    }
}

// At a whole order n: E[w^n] = Σ C(n,k) (1-q)^{n-k} q^k e^{k(k-1)/2σ²}.
RC_GTEST_PROP(SampledGaussianLoss, MomentsOfWholeOrderAreABinomialSum, ()) {
    const double q = *support::log_uniform(1e-9, 0.999);
    const double sigma = *support::log_uniform(0.2, 50);
    const int n = *rc::gen::inRange(2, 12);
    Real excess = 0, choose = 1;
    for (int k = 0; k <= n; ++k) {
        const Real exponent = Real(k) * (k - 1) / (2 * Real(sigma) * Real(sigma));
        excess += choose * pow(1 - Real(q), n - k) * pow(Real(q), k) * expm1(exponent);
        choose = choose * (n - k) / (k + 1);
    }
    const Real exact = log1p(excess);
    const Bracket k =
        sampled_gaussian_loss(q, sigma, Direction::remove)->log_moment(static_cast<double>(n - 1));
    RC_ASSERT(contains(k, exact));
    // Where the far end of the normal law decides, exponents in the hundreds cost digits.
    RC_ASSERT(oracle::is_sharp(k, exact, 1e-11));
}

Case random_case(double least_c, double most_c) {
    return {.q = *support::log_uniform(1e-9, 0.999),
            .noise = *support::log_uniform(0.2, 50),
            .direction = *rc::gen::element(Direction::remove, Direction::add),
            .c = *support::uniform(least_c, most_c)};
}

RC_GTEST_PROP(SampledGaussianLoss, SwappingInputsReflectsTheMoments, ()) {
    const Case x = random_case(-0.999, -0.001);
    const Bracket here = loss_of(x)->log_moment(x.c);
    const Bracket there =
        sampled_gaussian_loss(x.q, x.noise, opposite(x.direction))->log_moment(-1 - x.c);
    RC_ASSERT(here.lower <= there.upper && there.lower <= here.upper);
    RC_ASSERT(here.upper <= 0);
}

RC_GTEST_PROP(SampledGaussianLoss, MomentsAreOneAtBothEndsOfTheStripAndLogConvex, ()) {
    const Case x = random_case(0.1, 20);
    RC_ASSERT(loss_of(x)->log_moment(0) == Bracket(0));
    RC_ASSERT(loss_of(x)->log_moment(-1) == Bracket(0));
    const double c = std::ldexp(std::floor(std::ldexp(x.c, 20)), -20), step = 1.0 / 16;
    const Bracket low = loss_of(x)->log_moment(c - step), high = loss_of(x)->log_moment(c + step);
    RC_ASSERT((2 * loss_of(x)->log_moment(c)).lower <= (low + high).upper);
}

RC_GTEST_PROP(SampledGaussianLoss, CumulantsAreSlopesOfTheLogMoment, ()) {
    const Case x = random_case(0.1, 8);
    const Cumulants k = loss_of(x)->cumulants(x.c);
    const double step = 1e-3 * x.c;
    const double below = loss_of(x)->log_moment(x.c - step).middle();
    const double here = loss_of(x)->log_moment(x.c).middle();
    const double above = loss_of(x)->log_moment(x.c + step).middle();
    RC_ASSERT(std::abs(k.log_moment - here) <= 1e-4 * std::abs(here) + 1e-8);
    RC_ASSERT(std::abs(k.mean - (above - below) / (2 * step)) <= 2e-2 * std::abs(k.mean) + 1e-8);
    RC_ASSERT(k.variance > 0);
}

// No output is less likely than 1 - q times what it was before the record came.
RC_GTEST_PROP(SampledGaussianLoss, LossesOfAnAddedRecordEnd, ()) {
    const double q = *support::log_uniform(1e-4, 0.9), noise = *support::log_uniform(0.4, 8);
    const double count = *rc::gen::inRange(1, 50);
    const double end = -count * std::log1p(-q);
    Profile profile({{sampled_gaussian_loss(q, noise, Direction::add), count}});
    RC_ASSERT(profile.keeps(end * (1 + 1e-14), Delta{0.0}));
    const double largest = sampled_gaussian_loss(q, noise, Direction::add)->largest_loss();
    RC_ASSERT(oracle::contains({largest * (1 - 1e-14), largest}, -log1p(-Real(q))));
    RC_ASSERT(sampled_gaussian_loss(q, noise, Direction::remove)->largest_loss() == infinity);
}

TEST(SampledGaussianLoss, WithoutSamplingIsTheGaussian) {
    EXPECT_EQ(sampled_gaussian_loss(1, 2, Direction::add)->log_moment(4), Bracket(2.5));
    EXPECT_EQ(sampled_gaussian_loss(0, 2, Direction::remove)->log_moment(4), Bracket(0));
}

RC_GTEST_PROP(SampledGaussianLoss, ExtremeParametersGiveHonestAnswers, ()) {
    testing::check_extremes(kind);
}

// Searches for a saddle begin there at the latest: before it a moment of few draws is about 1,
// beyond it far more.
TEST(SampledGaussianLoss, MomentsGrowWithoutMeasureFromTheSteepestTiltOn) {
    for (const double sigma : {0.7, 1.0, 15.0}) {
        for (const double q : {1e-5, 1e-3}) {
            const auto loss = sampled_gaussian_loss(q, sigma, Direction::remove);
            const double c = loss->steepest_tilt();
            EXPECT_LT(loss->cumulants(0.9 * c).log_moment, 0.7) << q << ' ' << sigma;
            EXPECT_GT(loss->cumulants(1.3 * c).log_moment, 0.7) << q << ' ' << sigma;
        }
    }
    EXPECT_EQ(sampled_gaussian_loss(1e-5, 1, Direction::add)->steepest_tilt(), infinity);
}

// ε at δ = 1e-5, by inversion with forty digits.
TEST(SampledGaussianLoss, GivesTheProfileOfLearningWithNoise) {
    const auto loss = sampled_gaussian_loss(0.01, 1, Direction::remove);
    const auto expect = [&](double count, double epsilon, double width) {
        const Bracket bracket = Profile({{loss, count}}).epsilon(Delta{1e-5});
        EXPECT_NEAR(bracket.middle(), epsilon, width) << count;
        EXPECT_LT(bracket.width(), 2 * width) << count;
        EXPECT_TRUE((bracket + Bracket(-1e-14, 1e-14) * epsilon).contains(epsilon)) << bracket;
    };
    expect(1e3, 1.82823666651658, 1e-12);
    expect(1e4, 6.18771238997154, 2e-12);
    expect(1e5, 25.5731069865215, 1e-11);
    expect(1e6, 139.030272570558, 1e-10);
}

}  // namespace sampled_gaussian_loss_test
}  // namespace mizan::inversion

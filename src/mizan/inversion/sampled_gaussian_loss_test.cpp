// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/sampled_gaussian_loss.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/profile.hpp"
#include "mizan/inversion/test_transforms.hpp"

#include "support/ball.hpp"

namespace mizan::inversion {
namespace {

using oracle::Ball;
using oracle::contains;
using testing::Real;

struct Case {
    double q, sigma;
    Direction direction;
    double c;

    [[nodiscard]] double sign() const { return direction == Direction::remove ? 1 : -1; }
    [[nodiscard]] double order() const { return direction == Direction::remove ? 1 + c : -c; }
    [[nodiscard]] std::shared_ptr<const LossTransform> loss() const {
        return sampled_gaussian_loss(q, sigma, direction);
    }
};

std::ostream& operator<<(std::ostream& out, const Case& x) {
    return out << "q = " << x.q << ", sigma = " << x.sigma
               << (x.direction == Direction::remove ? ", remove, c = " : ", add, c = ") << x.c;
}

// ∫ w^α e^{-x²/2σ²} dx at α = a ± iω, where the imaginary part has the sign of the loss. What lies
// beyond the ends is less than 1e-40 of it.
Ball integral(const Case& x, double order, double omega) {
    const Ball q(x.q), variance = Ball(x.sigma) * Ball(x.sigma);
    const Ball alpha(order, x.sign() * omega);
    const auto density = [&](const Ball& point, bool whole) {
        const Ball w = Ball(1) - q + q * exp((point - Ball(0.5)) / variance);
        return exp(alpha * log(w, whole) - point * point / (Ball(2) * variance));
    };
    return Ball::integral(density, std::min(0.0, order) - 14 * x.sigma,
                          std::max(1.0, order) + 14 * x.sigma);
}

// A line and what holds on it.
struct Truth {
    Case x;
    Ball at_zero_frequency;

    explicit Truth(const Case& drawn) : x{drawn}, at_zero_frequency{integral(x, x.order(), 0)} {}

    [[nodiscard]] Real log_moment() const {
        return log(at_zero_frequency / integral(x, 0, 0)).real();
    }
    [[nodiscard]] Ball phi(double omega, double centre) const {
        return integral(x, x.order(), omega) / at_zero_frequency *
               exp(Ball(0, -omega) * Ball(centre));
    }
};

Real modulus(const Ball& z) { return sqrt(z.real() * z.real() + z.imag() * z.imag()); }

class Cases {
public:
    explicit Cases(unsigned seed) : random_{seed} {}

    double between(double a, double b) {
        return a + (b - a) * std::uniform_real_distribution<double>(0, 1)(random_);
    }
    double log_between(double a, double b) { return std::exp(between(std::log(a), std::log(b))); }

    Case draw() {
        return {.q = between(0, 1) < 0.3 ? between(0.1, 0.99) : log_between(1e-6, 0.5),
                .sigma = log_between(0.3, 10),
                .direction = between(0, 1) < 0.5 ? Direction::remove : Direction::add,
                .c = between(0, 1) < 0.25 ? between(-0.95, -0.05) : log_between(0.02, 60)};
    }

private:
    std::mt19937_64 random_;
};

// The errors of φ over the claimed ones at one node of each of several lines.
std::vector<Real> error_ratios(unsigned seed, int lines) {
    Cases cases(seed);
    std::vector<Real> ratios;
    for (int i = 0; i < lines; ++i) {
        const Case x = cases.draw();
        const double deviation = std::sqrt(x.loss()->cumulants(x.c).variance);
        constexpr std::size_t size = 90;
        const double step = testing::short_step(cases.log_between(1e-4, 0.2) / deviation);
        const auto tilted =
            x.loss()->tilt(x.c, {.highest_frequency = 100 * step, .accuracy = 1e-18});
        const auto nodes = testing::nodes_of(*tilted, step, 3, size, 1);
        const auto& node = nodes[static_cast<std::size_t>(cases.between(0, size))];
        const Ball phi = Truth(x).phi(node.omega, tilted->centre());
        EXPECT_TRUE(phi.is_sharp()) << x;
        const Ball computed = exp(Ball(node.real, node.imag));
        const Real claimed = modulus(computed) * expm1(Real(node.error));
        EXPECT_LT(claimed, 1e-9) << x << ", omega = " << node.omega;
        ratios.push_back(modulus(phi - computed) / claimed);
        EXPECT_LE(ratios.back(), 1) << x << ", omega = " << node.omega;
    }
    return ratios;
}

TEST(SampledGaussianLoss, CharacteristicFunctionIsWithinItsError) { error_ratios(1, 25); }

TEST(SampledGaussianLoss, ErrorsAThousandTimesSmallerWouldNotHold) {
    const std::vector<Real> ratios = error_ratios(2, 12);
    EXPECT_GT(*std::max_element(ratios.begin(), ratios.end()), 1e-3);
}

// Both ways of summing the same function: on the axis, and on a path away from it.
RC_GTEST_PROP(SampledGaussianLoss, HighFrequenciesAgreeWithLowOnes, ()) {
    const Case x{.q = *support::log_uniform(1e-4, 0.9),
                 .sigma = *support::log_uniform(0.4, 8),
                 .direction = *rc::gen::element(Direction::remove, Direction::add),
                 .c = *support::log_uniform(0.05, 20)};
    const double deviation = std::sqrt(x.loss()->cumulants(x.c).variance);
    const double step = testing::short_step(*support::log_uniform(1e-3, 0.1) / deviation);
    const auto low = x.loss()->tilt(x.c, {.highest_frequency = 80 * step, .accuracy = 1e-16});
    const auto high = x.loss()->tilt(x.c, {.highest_frequency = 1e6 * step, .accuracy = 1e-16});
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

TEST(SampledGaussianLoss, LogMomentHoldsTheTruthAndIsSharp) {
    Cases cases(3);
    for (int i = 0; i < 30; ++i) {
        const Case x = cases.draw();
        const Real exact = Truth(x).log_moment();
        const Bracket alone = x.loss()->log_moment(x.c);
        const Bracket on_line =
            x.loss()->tilt(x.c, {.highest_frequency = 1, .accuracy = 1e-12})->log_moment();
        EXPECT_TRUE(contains(alone, exact)) << x;
        EXPECT_TRUE(contains(on_line, exact)) << x;
        EXPECT_TRUE(oracle::is_sharp(alone, exact, 4e-13)) << x << alone;
    }
}

TEST(SampledGaussianLoss, DecayHoldsAllAlongTheRay) {
    Cases cases(4);
    for (int i = 0; i < 12; ++i) {
        const Case x = cases.draw();
        const Truth truth(x);
        const double deviation = std::sqrt(x.loss()->cumulants(x.c).variance);
        const double omega = cases.log_between(0.01, 3) / deviation;
        const auto tilted = x.loss()->tilt(x.c, {.highest_frequency = omega, .accuracy = 1e-12});
        const double bound = tilted->log_decay(omega);
        EXPECT_LT(bound, 0) << x << ", omega = " << omega;
        for (const double factor : {1.0, 1.3, 2.5}) {
            const Ball phi = truth.phi(omega * factor, 0);
            EXPECT_LE(log(modulus(phi)), Real(bound)) << x << ", omega = " << omega * factor;
        }
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
    RC_ASSERT(oracle::is_sharp(k, exact, 1e-12));
}

Case random_case(double least_c, double most_c) {
    return {.q = *support::log_uniform(1e-9, 0.999),
            .sigma = *support::log_uniform(0.2, 50),
            .direction = *rc::gen::element(Direction::remove, Direction::add),
            .c = *support::uniform(least_c, most_c)};
}

RC_GTEST_PROP(SampledGaussianLoss, SwappingInputsReflectsTheMoments, ()) {
    const Case x = random_case(-0.999, -0.001);
    const auto other = x.direction == Direction::remove ? Direction::add : Direction::remove;
    const Bracket here = x.loss()->log_moment(x.c);
    const Bracket there = sampled_gaussian_loss(x.q, x.sigma, other)->log_moment(-1 - x.c);
    RC_ASSERT(here.lower <= there.upper && there.lower <= here.upper);
    RC_ASSERT(here.upper <= 0);
}

RC_GTEST_PROP(SampledGaussianLoss, MomentsAreOneAtBothEndsOfTheStripAndLogConvex, ()) {
    const Case x = random_case(0.1, 20);
    RC_ASSERT(x.loss()->log_moment(0) == Bracket(0));
    RC_ASSERT(x.loss()->log_moment(-1) == Bracket(0));
    const double c = std::ldexp(std::floor(std::ldexp(x.c, 20)), -20), step = 1.0 / 16;
    const Bracket low = x.loss()->log_moment(c - step), high = x.loss()->log_moment(c + step);
    RC_ASSERT((2 * x.loss()->log_moment(c)).lower <= (low + high).upper);
}

RC_GTEST_PROP(SampledGaussianLoss, CumulantsAreSlopesOfTheLogMoment, ()) {
    const Case x = random_case(0.1, 8);
    const Cumulants k = x.loss()->cumulants(x.c);
    const double step = 1e-3 * x.c;
    const double below = x.loss()->log_moment(x.c - step).middle();
    const double here = x.loss()->log_moment(x.c).middle();
    const double above = x.loss()->log_moment(x.c + step).middle();
    RC_ASSERT(std::abs(k.log_moment - here) <= 1e-4 * std::abs(here) + 1e-8);
    RC_ASSERT(std::abs(k.mean - (above - below) / (2 * step)) <= 2e-2 * std::abs(k.mean) + 1e-8);
    RC_ASSERT(k.variance > 0);
}

TEST(SampledGaussianLoss, WithoutSamplingIsTheGaussian) {
    EXPECT_EQ(sampled_gaussian_loss(1, 2, Direction::add)->log_moment(4), Bracket(2.5));
    EXPECT_EQ(sampled_gaussian_loss(0, 2, Direction::remove)->log_moment(4), Bracket(0));
}

RC_GTEST_PROP(SampledGaussianLoss, ExtremeParametersGiveHonestAnswers, ()) {
    const double q = *rc::gen::oneOf(support::log_uniform(1e-300, 1), rc::gen::just(0x1p-1074),
                                     rc::gen::just(1 - 0x1p-53));
    const double sigma = *support::log_uniform(1e-200, 1e200);
    const auto direction = *rc::gen::element(Direction::remove, Direction::add);
    const double c =
        *rc::gen::oneOf(support::log_uniform(1e-12, 1e6), support::uniform(-0.9999, 0));
    const auto loss = sampled_gaussian_loss(q, sigma, direction);
    const Bracket k = loss->log_moment(c);
    RC_ASSERT((c > 0 ? k.lower : -k.upper) >= 0);
    RC_ASSERT(!std::isnan(loss->cumulants(c).variance));
    const double highest = *support::log_uniform(1e-12, 1e12);
    const auto tilted = loss->tilt(c, {.highest_frequency = highest, .accuracy = 1e-14});
    RC_ASSERT(std::isfinite(tilted->centre()));
    RC_ASSERT(tilted->log_decay(highest) <= 0);
    const double count = std::floor(*support::log_uniform(1, 0x1p53));
    for (const auto& node :
         testing::nodes_of(*tilted, testing::short_step(highest / 20), 1, 16, count)) {
        // |φ| ≤ 1 must be possible.
        RC_ASSERT(node.error >= 0);
        RC_ASSERT(std::exp(node.real) * (1 - std::expm1(node.error)) <= 1 + 1e-15);
        RC_ASSERT(!std::isnan(node.imag) && !std::isnan(node.error));
    }
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

}  // namespace
}  // namespace mizan::inversion

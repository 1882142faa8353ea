// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/replaced_gaussian_loss.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"
#include "mizan/inversion/normal_mixture/test_sampled_sum.hpp"
#include "mizan/inversion/profile/profile.hpp"
#include "mizan/inversion/transform/test_sampled.hpp"

namespace mizan::inversion {
namespace replaced_gaussian_loss_test {

using oracle::Ball;
using oracle::contains;
using testing::Real;
using Case = testing::SampledCase;

std::shared_ptr<const LossTransform> loss_of(const Case& x) {
    return replaced_gaussian_loss(x.q, x.noise);
}

// ∫ w(x)^α w(-x)^{1-α} e^{-x²/2σ²} dx, with α = 1 + s or -s alike. What lies beyond the ends is
// less than 1e-40 of it.
Ball moment(const Case& x, const Ball& alpha) {
    const Ball q(x.q), variance = Ball(x.noise) * Ball(x.noise);
    const auto log_w = [&](const Ball& point, bool whole) {
        return log(Ball(1) - q + q * exp((point - Ball(0.5)) / variance), whole);
    };
    const auto density = [&](const Ball& point, bool whole) {
        return exp(alpha * log_w(point, whole) + (Ball(1) - alpha) * log_w(Ball(0) - point, whole) -
                   point * point / (Ball(2) * variance));
    };
    const double farthest = 2 * x.order() - 1;
    return Ball::integral(density, std::min(-1.0, farthest) - 14 * x.noise,
                          std::max(1.0, farthest) + 14 * x.noise);
}

const testing::SampledKind kind{loss_of, moment, 0.3, 10};

TEST(ReplacedGaussianLoss, CharacteristicFunctionIsWithinItsError) {
    testing::error_ratios(kind, 1, 14);
}

TEST(ReplacedGaussianLoss, ErrorsAThousandTimesSmallerWouldNotHold) {
    const std::vector<Real> ratios = testing::error_ratios(kind, 2, 6);
    EXPECT_GT(*std::max_element(ratios.begin(), ratios.end()), 1e-3);
}

// log φ at one node, with the bound of its error.
struct Node {
    double real, imag, error;
};
Node node(const TiltedLoss& line, double omega) {
    std::vector<double> real(2), imag(2), error(2);
    line.add_log_characteristic(omega, 0, 1, {real, imag, error});
    return {real[1], imag[1] + omega * line.centre(), error[1]};
}

// A line that was made for low frequencies makes points for higher ones when these are expected: as
// good as those of a line that is made for them at once, and with fewer where Φ has fallen far.
TEST(ReplacedGaussianLoss, ALineServesFrequenciesThatAreExpectedLater) {
    const auto loss = replaced_gaussian_loss(0.01, 0.9);
    const LineUse low{.highest_frequency = 1, .accuracy = 1e-14},
        high{.highest_frequency = 64, .accuracy = 1e-14},
        fallen{.highest_frequency = 64, .accuracy = 1e-14, .fall = 10};
    const auto line = loss->tilt(2, low), other = loss->tilt(2, high);
    const double work_at_first = line->work_per_node();
    ASSERT_TRUE(line->expect(high));
    EXPECT_GT(line->work_per_node(), work_at_first);
    for (const double omega : {1.0, 17.0, 63.0}) {
        const Node x = node(*line, omega), y = node(*other, omega);
        EXPECT_LT(x.error, 1e-11);
        EXPECT_NEAR(x.real, y.real, x.error + y.error);
        EXPECT_NEAR(x.imag, y.imag, x.error + y.error);
    }
    ASSERT_TRUE(line->expect(fallen));
    EXPECT_LT(line->work_per_node(), other->work_per_node());
    const Node near = node(*line, 2), far = node(*line, 63), truth = node(*other, 63);
    EXPECT_LT(near.error, 1e-11);
    EXPECT_GT(far.error, 100 * near.error);
    EXPECT_NEAR(far.real, truth.real, far.error + truth.error);
}

TEST(ReplacedGaussianLoss, IsAsSteepAsTheLossOfARecordThatIsRemoved) {
    EXPECT_NEAR(replaced_gaussian_loss(1e-4, 2)->steepest_tilt(),
                sampled_gaussian_loss(1e-4, 2, Direction::remove)->steepest_tilt(), 1e-9);
}

TEST(ReplacedGaussianLoss, LogMomentHoldsTheTruthAndIsSharp) {
    testing::expect_log_moments(kind, 3, 16, 4e-13);
}

TEST(ReplacedGaussianLoss, DecayHoldsAllAlongTheRay) {
    EXPECT_EQ(testing::expect_decay(kind, 4, 7), 7);
}

Case random_case(double least_c, double most_c) {
    return {.q = *support::log_uniform(1e-9, 0.999),
            .noise = *support::log_uniform(0.2, 50),
            .direction = Direction::remove,
            .c = *support::uniform(least_c, most_c)};
}

// Both ways of summing the same function: on the axis, and on a path away from it.
RC_GTEST_PROP(ReplacedGaussianLoss, HighFrequenciesAgreeWithLowOnes, ()) {
    const Case x{
        .q = *support::log_uniform(1e-4, 0.9),
        .noise = *support::log_uniform(0.4, 8),
        .direction = Direction::remove,
        .c = *rc::gen::oneOf(support::log_uniform(0.05, 20), support::uniform(-0.9, -0.1))};
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

RC_GTEST_PROP(ReplacedGaussianLoss, IsItsOwnMirrorImage, ()) {
    const Case x = random_case(-0.999, -0.001);
    const Bracket here = loss_of(x)->log_moment(x.c), there = loss_of(x)->log_moment(-1 - x.c);
    RC_ASSERT(here.lower <= there.upper && there.lower <= here.upper);
    RC_ASSERT(here.upper <= 0);
}

RC_GTEST_PROP(ReplacedGaussianLoss, MomentsAreOneAtBothEndsOfTheStripAndLogConvex, ()) {
    const Case x = random_case(0.1, 20);
    RC_ASSERT(loss_of(x)->log_moment(0) == Bracket(0));
    RC_ASSERT(loss_of(x)->log_moment(-1) == Bracket(0));
    const double c = std::ldexp(std::floor(std::ldexp(x.c, 20)), -20), step = 1.0 / 16;
    const Bracket low = loss_of(x)->log_moment(c - step), high = loss_of(x)->log_moment(c + step);
    RC_ASSERT((2 * loss_of(x)->log_moment(c)).lower <= (low + high).upper);
}

// A larger sample and less noise are worse, and so is any replacement than a removal.
RC_GTEST_PROP(ReplacedGaussianLoss, MomentsGrowWithTheSampleAndFallWithTheNoise, ()) {
    const Case x = random_case(0.01, 20);
    const double here = loss_of(x)->log_moment(x.c).lower;
    const double smaller = x.q * *support::uniform(0.1, 1), noisier = x.noise * 1.25;
    RC_ASSERT(replaced_gaussian_loss(smaller, x.noise)->log_moment(x.c).lower <=
              loss_of(x)->log_moment(x.c).upper);
    RC_ASSERT(replaced_gaussian_loss(x.q, noisier)->log_moment(x.c).lower <=
              loss_of(x)->log_moment(x.c).upper);
    const auto removed = sampled_gaussian_loss(x.q, x.noise, Direction::remove);
    RC_ASSERT(removed->log_moment(x.c).lower <= loss_of(x)->log_moment(x.c).upper);
    RC_ASSERT(here >= 0);
}

RC_GTEST_PROP(ReplacedGaussianLoss, CumulantsAreSlopesOfTheLogMoment, ()) {
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

TEST(ReplacedGaussianLoss, WithoutSamplingIsTheGaussianTwiceAsFarApart) {
    EXPECT_EQ(replaced_gaussian_loss(1, 2)->log_moment(4), Bracket(10));
    EXPECT_EQ(replaced_gaussian_loss(0, 2)->log_moment(4), Bracket(0));
}

RC_GTEST_PROP(ReplacedGaussianLoss, ExtremeParametersGiveHonestAnswers, ()) {
    testing::check_extremes(kind);
}

using testing::attained_delta;
using testing::SampledSum;
using testing::Vector;

TEST(ReplacedGaussianLoss, DominatesEveryReplacementInATinyUniverse) {
    const std::vector<Vector> universe{{1, 0}, {-1, 0}, {0.5, 0}, {0, 1}, {0.6, -0.8}, {0, 0}};
    for (const double q : {0.2, 0.7}) {
        for (const double sigma : {0.6, 1.5}) {
            const auto loss = replaced_gaussian_loss(q, sigma);
            for (const double epsilon : {0.0, 0.4, 1.5}) {
                const double bound = Profile({{loss, 1}}).delta(epsilon).upper;
                for (const Vector& other : {universe[0], universe[4]}) {
                    for (const Vector& u : universe) {
                        for (const Vector& v : universe) {
                            const SampledSum here{q, sigma, {other, u}};
                            const SampledSum there{q, sigma, {other, v}};
                            EXPECT_LE(attained_delta(here, there, epsilon, 16, 16), bound + 1e-15);
                        }
                    }
                }
                // And 1 against -1, with nobody else there, reach it.
                const double most =
                    attained_delta({q, sigma, {{1, 0}}}, {q, sigma, {{-1, 0}}}, epsilon, 2000, 1);
                EXPECT_GE(most, bound - 1e-5);
                EXPECT_LE(most, bound + 1e-15);
            }
        }
    }
}

}  // namespace replaced_gaussian_loss_test
}  // namespace mizan::inversion

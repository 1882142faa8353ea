// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/sampled_laplace_loss.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/profile/profile.hpp"
#include "mizan/inversion/transform/test_sampled.hpp"

namespace mizan::inversion {
namespace sampled_laplace_loss_test {

using oracle::Ball;
using oracle::contains;
using testing::Real;
using Case = testing::SampledCase;

std::shared_ptr<const LossTransform> loss_of(const Case& x) {
    return sampled_laplace_loss(x.q, x.noise, x.direction);
}

// E[w^α] from the law of z: both atoms and the part between.
Ball moment(const Case& x, const Ball& alpha) {
    const Ball q(x.q), e = Ball(1) / Ball(x.noise), half(0.5);
    const auto power = [&](const Ball& z, bool whole) {
        return exp(alpha * log(Ball(1) - q + q * exp(z), whole));
    };
    const auto density = [&](const Ball& t, bool whole) {
        return power((t + t - Ball(1)) * e, whole) * exp(Ball(0) - t * e);
    };
    return half * power(Ball(0) - e, false) + half * exp(Ball(0) - e) * power(e, false) +
           half * e * Ball::integral(density, 0, 1);
}

const testing::SampledKind kind{loss_of, moment, 0.3, 30};

TEST(SampledLaplaceLoss, CharacteristicFunctionIsWithinItsError) {
    testing::error_ratios(kind, 1, 60);
}

TEST(SampledLaplaceLoss, ErrorsAThousandTimesSmallerWouldNotHold) {
    const std::vector<Real> ratios = testing::error_ratios(kind, 2, 30);
    EXPECT_GT(*std::max_element(ratios.begin(), ratios.end()), 1e-3);
}

TEST(SampledLaplaceLoss, LogMomentHoldsTheTruthAndIsSharp) {
    testing::expect_log_moments(kind, 3, 60, 1e-12);
}

TEST(SampledLaplaceLoss, DecayHoldsAllAlongTheRay) {
    EXPECT_GE(testing::expect_decay(kind, 4, 40), 15);
}

RC_GTEST_PROP(SampledLaplaceLoss, SwappingInputsReflectsTheMoments, ()) {
    const double q = *support::log_uniform(1e-9, 0.999), scale = *support::log_uniform(0.05, 50);
    const double c = *support::uniform(-0.999, -0.001);
    const Bracket here = sampled_laplace_loss(q, scale, Direction::remove)->log_moment(c);
    const Bracket there = sampled_laplace_loss(q, scale, Direction::add)->log_moment(-1 - c);
    RC_ASSERT(here.lower <= there.upper && there.lower <= here.upper);
    RC_ASSERT(here.upper <= 0);
}

RC_GTEST_PROP(SampledLaplaceLoss, ExtremeParametersGiveHonestAnswers, ()) {
    testing::check_extremes(kind);
}

TEST(SampledLaplaceLoss, WithoutSamplingIsTheLaplace) {
    EXPECT_EQ(sampled_laplace_loss(0, 2, Direction::remove)->log_moment(4), Bracket(0));
    const Bracket whole = sampled_laplace_loss(1, 2, Direction::add)->log_moment(4);
    const Bracket nearly = sampled_laplace_loss(1 - 1e-15, 2, Direction::add)->log_moment(4);
    EXPECT_NEAR(whole.middle(), nearly.middle(), 1e-12);
}

}  // namespace sampled_laplace_loss_test
}  // namespace mizan::inversion

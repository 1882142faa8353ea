// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/discrete_gaussian_loss.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/inversion/transform/test_transforms.hpp"
#include "mizan/units/error.hpp"

namespace mizan::inversion {
namespace discrete_gaussian_loss_test {

using testing::Complex;
using testing::Moment;
using testing::Real;

// Σ p(z) e^{sL(z)} term by term, as far as the law tilted by c reaches.
Moment moment_of(double sigma, int k, double c) {
    const int middle = static_cast<int>(std::lround(-c * k));
    const int reach = static_cast<int>(16 * sigma) + 4;
    std::vector<std::pair<Real, Real>> atoms;
    const Real variance = Real(sigma) * Real(sigma);
    for (int z = std::min(middle, 0) - reach; z <= std::max(middle, 0) + reach; ++z) {
        atoms.emplace_back(exp(-Real(z) * z / (2 * variance)),
                           Real(k) * (k - 2 * z) / (2 * variance));
    }
    Real total = 0;
    for (const auto& [weight, loss] : atoms) total += weight;
    return [=](const Complex& s) {
        Complex sum(0);
        for (const auto& [weight, loss] : atoms) {
            sum += Complex(weight / total) * exp(s * Complex(loss));
        }
        return sum;
    };
}

RC_GTEST_PROP(DiscreteGaussianLoss, TransformContainsTheSum, ()) {
    const double sigma = *support::log_uniform(2, 7);
    const int k = *rc::gen::inRange(1, 4);
    const double c = *rc::gen::oneOf(support::log_uniform(1e-3, 4), support::uniform(-0.99, -0.01));
    const double count = *rc::gen::element(1.0, 5.0, 1000.0);
    const DiscreteGaussianLoss loss(sigma, k);
    const Moment moment = moment_of(sigma, k, c);
    RC_ASSERT(oracle::contains(loss.log_moment(c), log(moment(Complex(Real(c), Real(0))).real())));
    // Near some packet, and as far from it as fifty digits see anything.
    const double period = 6.283185307179586 * sigma * sigma / k, mu = k / sigma;
    const double away = *support::uniform(-9, 9) / mu;
    const double omega = std::abs(*rc::gen::inRange(0, 6) * period + away);
    const auto tilted = loss.tilt(c, {2 * omega, 1e-12});
    const auto nodes = testing::nodes_of(*tilted, testing::short_step(omega), 1, 1, count);
    RC_ASSERT(testing::error_ratio(nodes[0], *tilted, moment, c, count) <= 1);
    const double nearest = std::abs(std::remainder(omega, period)) * mu;
    if (count == 1 && nearest < 3 && sigma > 3) RC_ASSERT(nodes[0].error < 1e-11);
}

// The bounds hold everywhere on their intervals.
RC_GTEST_PROP(DiscreteGaussianLoss, BoundsHoldOnIntervals, ()) {
    const double sigma = *support::log_uniform(2, 5);
    const int k = *rc::gen::inRange(1, 4);
    const double c = *support::uniform(0.1, 2);
    const auto tilted = DiscreteGaussianLoss(sigma, k).tilt(c, {1e3, 1e-12});
    const double radius = *support::uniform(0.1, 1) * tilted->interval_radius();
    const Intervals intervals{radius + *support::uniform(0, 20), 2 * radius, radius};
    std::vector<double> squares(8, 1.0);
    tilted->multiply_bound(intervals, 1, squares);
    const auto interval = *rc::gen::inRange<std::size_t>(0, 8);
    const double omega = intervals.first + static_cast<double>(interval) * intervals.step +
                         radius * *support::uniform(-1, 1);
    const Real modulus = testing::log_modulus(moment_of(sigma, k, c), c, omega);
    RC_ASSERT(2 * modulus <= log(Real(squares[interval])) + Real(1e-9));
}

TEST(DiscreteGaussianLoss, WithMuchNoiseHasTheTransformOfGaussianNoise) {
    const double sigma = 1e6;
    const DiscreteGaussianLoss loss(sigma, 1);
    const auto tilted = loss.tilt(1e6, {1e9, 1e-12});
    EXPECT_NEAR(tilted->log_moment().middle(), (1e6 + 1e12) / 2e12, 1e-12);
    const auto nodes = testing::nodes_of(*tilted, 0x1p19, 0, 8, 1);
    for (const testing::Node& node : nodes) {
        EXPECT_NEAR(node.real, -node.omega * node.omega / 2e12, 1e-12);
        EXPECT_LT(node.error, 1e-12);
    }
}

TEST(DiscreteGaussianLoss, RefusesNoiseOfFewSteps) {
    EXPECT_THROW(DiscreteGaussianLoss(1.9, 1), DomainError);
    EXPECT_THROW(DiscreteGaussianLoss(INFINITY, 1), DomainError);
}

}  // namespace discrete_gaussian_loss_test
}  // namespace mizan::inversion

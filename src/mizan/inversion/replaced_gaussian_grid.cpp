// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/replaced_gaussian_grid.hpp"

#include <algorithm>
#include <cmath>

namespace mizan::inversion {

namespace {

// What bounds M(c) - 1 falls like sec(θ)^{1-c} if c < 1, and log sec θ ≤ 5.3 log sec(θ/2) up to here.
constexpr double bent_strip = 1.2, bending = 5.3;

double excess_falling(double c) { return std::max(0.0, c) + bending * std::max(0.0, 1 - c); }
double excess_strip(double c) { return c < 1 ? bent_strip : widest_strip; }

// Slightly more than r(x).
double ratio_at(const ReplacedGaussianTilt& tilt, double x) {
    const double z = (x - 0.5) / (tilt.sigma * tilt.sigma);
    return std::min(1.0, (1 + 1e-9) / (1 + (1 - tilt.q) / tilt.q * std::exp(-z)));
}

}  // namespace

// Below these odds both arguments together are at most θ.
double ReplacedGaussianTilt::turns() const {
    const double odds = q / (1 - q) * std::exp(-0.5 / (sigma * sigma));
    return odds < 1 - 1e-9 ? 1 : 2;
}

SampledGaussianGrid ReplacedGaussianTilt::grid(double highest_frequency, double digits,
                                               double strip_digits) const {
    const double step = std::min(
        {step_for_strip(sigma, turns() * highest_frequency, falling(), digits, widest_strip),
         step_for_strip(sigma, 0, excess_falling(c), digits, excess_strip(c)),
         step_for_strip(sigma, 0, falling(), strip_digits, narrow_strip)});
    return grid_with_step(step, digits);
}

// Outside these ends every density of the rule falls at least as fast as a normal one.
SampledGaussianGrid ReplacedGaussianTilt::grid_with_step(double step, double digits) const {
    const double less = std::max(0.0, -c), near = std::max(2.0, 1 + c);
    const double left = -(2 + less + (1 + less) * ratio_at(*this, -2));
    const double right = near + std::max(1.0, c) * ratio_at(*this, -near);
    return SampledGaussianGrid::around(left, right, sigma, step, digits);
}

double ReplacedGaussianTilt::aliasing(double step, double frequency, double widest) const {
    return inversion::aliasing(sigma, step, turns() * frequency, falling(), widest);
}

double ReplacedGaussianTilt::excess_aliasing(double step) const {
    return inversion::aliasing(sigma, step, 0, excess_falling(c), excess_strip(c));
}

ReplacedGaussianPoints::ReplacedGaussianPoints(const ReplacedGaussianTilt& tilt, double step)
    : q_{tilt.q},
      variance_{tilt.sigma * tilt.sigma},
      c_{tilt.c},
      norm_{step / (tilt.sigma * 2.5066282746310002)},  // √(2π)
      log_norm_{std::log(norm_)} {}

LossPoint ReplacedGaussianPoints::point(double x, const ReplacedRatio& ratio) const {
    const double g = x * x / (2 * variance_), middle = norm_ * std::exp(-g);
    const auto weight = [&](const DensityRatio& one) {
        return std::abs(one.log_w) < 30 ? middle * one.w : norm_ * std::exp(one.log_w - g);
    };
    const auto& [there, back] = ratio;
    return {.loss = ratio.loss(),
            .log_weight = there.log_w - g + log_norm_,
            .weight = weight(there),
            .dual_weight = weight(back),
            .loss_error = ratio.loss_error(),
            .weight_error = 4.1 * g + 2 * std::abs(there.log_w) + 2 * std::abs(back.log_w) +
                            ratio.loss_error() + 2 * std::abs(log_norm_) + 20};
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mizan/inversion/transform/few_bits.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double right_angle = 1.57;  // a little less

double log_sec(double angle) { return -plain::log(plain::cos(angle)); }

// The θ that makes θ / (digits + θ²σ²/2 + falling·log sec(θ/2)) largest, nearly.
double best_strip(double sigma, Falling falling, double digits, double widest) {
    return std::min(falling.widest(widest),
                    std::sqrt(2 * digits / (sigma * sigma + falling.curvature())));
}

double ratio_at(const SampledGaussianTilt& tilt, double x) {
    const double z = (x - 0.5) / (tilt.sigma * tilt.sigma);
    return 1 / (1 + (1 - tilt.q) / tilt.q * plain::exp(-z));
}

// Some x ≤ 0 with x + (2-a) r(x) ≤ 0: to its left every density the rule meets falls at least as
// fast as that of a normal distribution. The left side grows at least as fast as x.
double left_mode(const SampledGaussianTilt& tilt) {
    const double falling = 2 - tilt.order();
    if (falling <= 0) return 0;
    double low = -falling * ratio_at(tilt, 0) * (1 + 1e-9), high = 0;
    while (high - low > 0.1 * tilt.sigma) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) break;
        const double pull = falling * ratio_at(tilt, middle);
        (middle + pull + 1e-9 * (pull - middle) <= 0 ? low : high) = middle;
    }
    return low;
}

}  // namespace

Falling::Falling(double order, double q)
    : order_{order}, log_most_{order > 0 ? -order * plain::log1p(-q) * (1 + 1e-12) : 0} {}

// For lower orders a strip beyond π/2 is worth more.
bool Falling::is_capped() const { return order_ > 16 && log_most_ < 40; }

double Falling::widest(double widest) const {
    return is_capped() ? std::min(widest, right_angle) : widest;
}

double Falling::log_cap() const { return is_capped() ? log_most_ : 0; }

double Falling::log_gain(double theta) const {
    if (!(order_ > 0)) return 0;
    const double by_angle = order_ * log_sec(theta / 2);
    return theta <= right_angle ? std::min(by_angle, log_most_) : by_angle;
}

double aliasing_on_strip(double sigma, double step, double frequency, Falling falling,
                         double theta) {
    const double gain = 2 * pi * sigma * sigma / step * theta;
    if (!(gain > 1)) return 2;  // nothing is off by more than twice itself
    const double loss =
        theta * theta * sigma * sigma / 2 + frequency * theta + falling.log_gain(theta);
    // The rounding of the exponents is less than a part in 10^12 of their sizes.
    const double exponent = loss - gain + 1e-12 * (loss + gain);
    return std::min(2.0, 2 * plain::exp(exponent) / (1 - plain::exp(-gain)) * (1 + 1e-12));
}

double aliasing(double sigma, double step, double frequency, Falling falling, double widest) {
    const double scale = 2 * pi * sigma * sigma / step, most = falling.widest(widest);
    const double middle =
        std::min(most, std::max(0.0, scale - frequency) / (sigma * sigma + falling.curvature()));
    double best = 2;
    for (const double theta : {middle, 0.9 * middle, most}) {
        best = std::min(best, aliasing_on_strip(sigma, step, frequency, falling, theta));
    }
    return best;
}

double step_for_strip(double sigma, double frequency, Falling falling, double digits,
                      double widest) {
    const double variance = sigma * sigma, theta = best_strip(sigma, falling, digits, widest);
    return 2 * pi * theta * variance /
           (digits + theta * theta * variance / 2 + frequency * theta + falling.log_gain(theta));
}

SampledGaussianGrid SampledGaussianGrid::build(const SampledGaussianTilt& tilt, double digits,
                                               double strip_digits) {
    const Falling falling(std::max(0.0, 2 - tilt.order()), tilt.q);
    const double step =
        std::min(step_for_strip(tilt.sigma, 0, falling, digits, widest_strip),
                 step_for_strip(tilt.sigma, 0, falling, strip_digits, narrow_strip));
    return with_step(tilt, step, digits);
}

StepForNodes step_for_nodes(double sigma, double turns, Falling falling, LineUse use,
                            double digits) {
    const double variance = sigma * sigma, fall = use.fall * use.fall;
    const double pull = variance + falling.curvature(), push = turns * turns * fall;
    const double widest = falling.widest(widest_strip);
    StepForNodes best{0, 0};
    for (const double spread : {0.0, pull, pull + 0.2 * push, pull + 0.5 * push, pull + push}) {
        const double theta = std::min(widest, std::sqrt(2 * digits / spread));
        // e^{ωtθ - ω²/2fall²}, t being the turns, is largest at this frequency.
        const double turned = turns * theta, omega = std::min(use.highest_frequency, turned * fall);
        const double needed = digits + theta * theta * variance / 2 + falling.log_gain(theta) +
                              omega * (turned - omega / (2 * fall));
        if (2 * pi * theta * variance > best.step * needed) {
            best = {2 * pi * theta * variance / needed, theta};
        }
    }
    return best;
}

SampledGaussianGrid SampledGaussianGrid::for_nodes(const SampledGaussianTilt& tilt, LineUse use,
                                                   double digits) {
    const Falling falling(std::max(0.0, -tilt.order()), tilt.q);
    const auto [step, strip] = step_for_nodes(tilt.sigma, 1, falling, use, digits);
    SampledGaussianGrid grid = with_step(tilt, step, digits);
    grid.strip = strip;
    return grid;
}

SampledGaussianGrid SampledGaussianGrid::with_step(const SampledGaussianTilt& tilt, double step,
                                                   double digits) {
    return around(left_mode(tilt), std::max(2.0, tilt.order()), tilt.sigma, step, digits);
}

SampledGaussianGrid SampledGaussianGrid::around(double left, double right, double sigma,
                                                double step, double digits) {
    const double reach = sigma * std::sqrt(2 * (digits + 2));
    const double from = left - reach, to = right + reach;
    SampledGaussianGrid grid;
    grid.step = with_few_bits(std::max(step, (to - from) / most_points));
    grid.first = std::floor(from / grid.step) - 1;
    const double size = std::ceil(to / grid.step) - grid.first + 2;
    // Parameters beyond all numbers: no points, and everything outside.
    if (!(size < 2.0 * most_points)) {
        return {.step = 1, .first = 0, .size = 0, .outside = infinity};
    }
    grid.size = static_cast<std::size_t>(size);
    // Beyond the ends the points hold no more than the integral from one step earlier on.
    grid.outside = plain::exp(-(digits + 2)) * (1 + 1e-9);
    return grid;
}

ShiftedRule ShiftedRule::build(double sigma, Falling falling, double digits,
                               double most_log_growth) {
    const double variance = sigma * sigma;
    ShiftedRule best{};
    // The far edge of the strip is twice as high.
    double height =
        std::min(falling.widest(3) / 2, 2.2 / std::sqrt(variance + falling.curvature()));
    for (int i = 0; i < 12; ++i, height *= 0.9) {
        // The path lies in the middle of a strip from the axis to twice its height.
        const double far_edge = 2 * height * height * variance + falling.log_gain(2 * height);
        const double growth = height * height * variance / 2 + falling.log_gain(height);
        const double step = with_few_bits(2 * pi * height * variance / (digits + far_edge + 1));
        if (growth > falling.log_cap() + most_log_growth || !(step > best.step)) continue;
        const double gain = 2 * pi * height * variance / step;
        best = {height, step, plain::exp(growth) * (1 + 1e-9),
                (1 + plain::exp(far_edge)) / plain::expm1(gain) * (1 + 1e-9)};
    }
    return best;
}

SampledGaussianPoints::SampledGaussianPoints(const SampledGaussianTilt& tilt, double step)
    : q_{tilt.q},
      variance_{tilt.sigma * tilt.sigma},
      order_{tilt.order()},
      norm_{step / (tilt.sigma * root_of_two_pi)},
      log_norm_{plain::log(norm_)},
      removes_{tilt.direction == Direction::remove} {}

DensityRatios SampledGaussianPoints::ratios(const SampledGaussianGrid& grid) const {
    std::vector<double> z(grid.size);
    for (std::size_t j = 0; j < grid.size; ++j) z[j] = (grid.x(j) - 0.5) / variance_;
    return {q_, z, z_error};
}

std::vector<double> SampledGaussianPoints::weights_without(const SampledGaussianGrid& grid) const {
    std::vector<double> weight(grid.size);
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double x = grid.x(j);
        weight[j] = -(x * x / (2 * variance_));
    }
    exponentials(weight);
    for (double& each : weight) each *= norm_;
    return weight;
}

TiltedWeights SampledGaussianPoints::tilted_weights(const SampledGaussianGrid& grid,
                                                    const DensityRatios& ratio,
                                                    double log_moment) const {
    TiltedWeights tilted{std::vector<double>(grid.size), std::vector<double>(grid.size)};
    const double order = std::abs(order_), constant = norm_error() + 3 * std::abs(log_norm_);
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double x = grid.x(j), log_w = ratio.log_w[j];
        tilted.log_weight[j] = log_tilted_weight(x, log_w) - log_moment;
        tilted.error[j] = order * (ratio.log_error[j] + 5 * std::abs(log_w)) +
                          6 * (x * x / (2 * variance_)) + constant;
    }
    return tilted;
}

LossPoint SampledGaussianPoints::point(double x, double without, const DensityRatio& ratio) const {
    const auto& [w, log_w, r, log_error] = ratio;
    const double g = x * x / (2 * variance_);
    const double with =
        std::abs(log_w) < largest_logarithm ? without * w : norm_ * plain::exp(log_w - g);
    return {
        .loss = removes_ ? log_w : -log_w,
        .log_weight = (removes_ ? log_w - g : -g) + log_norm_,
        .weight = removes_ ? with : without,
        .dual_weight = removes_ ? without : with,
        .loss_error = log_error,
        .weight_error = 4.1 * g + 2 * std::abs(log_w) + log_error + 2 * std::abs(log_norm_) + 20};
}

LossColumns SampledGaussianPoints::columns(const SampledGaussianGrid& grid,
                                           const std::vector<double>& without,
                                           const DensityRatios& ratio,
                                           std::vector<double>& room) const {
    const std::size_t size = grid.size;
    room.resize(3 * size);
    double *const loss = room.data(), *const with = loss + size, *const error = with + size;
    const double sign = removes_ ? 1 : -1, constant = 2 * std::abs(log_norm_) + 20;
    for (std::size_t j = 0; j < size; ++j) {
        const double x = grid.x(j), log_w = ratio.log_w[j];
        loss[j] = sign * log_w;
        with[j] = without[j] * ratio.w[j];
        error[j] =
            4.1 * (x * x / (2 * variance_)) + 2 * std::abs(log_w) + ratio.log_error[j] + constant;
    }
    return {.loss = loss,
            .weight = removes_ ? with : without.data(),
            .dual_weight = removes_ ? without.data() : with,
            .loss_error = ratio.log_error.data(),
            .weight_error = error,
            .size = size};
}

}  // namespace mizan::inversion

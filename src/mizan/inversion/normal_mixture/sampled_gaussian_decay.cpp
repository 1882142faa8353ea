// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_decay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// θ_m, β and the rest of H(r).
struct Path {
    double variance, most, beta, linear;
};

// e^{-H} - 1 at all points.
MIZAN_WIDE void fill_factors(const Path& path, const double* ratio, std::size_t size,
                             double* factor) {
    const auto [variance, most, beta, linear] = path;
    for (std::size_t j = 0; j < size; ++j) {
        const double tau = beta * ratio[j], inverse = 1 / (1 + tau), part = tau * inverse;
        const double exponent =
            most * most * tau * part *
            (variance + 1 -
             0.5 * (variance * inverse + linear * part + inverse * inverse * inverse));
        factor[j] =
            exponential(-(exponent < largest_exponent ? exponent : largest_exponent)).minus_one;
    }
}

}  // namespace

SampledGaussianDecay::SampledGaussianDecay(const SampledGaussianTilt& tilt,
                                           const TiltedGrid& tilted,
                                           const std::vector<double>& weight, double negligible)
    : variance_{tilt.sigma * tilt.sigma}, falling_{std::max(0.0, -tilt.order())} {
    const SampledGaussianGrid& grid = tilted.grid;
    weight_.reserve(grid.size);
    ratio_.reserve(grid.size);
    double squares = 0, dropped = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double r = tilted.ratio.r[j];
        if (weight[j] < negligible) {
            dropped += weight[j];
            continue;
        }
        weight_.push_back(weight[j]);
        ratio_.push_back(r);
        squares += weight[j] * r * r;
    }
    doubt_.left_out = 1.01 * (grid.outside + dropped);
    doubt_.strip_error = 1.01 * aliasing(tilt.sigma, grid.step, 0, falling_, narrow_strip);
    if (tilted.omitted_twice < 0.5) {
        doubt_.mean_square = 1.01 * (squares + doubt_.left_out) / (1 - tilted.omitted_twice);
    }
}

SampledGaussianDecay::SampledGaussianDecay(double variance, double falling,
                                           std::vector<double> weight, std::vector<double> ratio,
                                           DecayDoubt doubt)
    : variance_{variance},
      falling_{falling},
      weight_{std::move(weight)},
      ratio_{std::move(ratio)},
      doubt_{doubt} {}

double SampledGaussianDecay::log_bound(double omega) const {
    if (!(omega > 0)) return 0;
    constexpr double widest = 1.5, sec_squared = 1.8682;  // 1/cos(0.75)²
    const double b = falling_ * sec_squared;
    const double most = b * widest > omega ? omega / b : widest;  // θ_m
    const double s = variance_ + 1, beta = omega / (s * most);
    const double bend = 1 - plain::sin(most) / most;
    const Path path{variance_, most, beta, b / beta + 2 * s * bend};
    constexpr std::size_t at_once = 64;
    std::array<double, at_once> factor;
    double drop = 0, rest = 0;
    for (std::size_t begin = 0; begin < ratio_.size(); begin += at_once) {
        const std::size_t size = std::min(at_once, ratio_.size() - begin);
        fill_factors(path, &ratio_[begin], size, factor.data());
        for (std::size_t j = 0; j < size; ++j) {
            drop -= weight_[begin + j] * factor[j];
            rest += weight_[begin + j] * (1 + factor[j]);
        }
    }
    const auto [left_out, strip_error, mean_square] = doubt_;
    const double strip = strip_error * std::min(2.0, 2.6 * omega * omega / s * mean_square);
    // 1 - E[1 - e^{-H}] where that is small, E[e^{-H}] where this is.
    const double below_one = drop * (1 - 1e-9) - strip;
    // Of e^{-H} = 1 + (e^{-H} - 1) only so many places after the point are known.
    const double above_zero = rest * (1 + 1e-9) + 0x1p-50 + left_out + strip_error;
    if (above_zero < 0.5) return plain::log(above_zero) * (1 - 16 * u);
    return below_one > 0 ? plain::log1p(-std::min(below_one, 0.9)) * (1 - 16 * u) : 0;
}

}  // namespace mizan::inversion

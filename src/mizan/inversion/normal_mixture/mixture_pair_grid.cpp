// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/mixture_pair_grid.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

// What bounds M(c) - 1 falls like sec(θ)^{1-c} if c < 1, and log sec θ ≤ 5.3 log sec(θ/2) up to
// here.
constexpr double bent_strip = 1.2, bending = 5.3;

double excess_falling(double c) { return std::max(0.0, c) + bending * std::max(0.0, 1 - c); }
double excess_strip(double c) { return c < 1 ? bent_strip : widest_strip; }

// Slightly more than r(x).
double mean_shift(const NormalMixture& mixture, double x, double sigma) {
    return std::min(mixture.farthest(), (1 + 1e-9) * mixture.ratio(x, sigma * sigma).r);
}

}  // namespace

// Below these odds both arguments of a replaced record together are at most θ.
double MixturePairTilt::turns() const {
    const auto& [there, back, sigma] = *pair;
    if (there.is_sample() && back.is_sample()) {
        const auto odds = [](const NormalMixture& one) { return one.moves() / one.stays(); };
        const Bracket both = odds(there) * odds(back) * exp(-1 / square(Bracket(sigma)));
        if (both.upper < 1) return 1;
    }
    return there.farthest() + back.farthest();
}

SampledGaussianGrid MixturePairTilt::grid_for_moments(double digits, double strip_digits) const {
    const double step =
        std::min({step_for_strip(sigma(), 0, falling(), digits, widest_strip),
                  step_for_strip(sigma(), 0, excess_falling(c), digits, excess_strip(c)),
                  step_for_strip(sigma(), 0, falling(), strip_digits, narrow_strip)});
    return grid_with_step(step, digits);
}

SampledGaussianGrid MixturePairTilt::grid_for_nodes(LineUse use, double digits) const {
    const auto [step, strip] = step_for_nodes(sigma(), turns(), falling(), use, digits);
    SampledGaussianGrid grid = grid_with_step(step, digits);
    grid.strip = strip;
    return grid;
}

// Outside these ends every density of the rule falls at least as fast as a normal one.
SampledGaussianGrid MixturePairTilt::grid_with_step(double step, double digits) const {
    const auto& [there, back, sigma] = *pair;
    const double less = std::max(0.0, -c);
    const double far_left = (2 + less) * back.farthest();
    const double far_right = std::max(2.0, 1 + c) * there.farthest();
    const double left = -(far_left + (1 + less) * mean_shift(there, -far_left, sigma));
    const double right = far_right + std::max(1.0, c) * mean_shift(back, -far_right, sigma);
    return SampledGaussianGrid::around(left, right, sigma, step, digits);
}

double MixturePairTilt::aliasing(double step, double widest) const {
    return inversion::aliasing(sigma(), step, 0, falling(), widest);
}

double MixturePairTilt::excess_aliasing(double step) const {
    return inversion::aliasing(sigma(), step, 0, excess_falling(c), excess_strip(c));
}

MixturePairPoints::MixturePairPoints(const MixturePairTilt& tilt, double step)
    : pair_{*tilt.pair},
      variance_{tilt.sigma() * tilt.sigma()},
      c_{tilt.c},
      norm_{step / (tilt.sigma() * root_of_two_pi)},
      log_norm_{plain::log(norm_)},
      gap_{abs(pair_.there.moves() - pair_.back.moves()).upper} {}

PairRatios MixturePairPoints::ratios(const SampledGaussianGrid& grid) const {
    std::vector<double> x(grid.size);
    for (std::size_t j = 0; j < grid.size; ++j) x[j] = grid.x(j);
    MixtureRatios there = pair_.there.ratios(x, variance_);
    for (double& each : x) each = -each;
    return {std::move(there), pair_.back.ratios(x, variance_)};
}

LossPoint MixturePairPoints::point(double x, const PairRatio& ratio) const {
    const double g = x * x / (2 * variance_), middle = norm_ * plain::exp(-g);
    const auto weight = [&](const MixtureRatio& one) {
        return std::abs(one.log_w) < largest_logarithm ? middle * one.w
                                                       : norm_ * plain::exp(one.log_w - g);
    };
    const auto& [there, back] = ratio;
    return {.loss = ratio.loss(),
            .log_weight = there.log_w - g + log_norm_,
            .weight = weight(there),
            .dual_weight = weight(back),
            .loss_error = ratio.loss_error(),
            .weight_error = 6.2 * g + 2 * std::abs(there.log_w) + 2 * std::abs(back.log_w) +
                            ratio.loss_error() + 2 * std::abs(log_norm_) + 22};
}

// The exponent is a sum of five terms, whose parts are off as docs/proofs/floating-point.md says.
TiltedWeights MixturePairPoints::tilted_weights(const SampledGaussianGrid& grid,
                                                const PairRatios& ratio, double log_moment) const {
    TiltedWeights tilted{std::vector<double>(grid.size), std::vector<double>(grid.size)};
    const auto& [there, back] = ratio;
    const double up = 1 + c_, down = std::abs(c_),
                 constant = norm_error() + 4 * std::abs(log_norm_);
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double x = grid.x(j), log_w = there.log_w[j], log_v = back.log_w[j];
        tilted.log_weight[j] = log_tilted_weight(x, log_w, log_v) - log_moment;
        tilted.error[j] = up * (there.log_error[j] + 6 * std::abs(log_w)) +
                          down * (back.log_error[j] + 5 * std::abs(log_v)) +
                          9 * (x * x / (2 * variance_)) + constant;
    }
    return tilted;
}

LossColumns MixturePairPoints::columns(const SampledGaussianGrid& grid, const PairRatios& ratio,
                                       std::vector<double>& room) const {
    const std::size_t size = grid.size;
    room.resize(5 * size);
    double *const loss = room.data(), *const weight = loss + size, *const dual = weight + size,
                  *const loss_error = dual + size, *const weight_error = loss_error + size;
    const auto& [there, back] = ratio;
    const double constant = 2 * std::abs(log_norm_) + 22;
    for (std::size_t j = 0; j < size; ++j) {
        const double x = grid.x(j);
        weight[j] = -(x * x / (2 * variance_));
    }
    exponentials({weight, size});
    for (std::size_t j = 0; j < size; ++j) {
        const double x = grid.x(j), middle = norm_ * weight[j];
        weight[j] = middle * there.w[j];
        dual[j] = middle * back.w[j];
        loss[j] = there.log_w[j] - back.log_w[j];
        loss_error[j] = there.log_error[j] + back.log_error[j] + std::abs(loss[j]);
        weight_error[j] = 6.2 * (x * x / (2 * variance_)) + 2 * std::abs(there.log_w[j]) +
                          2 * std::abs(back.log_w[j]) + loss_error[j] + constant;
    }
    return {loss, weight, dual, loss_error, weight_error, size};
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/mixture_pair_line.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>
#include <vector>

#include "mizan/inversion/normal_mixture/grid_line.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

// The digits of K(c) where only a place is searched for.
constexpr double digits_for_searches = 22;

// The axis may have so many times as many points as the shifted path, each of which costs more here
// than with a sampled Gaussian.
constexpr double times_on_axis = 24;

double digits_for_moments(double sigma) { return 38 + plain::log1p(4 * sigma * sigma); }

// The law of the loss on a grid, tilted.
struct TiltedPair {
    SampledGaussianGrid grid;
    PairRatios ratio;
    std::vector<double> weight;  // e^{-shift} times the weight
    double shift = 0;
    double omitted_share = 2;  // bound of what the rule leaves out of M(c), relative to it
    Bracket log_moment = Bracket::whole_line();
};

TiltedPair tilted_on(const MixturePairTilt& tilt, const SampledGaussianGrid& grid) {
    TiltedPair result;
    result.grid = grid;
    const MixturePairPoints points(tilt, grid.step);
    result.ratio = points.ratios(grid);
    result.weight.resize(grid.size);
    const auto& [there, back] = result.ratio;
    double peak = 0, farthest = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        peak = std::max(peak, points.log_tilted_weight(grid.x(j), there.log_w[j], back.log_w[j]));
        farthest = std::max({farthest, std::abs(there.log_w[j]), std::abs(back.log_w[j])});
    }
    result.shift = peak > 200 ? peak : 0;

    MomentSum sum(tilt.c, result.shift);
    double square_sum = 0;  // of (w(x)^{c-1} v(-x)^{-c} + 1/v(-x)) times the difference, squared
    std::vector<double> room;
    const bool is_moderate = farthest < MixturePairPoints::largest_logarithm;
    const LossColumns columns =
        is_moderate ? points.columns(grid, result.ratio, room) : LossColumns{};
    if (is_moderate && sum.add(columns, result.weight.data())) {
        for (std::size_t j = 0; j < grid.size; ++j) {
            const double back_over_there = back.w[j] / there.w[j];
            const double difference =
                points.gap() / there.w[j] + there.moved[j] + back.moved[j] * back_over_there;
            square_sum +=
                (result.weight[j] + columns.weight[j] / back_over_there) * difference * difference;
        }
    } else {
        for (std::size_t j = 0; j < grid.size; ++j) {
            const PairRatio ratio = result.ratio[j];
            const LossPoint point = points.point(grid.x(j), ratio);
            const double weight = sum.add(point).weight;
            result.weight[j] = weight;
            const double difference = points.difference(ratio);
            square_sum +=
                (weight + plain::exp(point.log_weight + point.loss)) * difference * difference;
        }
    }
    const double half = std::abs(tilt.c * (tilt.c + 1)) / 2;
    const double omitted_twice = tilt.excess_aliasing(grid.step) + grid.outside;
    result.omitted_share = tilt.aliasing(grid.step, widest_strip) + grid.outside;
    if (result.omitted_share < 0.5) {
        const double coarse = result.omitted_share * (2 * sum.total() + 1 + 2 * std::abs(tilt.c));
        const double fine = omitted_twice * half * square_sum / (1 - omitted_twice);
        const double omitted = omitted_twice < 0.5 && fine < coarse ? fine : coarse;
        result.log_moment = sum.log_moment(1.01 * omitted, 1.01 * result.omitted_share);
    }
    return result;
}

class TiltedMixturePair final : public GridLine {
public:
    TiltedMixturePair(const MixturePairTilt& tilt, bool mirrored, Bracket known)
        : GridLine(mirrored ? -1 : 1, known), tilt_{tilt} {}

    void compute(LineUse use);

    [[nodiscard]] bool suits_octaves() const override {
        return std::holds_alternative<CentredPoints>(nodes());
    }

private:
    [[nodiscard]] Nodes make_nodes() const override;
    [[nodiscard]] SampledGaussianDecay decay_from(const TiltedPair& tilted,
                                                  const std::vector<double>& weight,
                                                  double negligible) const;
    [[nodiscard]] CentredPoints points_on_axis(const SampledGaussianGrid& grid) const;
    [[nodiscard]] DecayingPoints points_on_path(const ShiftedRule& rule, double digits) const;

    MixturePairTilt tilt_;
};

void TiltedMixturePair::compute(LineUse use) {
    use_ = use;
    const TiltedPair tilted = tilted_on(
        tilt_, tilt_.grid_for_moments(digits_for_moments(tilt_.sigma()), strip_digits_for(use)));
    if (!(tilted.log_moment.width() < Limits::usable_width)) return;
    const auto& [there, back] = tilted.ratio;
    std::vector<double> weight = tilted.weight, loss(weight.size());
    for (std::size_t j = 0; j < loss.size(); ++j) loss[j] = there.log_w[j] - back.log_w[j];
    centre_on(tilted.log_moment, tilted.shift, loss, weight);
    if (tilted.log_moment.width() < Limits::width_for_decay) {
        decay_ = decay_from(tilted, weight, negligible_weight(weight.size()));
    }
}

// From normalised weights, of which those below `negligible` are left out.
SampledGaussianDecay TiltedMixturePair::decay_from(const TiltedPair& tilted,
                                                   const std::vector<double>& weight,
                                                   double negligible) const {
    const double step = tilted.grid.step;
    std::vector<double> weights, slopes;  // of the loss
    weights.reserve(weight.size());
    slopes.reserve(weight.size());
    double squares = 0, dropped = 0;
    for (std::size_t j = 0; j < weight.size(); ++j) {
        if (weight[j] < negligible) {
            dropped += weight[j];
            continue;
        }
        const double r = tilted.ratio.there.r[j] + tilted.ratio.back.r[j];
        weights.push_back(weight[j]);
        slopes.push_back(r);
        squares += weight[j] * r * r;
    }
    const double left_out = 1.01 * (tilted.grid.outside + dropped);
    // The square of a slope is at most 4 and grows by sec²(θ/2) on a strip.
    const double omitted =
        aliasing(tilt_.sigma(), step, 0, tilt_.falling() + 2, widest_strip) + tilted.grid.outside;
    const double mean_square =
        omitted < 0.5 ? std::min(4.0, 1.01 * (squares + 4 * left_out) / (1 - omitted)) : 4;
    return {tilt_.sigma() * tilt_.sigma(),
            tilt_.falling(),
            std::move(weights),
            std::move(slopes),
            {.left_out = left_out,
             .strip_error = 1.01 * tilt_.aliasing(step, narrow_strip),
             .mean_square = mean_square}};
}

// On the axis or on a shifted path, as for the sampled Gaussian.
GridLine::Nodes TiltedMixturePair::make_nodes() const {
    const double digits = digits_for_nodes();
    const auto on_axis = tilt_.grid_for_nodes(use_, digits);
    const ShiftedRule rule = shifted_rule(tilt_.sigma(), tilt_.falling(), digits);
    if (is_best_on_axis(on_axis, rule, times_on_axis)) return points_on_axis(on_axis);
    return points_on_path(rule, digits);
}

CentredPoints TiltedMixturePair::points_on_axis(const SampledGaussianGrid& grid) const {
    const MixturePairPoints points(tilt_, grid.step);
    const PairRatios ratio = points.ratios(grid);
    const auto& there = ratio.there;
    const auto& back = ratio.back;
    CentredPoints result = centred_points(
        grid, points.tilted_weights(grid, ratio, log_moment_.middle()), 5, [&](std::size_t j) {
            const double loss = there.log_w[j] - back.log_w[j];
            return KnownLoss{loss, there.log_error[j] + back.log_error[j] + std::abs(loss)};
        });
    result.rule_error =
        2.02 * aliasing_on_strip(tilt_.sigma(), grid.step, 0, tilt_.falling(), grid.strip);
    result.rule_growth = tilt_.turns() * grid.strip * (1 + 1e-9);
    return result;
}

// On the path w(x) turns by its argument, v(-x) the other way, and the density is e^{σ²θ²/2 - ixθ}
// times what it was.
DecayingPoints TiltedMixturePair::points_on_path(const ShiftedRule& rule, double digits) const {
    const double theta = rule.height, c = tilt_.c, variance = tilt_.sigma() * tilt_.sigma();
    const auto grid = tilt_.grid_with_step(rule.step, digits + plain::log(rule.growth));
    const MixturePairPoints points(tilt_, grid.step);
    DecayingPoints result = begin_path(grid.size);
    const double log_moment = log_moment_.middle(), growth = variance * theta * theta / 2;
    double dropped = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double x = grid.x(j), g = x * x / (2 * variance);
        const PairRatio ratio = points.ratio(x);
        const auto& [there, back] = ratio;
        const Bend up = tilt_.pair->there.bend(x, variance, there, theta);
        const Bend down = tilt_.pair->back.bend(-x, variance, back, theta);
        const double exponent = points.log_tilted_weight(x, there.log_w, back.log_w);
        const double log_weight =
            exponent - log_moment + growth + (1 + c) * up.shrink - c * down.shrink;
        if (const double size = plain::exp(log_weight); size < result.negligible) {
            dropped += size;
            continue;
        }
        const double distance = ratio.loss() - sign_ * centre_ + up.shrink - down.shrink;
        const double ratio_error =
            (1 + c) * (there.log_error + 10 * std::abs(there.log_w) + up.error) +
            std::abs(c) * (back.log_error + 10 * std::abs(back.log_w) + down.error) + 12 * g;
        result.point.push_back(
            {.log_weight = log_weight,
             .angle = (1 + c) * up.argument + c * down.argument - x * theta,
             .distance = distance,
             .rate = up.argument + down.argument,
             .weight_error =
                 path_weight_error(ratio_error, x, rule, growth, points.norm_error_on_path()),
             .distance_error = path_distance_error(ratio.loss_error() + up.error + down.error,
                                                   distance, ratio.loss())});
    }
    end_path(result, rule, grid, dropped);
    return result;
}

}  // namespace

Cumulants cumulants(const MixturePairTilt& tilt) {
    const auto grid = tilt.grid_for_moments(digits_for_searches, no_strip);
    const MixturePairPoints points(tilt, grid.step);
    const auto [there, back] = points.ratios(grid);
    std::vector<double> loss(grid.size), log_weight(grid.size);
    for (std::size_t j = 0; j < grid.size; ++j) {
        loss[j] = there.log_w[j] - back.log_w[j];
        log_weight[j] = points.log_tilted_weight(grid.x(j), there.log_w[j], back.log_w[j]);
    }
    return cumulants_of(loss, std::move(log_weight));
}

Bracket log_moment(const MixturePairTilt& tilt) {
    return tilted_on(tilt, tilt.grid_for_moments(digits_for_moments(tilt.sigma()), no_strip))
        .log_moment;
}

std::unique_ptr<TiltedLoss> line(const MixturePairTilt& tilt, bool mirrored, LineUse use,
                                 Bracket known) {
    auto line = std::make_unique<TiltedMixturePair>(tilt, mirrored, known);
    line->compute(use);
    return line;
}

std::unique_ptr<TiltedLoss> unknown_line(const MixturePairTilt& tilt, Bracket known) {
    return std::make_unique<TiltedMixturePair>(tilt, false, known);
}

}  // namespace mizan::inversion

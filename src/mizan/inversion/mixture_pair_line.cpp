// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/mixture_pair_line.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "mizan/inversion/centred_sum.hpp"
#include "mizan/inversion/characteristic.hpp"
#include "mizan/inversion/decaying_sum.hpp"
#include "mizan/inversion/sampled_gaussian_decay.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// As for the sampled Gaussian.
constexpr double strip_digits_for_many = 8, strip_digits_for_few = 32;
constexpr double digits_for_searches = 22;

double digits_for_moments(double sigma) { return 38 + std::log1p(4 * sigma * sigma); }

// The law of the loss on a grid, tilted.
struct TiltedPair {
    SampledGaussianGrid grid;
    std::vector<PairRatio> ratio;
    std::vector<MomentSum::Tilted> tilted;
    double shift = 0;
    double omitted_share = 2;  // bound of what the rule leaves out of M(c), relative to it
    Bracket log_moment = Bracket::whole_line();
};

TiltedPair tilted_on(const MixturePairTilt& tilt, const SampledGaussianGrid& grid) {
    TiltedPair result;
    result.grid = grid;
    const MixturePairPoints points(tilt, grid.step);
    result.ratio.reserve(grid.size);
    result.tilted.reserve(grid.size);
    double peak = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        result.ratio.push_back(points.ratio(grid.x(j)));
        peak = std::max(peak, points.log_tilted_weight(grid.x(j), result.ratio.back()));
    }
    result.shift = peak > 200 ? peak : 0;

    MomentSum sum(tilt.c, result.shift);
    double square_sum = 0;  // of (w(x)^{c-1} v(-x)^{-c} + 1/v(-x)) times the difference, squared
    for (std::size_t j = 0; j < grid.size; ++j) {
        const PairRatio& ratio = result.ratio[j];
        const LossPoint point = points.point(grid.x(j), ratio);
        result.tilted.push_back(sum.add(point));
        const double difference = points.difference(ratio);
        square_sum += (result.tilted[j].weight + std::exp(point.log_weight + point.loss)) *
                      difference * difference;
    }
    const double half = std::abs(tilt.c * (tilt.c + 1)) / 2;
    const double omitted_twice = tilt.excess_aliasing(grid.step) + grid.outside;
    result.omitted_share = tilt.aliasing(grid.step, 0, widest_strip) + grid.outside;
    if (result.omitted_share < 0.5) {
        const double coarse = result.omitted_share * (2 * sum.total() + 1 + 2 * std::abs(tilt.c));
        const double fine = omitted_twice * half * square_sum / (1 - omitted_twice);
        const double omitted = omitted_twice < 0.5 && fine < coarse ? fine : coarse;
        result.log_moment = sum.log_moment(1.01 * omitted, 1.01 * result.omitted_share);
    }
    return result;
}

class TiltedMixturePair final : public TiltedLoss {
public:
    // Only that |φ| ≤ 1 and what is known of K.
    TiltedMixturePair(const MixturePairTilt& tilt, bool mirrored, Bracket known)
        : tilt_{tilt}, sign_{mirrored ? -1.0 : 1.0}, log_moment_{known} {}

    void compute(LineUse use);

    [[nodiscard]] Bracket log_moment() const override { return log_moment_; }
    [[nodiscard]] double centre() const override { return centre_; }

    void add_log_characteristic(double step, std::size_t first, double count,
                                LogNodes sum) const override {
        if (shifted_) {
            inversion::add_log_characteristic(*shifted_, step, first, count, sum);
        } else {
            inversion::add_log_characteristic(points_, step, first, count, sum);
        }
    }

    [[nodiscard]] double work_per_node() const override {
        return 8 * static_cast<double>(shifted_ ? shifted_->point.size() : points_.weight.size());
    }

    [[nodiscard]] double log_decay(double omega) const override { return decay_.log_bound(omega); }

    [[nodiscard]] bool expect(LineUse use) override {
        return use.highest_frequency <= highest_frequency_;
    }

private:
    bool compute_on(const SampledGaussianGrid& grid, LineUse use);
    void centre_points(const TiltedPair& tilted, LineUse use);
    [[nodiscard]] DecayingPoints shifted_points(const ShiftedRule& rule, double digits,
                                                double accuracy) const;

    MixturePairTilt tilt_;
    double sign_;
    Bracket log_moment_;
    double centre_ = 0;
    CentredPoints points_{.weight = {}, .distance = {}, .omitted = 2};
    double highest_frequency_ = infinity;    // for which it was made
    std::optional<DecayingPoints> shifted_;  // instead of the points, at high frequencies
    SampledGaussianDecay decay_;
};

// On the axis or on a shifted path, as for the sampled Gaussian.
void TiltedMixturePair::compute(LineUse use) {
    highest_frequency_ = use.highest_frequency;
    const double digits = std::max(2.5 - std::log(std::clamp(use.accuracy, 1e-60, 1.0)),
                                   digits_for_moments(tilt_.sigma()));
    const double spread = use.highest_frequency * use.highest_frequency * cumulants(tilt_).variance;
    const double strip_digits = spread > 2 ? strip_digits_for_few : strip_digits_for_many;
    const auto on_axis = tilt_.grid(use.highest_frequency, digits, strip_digits);
    const ShiftedRule rule = ShiftedRule::build(tilt_.sigma(), tilt_.falling(), digits);
    const double points_on_axis = static_cast<double>(on_axis.size);
    const double points_on_path = points_on_axis * on_axis.step / rule.step;
    if (points_on_axis < SampledGaussianGrid::most_points &&
        !(points_on_axis > points_on_path * std::max(24.0, 100 / spread))) {
        compute_on(on_axis, use);
    } else if (compute_on(tilt_.grid(0, digits, strip_digits), use)) {
        shifted_ = shifted_points(rule, digits, use.accuracy);
    }
}

bool TiltedMixturePair::compute_on(const SampledGaussianGrid& grid, LineUse use) {
    const TiltedPair tilted = tilted_on(tilt_, grid);
    if (!(tilted.log_moment.width() < 0.01)) return false;
    log_moment_ = intersect(log_moment_, tilted.log_moment);
    centre_points(tilted, use);
    return true;
}

void TiltedMixturePair::centre_points(const TiltedPair& tilted, LineUse use) {
    const std::size_t size = tilted.grid.size;
    const double log_norm = log_moment_.middle() - tilted.shift, norm = std::exp(-log_norm);
    const double norm_error = 10 + 2 * std::abs(log_norm) + log_moment_.width() / u + tilted.shift;
    const double negligible = use.accuracy / (16 * static_cast<double>(size));
    double mean = 0, total = 0, dropped = 0;
    std::vector<double> weight(size);
    for (std::size_t j = 0; j < size; ++j) {
        weight[j] = tilted.tilted[j].weight * norm;
        if (weight[j] < negligible) {
            dropped += weight[j];
            weight[j] = 0;
        }
        total += weight[j];
        mean += weight[j] * tilted.ratio[j].loss();
    }
    centre_ = sign_ * mean / total;
    points_ = {};
    points_.weight.reserve(size);
    points_.distance.reserve(size);
    std::vector<double> sums;  // the slopes of the loss
    sums.reserve(size);
    double squares = 0;
    for (std::size_t j = 0; j < size; ++j) {
        if (weight[j] == 0) continue;
        const PairRatio& ratio = tilted.ratio[j];
        const double distance = sign_ * ratio.loss() - centre_;
        points_.add(weight[j], distance, tilted.tilted[j].error + norm_error,
                    ratio.loss_error() + std::abs(distance));
        sums.push_back(ratio.r());
        squares += weight[j] * ratio.r() * ratio.r();
    }
    const double step = tilted.grid.step;
    const double left_out = 1.01 * (tilted.grid.outside + dropped);
    points_.omitted =
        2.02 * tilt_.aliasing(step, use.highest_frequency, widest_strip) + 2 * left_out;
    if (!(tilted.log_moment.width() < 1e-10)) return;
    // Its square is at most 4 and grows by sec²(θ/2) on a strip.
    const double omitted =
        aliasing(tilt_.sigma(), step, 0, tilt_.falling() + 2, widest_strip) + tilted.grid.outside;
    const double mean_square =
        omitted < 0.5 ? std::min(4.0, 1.01 * (squares + 4 * left_out) / (1 - omitted)) : 4;
    decay_ = SampledGaussianDecay(tilt_.sigma() * tilt_.sigma(), tilt_.falling(), points_.weight,
                                  std::move(sums),
                                  {.left_out = left_out,
                                   .strip_error = 1.01 * tilt_.aliasing(step, 0, narrow_strip),
                                   .mean_square = mean_square});
}

// On the path w(x) turns by its argument, v(-x) the other way, and the density is e^{σ²θ²/2 - ixθ} times
// what it was.
DecayingPoints TiltedMixturePair::shifted_points(const ShiftedRule& rule, double digits,
                                                 double accuracy) const {
    const double theta = rule.height, c = tilt_.c, variance = tilt_.sigma() * tilt_.sigma();
    const auto grid = tilt_.grid_with_step(rule.step, digits + std::log(rule.growth));
    const MixturePairPoints points(tilt_, grid.step);
    DecayingPoints result;
    result.point.reserve(grid.size);
    result.conjugate = sign_ < 0;
    result.negligible = accuracy / (16 * static_cast<double>(grid.size));
    const double log_moment = log_moment_.middle(), growth = variance * theta * theta / 2;
    double dropped = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double x = grid.x(j), g = x * x / (2 * variance);
        const PairRatio ratio = points.ratio(x);
        const auto& [there, back] = ratio;
        const Bend up = tilt_.pair->there.bend(x, variance, there, theta);
        const Bend down = tilt_.pair->back.bend(-x, variance, back, theta);
        const double exponent = points.log_tilted_weight(x, ratio);
        const double log_weight =
            exponent - log_moment + growth + (1 + c) * up.shrink - c * down.shrink;
        if (const double size = std::exp(log_weight); size < result.negligible) {
            dropped += size;
            continue;
        }
        const double distance = ratio.loss() - sign_ * centre_ + up.shrink - down.shrink;
        result.point.push_back(
            {.log_weight = log_weight,
             .angle = (1 + c) * up.argument + c * down.argument - x * theta,
             .distance = distance,
             .rate = up.argument + down.argument,
             .weight_error =
                 (1 + c) * (there.log_error + 8 * std::abs(there.log_w) + up.error) +
                 std::abs(c) * (back.log_error + 8 * std::abs(back.log_w) + down.error) + 10 * g +
                 16 * std::abs(exponent) + 4 * std::abs(log_moment) + log_moment_.width() / u +
                 8 * growth + 4 * std::abs(x) * theta + points.norm_error() + 20,
             .distance_error = ratio.loss_error() + up.error + down.error + 2 * std::abs(distance) +
                               2 * std::abs(ratio.loss()) + 2 * std::abs(centre_)});
    }
    // What is known of the aliases belongs to the step of the rule.
    if (result.is_of_first_order() && grid.step == rule.step) {
        result.omitted = 1.01 * (rule.aliasing + rule.growth * grid.outside + dropped);
    }
    return result;
}

}  // namespace

Cumulants cumulants(const MixturePairTilt& tilt) {
    const auto grid = tilt.grid(0, digits_for_searches, 0.01);
    const MixturePairPoints points(tilt, grid.step);
    std::vector<double> loss(grid.size), log_weight(grid.size);
    for (std::size_t j = 0; j < grid.size; ++j) {
        const PairRatio ratio = points.ratio(grid.x(j));
        loss[j] = ratio.loss();
        log_weight[j] = points.log_tilted_weight(grid.x(j), ratio);
    }
    return cumulants_of(loss, std::move(log_weight));
}

Bracket log_moment(const MixturePairTilt& tilt) {
    return tilted_on(tilt, tilt.grid(0, digits_for_moments(tilt.sigma()), 0.01)).log_moment;
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

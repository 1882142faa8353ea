// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_line.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mizan/inversion/normal_mixture/grid_line.hpp"
#include "mizan/inversion/normal_mixture/normal_mixture.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_moments.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_precise.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

// With no more points than this on the axis no shifted path is looked for, which would take some
// time itself; with more, the axis may have so many times as many points as the path.
constexpr std::size_t few_points = 250;
constexpr double times_on_axis = 4;

// K(c) is computed to so many digits that all runs together keep the digits that are wanted, at
// most twelve decimal ones, and so many that the weights are normalised well enough for the bound
// on decay.
constexpr double most_digits_of_moment = 32, least_digits_of_moment = 24, digits_to_spare = 1.6;

class TiltedSampledGaussian final : public GridLine {
public:
    TiltedSampledGaussian(const SampledGaussianTilt& tilt, Bracket known)
        : GridLine(tilt.direction == Direction::remove ? 1 : -1, known),
          tilt_{tilt},
          variance_{tilt.sigma * tilt.sigma},
          falling_(std::max(0.0, -tilt.order()), tilt.q) {}

    void compute(LineUse use);

    bool add_precise_log_characteristic(double step, double count,
                                        PreciseNodes sum) const override {
        const auto points =
            precise_points(tilt_, centre_, log_moment_.middle(), step, use_.accuracy);
        if (!points) return false;
        inversion::add_log_characteristic(*points, count, sum);
        return true;
    }

private:
    [[nodiscard]] Nodes make_nodes() const override;
    [[nodiscard]] CentredPoints points_on_axis(const SampledGaussianGrid& grid) const;
    [[nodiscard]] DecayingPoints points_on_path(const ShiftedRule& rule, double digits) const;

    SampledGaussianTilt tilt_;
    double variance_;
    Falling falling_;
};

void TiltedSampledGaussian::compute(LineUse use) {
    use_ = use;
    const double digits = std::clamp(digits_to_spare - plain::log(use.accuracy * use.runs),
                                     least_digits_of_moment, most_digits_of_moment);
    const TiltedGrid tilted(tilt_, grid_for_moments(tilt_, digits, strip_digits_for(use)));
    if (!(tilted.log_moment.width() < Limits::usable_width)) return;
    std::vector<double> weight = tilted.weight;
    centre_on(tilted.log_moment, tilted.shift, tilted.ratio.log_w, weight);
    if (tilted.log_moment.width() < Limits::width_for_decay) {
        decay_ = SampledGaussianDecay(tilt_, tilted, weight, negligible_weight(weight.size()));
    }
}

// On the axis the number of points grows with the frequency; on the shifted path it does not, but
// there φ - 1 has no form that keeps its digits when it is small, as it is for many runs.
GridLine::Nodes TiltedSampledGaussian::make_nodes() const {
    const double digits = digits_for_nodes();
    const auto on_axis = SampledGaussianGrid::for_nodes(tilt_, use_, digits);
    if (on_axis.size < few_points) return points_on_axis(on_axis);
    const ShiftedRule rule = shifted_rule(tilt_.sigma, falling_, digits);
    if (is_best_on_axis(on_axis, rule, times_on_axis)) return points_on_axis(on_axis);
    return points_on_path(rule, digits);
}

CentredPoints TiltedSampledGaussian::points_on_axis(const SampledGaussianGrid& grid) const {
    const SampledGaussianPoints points(tilt_, grid.step);
    const DensityRatios ratio = points.ratios(grid);
    CentredPoints result = centred_points(
        grid, points.tilted_weights(grid, ratio, log_moment_.middle()), 4, [&](std::size_t j) {
            return KnownLoss{ratio.log_w[j], ratio.log_error[j]};
        });
    result.rule_error = 2.02 * aliasing_on_strip(tilt_.sigma, grid.step, 0, falling_, grid.strip);
    result.rule_growth = grid.strip;
    return result;
}

// On the path w is w (1 + r (e^{iθ} - 1)) and the density is e^{σ²θ²/2 - ixθ} times what it was.
DecayingPoints TiltedSampledGaussian::points_on_path(const ShiftedRule& rule, double digits) const {
    const double theta = rule.height, a = tilt_.order();
    const PathAngle angle(theta);
    const auto grid =
        SampledGaussianGrid::with_step(tilt_, rule.step, digits + plain::log(rule.growth));
    const SampledGaussianPoints points(tilt_, grid.step);
    DecayingPoints result = begin_path(grid.size);
    const double log_moment = log_moment_.middle(), growth = variance_ * theta * theta / 2;
    double dropped = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double x = grid.x(j), g = x * x / (2 * variance_);
        const DensityRatio ratio = points.ratio(x);
        const Bend bend = bend_of_sample(tilt_.q, (x - 0.5) / variance_, ratio.r, angle);
        const double exponent = points.log_tilted_weight(x, ratio.log_w);
        const double log_weight = exponent - log_moment + growth + a * bend.shrink;
        if (const double size = plain::exp(log_weight); size < result.negligible) {
            dropped += size;
            continue;
        }
        const double distance = ratio.log_w - sign_ * centre_ + bend.shrink;
        const double ratio_error =
            std::abs(a) * (ratio.log_error + 8 * std::abs(ratio.log_w) + bend.error) + 8 * g;
        result.point.push_back({.log_weight = log_weight,
                                .angle = a * bend.argument - x * theta,
                                .distance = distance,
                                .rate = bend.argument,
                                .weight_error = path_weight_error(ratio_error, x, rule, growth,
                                                                  points.norm_error_on_path()),
                                .distance_error = path_distance_error(ratio.log_error + bend.error,
                                                                      distance, ratio.log_w)});
    }
    end_path(result, rule, grid, dropped);
    return result;
}

}  // namespace

std::unique_ptr<TiltedLoss> line(const SampledGaussianTilt& tilt, LineUse use, Bracket known) {
    auto line = std::make_unique<TiltedSampledGaussian>(tilt, known);
    line->compute(use);
    return line;
}

std::unique_ptr<TiltedLoss> unknown_line(const SampledGaussianTilt& tilt, Bracket known) {
    return std::make_unique<TiltedSampledGaussian>(tilt, known);
}

}  // namespace mizan::inversion

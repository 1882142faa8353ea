// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_line.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>
#include <vector>

#include "mizan/inversion/normal_mixture/decaying_sum.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_decay.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_moments.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_precise.hpp"
#include "mizan/inversion/transform/centred_sum.hpp"
#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/elementary.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// What the bound on decay may lose to its own quadrature, as an exponent: little of its distance
// from 1 where many runs are composed, nothing where few are.
constexpr double strip_digits_of_all_runs = 40, least_strip_digits = 8, most_strip_digits = 32;

// With no more than so many on the axis no shifted path is looked for.
constexpr std::size_t few_points = 250;

// K(c) to so many that all runs together keep what is wanted of them, at most twelve decimal ones, and
// to so many that weights are normalised for the bound on decay.
constexpr double most_digits_of_moment = 32, least_digits_of_moment = 24;

class TiltedSampledGaussian final : public TiltedLoss {
public:
    // Only that |φ| ≤ 1 and what is known of K.
    TiltedSampledGaussian(const SampledGaussianTilt& tilt, Bracket known)
        : tilt_{tilt},
          variance_{tilt.sigma * tilt.sigma},
          falling_(std::max(0.0, -tilt.order()), tilt.q),
          log_moment_{known} {}

    void compute(LineUse use);

    [[nodiscard]] Bracket log_moment() const override { return log_moment_; }
    [[nodiscard]] double centre() const override { return centre_; }
    [[nodiscard]] double log_decay(double omega) const override { return decay_.log_bound(omega); }

    [[nodiscard]] bool expect(LineUse use) override {
        use_ = use;
        nodes_.reset();
        return true;
    }

    void add_log_characteristic(double step, std::size_t first, double count,
                                LogNodes sum) const override {
        std::visit(
            [&](const auto& points) {
                inversion::add_log_characteristic(points, step, first, count, sum);
            },
            nodes());
    }

    bool add_precise_log_characteristic(double step, double count,
                                        PreciseNodes sum) const override {
        const auto points =
            precise_points(tilt_, centre_, log_moment_.middle(), step, use_.accuracy);
        if (!points) return false;
        inversion::add_log_characteristic(*points, count, sum);
        return true;
    }

    [[nodiscard]] double work_per_node() const override {
        return 8 * std::visit([](const auto& points) { return static_cast<double>(points.size()); },
                              nodes());
    }

private:
    // φ as a sum over points: on the axis or, at high frequencies, on a shifted path.
    using Nodes = std::variant<CentredPoints, DecayingPoints>;

    [[nodiscard]] const Nodes& nodes() const {
        if (!nodes_) nodes_ = make_nodes();
        return *nodes_;
    }
    [[nodiscard]] Nodes make_nodes() const;
    [[nodiscard]] CentredPoints centred_points(const SampledGaussianGrid& grid) const;
    [[nodiscard]] DecayingPoints shifted_points(const ShiftedRule& rule, double digits,
                                                double accuracy) const;
    [[nodiscard]] double sign() const { return tilt_.direction == Direction::remove ? 1 : -1; }

    SampledGaussianTilt tilt_;
    double variance_;
    Falling falling_;
    Bracket log_moment_;
    bool knows_moment_ = false;
    double centre_ = 0, loss_variance_ = 0;
    SampledGaussianDecay decay_;
    LineUse use_{0, 1};
    mutable std::optional<Nodes> nodes_;  // made when the first is asked for: some lines end before
};

void TiltedSampledGaussian::compute(LineUse use) {
    use_ = use;
    const double strip_digits =
        std::clamp(strip_digits_of_all_runs / use.runs, least_strip_digits, most_strip_digits);
    const double digits = std::clamp(1.6 - std::log(use.accuracy * use.runs),
                                     least_digits_of_moment, most_digits_of_moment);
    const TiltedGrid tilted(tilt_, grid_for_moments(tilt_, digits, strip_digits));
    if (!(tilted.log_moment.width() < 0.01)) return;
    knows_moment_ = true;
    log_moment_ = intersect(log_moment_, tilted.log_moment);

    const double norm = std::exp(tilted.shift - log_moment_.middle());
    std::vector<double> weight = tilted.weight;
    double mean = 0, total = 0, square = 0;
    for (std::size_t j = 0; j < weight.size(); ++j) {
        weight[j] *= norm;
        total += weight[j];
        mean += weight[j] * tilted.ratio.log_w[j];
        square += weight[j] * tilted.ratio.log_w[j] * tilted.ratio.log_w[j];
    }
    mean /= total;
    centre_ = sign() * mean;
    loss_variance_ = std::max(0.0, square / total - mean * mean);
    if (tilted.log_moment.width() < 1e-10) {
        decay_ = SampledGaussianDecay(tilt_, tilted, weight,
                                      use.accuracy / (16 * static_cast<double>(weight.size())));
    }
}

// On the axis the number of points grows with the frequency; on the shifted path it does not, but
// there φ - 1 has no form that keeps its digits when it is small, as it is for many runs.
TiltedSampledGaussian::Nodes TiltedSampledGaussian::make_nodes() const {
    if (!knows_moment_) return CentredPoints{.weight = {}, .distance = {}, .omitted = 2};
    const double digits = 2.5 - std::log(std::clamp(use_.accuracy, 1e-60, 1.0));
    const double spread = use_.highest_frequency * use_.highest_frequency * loss_variance_;
    const auto on_axis = SampledGaussianGrid::for_nodes(tilt_, use_, digits);
    if (on_axis.size < few_points) return centred_points(on_axis);
    const ShiftedRule rule = ShiftedRule::build(tilt_.sigma, falling_, digits);
    const double points_on_axis = static_cast<double>(on_axis.size);
    const double points_on_path = points_on_axis * on_axis.step / rule.step;
    if (points_on_axis < SampledGaussianGrid::most_points &&
        !(points_on_axis > points_on_path * std::max(4.0, 100 / spread))) {
        return centred_points(on_axis);
    }
    return shifted_points(rule, digits, use_.accuracy);
}

CentredPoints TiltedSampledGaussian::centred_points(const SampledGaussianGrid& grid) const {
    const SampledGaussianPoints points(tilt_, grid.step);
    const DensityRatios ratio = points.ratios(grid);
    const double log_moment = log_moment_.middle();
    TiltedWeights tilted = points.tilted_weights(grid, ratio, log_moment);
    exponentials(tilted.log_weight);
    const double moment_error = 4 * std::abs(log_moment) + log_moment_.width() / u + 9;
    const double negligible = use_.accuracy / (16 * static_cast<double>(grid.size));
    CentredPoints result;
    result.weight.reserve(grid.size);
    result.distance.reserve(grid.size);
    double dropped = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double weight = tilted.log_weight[j];  // no longer its logarithm
        if (weight < negligible) {
            dropped += weight;
            continue;
        }
        const double distance = sign() * ratio.log_w[j] - centre_;
        result.add(weight, distance, tilted.error[j] + moment_error,
                   ratio.log_error[j] + std::abs(distance));
    }
    result.omitted = 2.02 * (grid.outside + dropped);
    result.rule_error = 2.02 * aliasing_on_strip(tilt_.sigma, grid.step, 0, falling_, grid.strip);
    result.rule_growth = grid.strip;
    return result;
}

// On the path w is w (1 + r (e^{iθ} - 1)) and the density is e^{σ²θ²/2 - ixθ} times what it was.
DecayingPoints TiltedSampledGaussian::shifted_points(const ShiftedRule& rule, double digits,
                                                     double accuracy) const {
    const double theta = rule.height, half_sine = std::sin(theta / 2), a = tilt_.order();
    const auto grid =
        SampledGaussianGrid::with_step(tilt_, rule.step, digits + std::log(rule.growth));
    const SampledGaussianPoints points(tilt_, grid.step);
    DecayingPoints result;
    result.point.reserve(grid.size);
    result.conjugate = sign() < 0;
    result.negligible = accuracy / (16 * static_cast<double>(grid.size));
    const double log_moment = log_moment_.middle(), growth = variance_ * theta * theta / 2;
    double dropped = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double x = grid.x(j), g = x * x / (2 * variance_);
        const DensityRatio ratio = points.ratio(x);
        const double r = ratio.r, turn = 2 * r * half_sine * half_sine;  // r (1 - cos θ)
        const double shrink = std::log1p(-2 * turn * (1 - r)) / 2;       // log|w_θ/w|
        const double argument = std::atan2(r * std::sin(theta), 1 - turn);
        const double exponent = points.log_tilted_weight(x, ratio.log_w);
        const double log_weight = exponent - log_moment + growth + a * shrink;
        if (const double size = std::exp(log_weight); size < result.negligible) {
            dropped += size;
            continue;
        }
        const double z = std::abs(x - 0.5) / variance_;
        const double bend_error = (42 * std::min(z, 750.0) + 450) * (std::abs(shrink) + argument);
        const double distance = ratio.log_w - sign() * centre_ + shrink;
        result.point.push_back(
            {.log_weight = log_weight,
             .angle = a * argument - x * theta,
             .distance = distance,
             .rate = argument,
             .weight_error =
                 std::abs(a) * (ratio.log_error + 8 * std::abs(ratio.log_w) + bend_error) + 8 * g +
                 16 * std::abs(exponent) + 4 * std::abs(log_moment) + log_moment_.width() / u +
                 8 * growth + 4 * std::abs(x) * theta + points.norm_error() + 20,
             .distance_error = ratio.log_error + bend_error + 2 * std::abs(distance) +
                               2 * std::abs(ratio.log_w) + 2 * std::abs(centre_)});
    }
    // What is known of the aliases belongs to the step of the rule.
    if (result.is_of_first_order() && grid.step == rule.step) {
        result.omitted = 1.01 * (rule.aliasing + rule.growth * grid.outside + dropped);
    }
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

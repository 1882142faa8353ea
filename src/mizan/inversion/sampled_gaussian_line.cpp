// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/sampled_gaussian_line.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "mizan/inversion/centred_sum.hpp"
#include "mizan/inversion/characteristic.hpp"
#include "mizan/inversion/decaying_sum.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// What the bound on decay may lose to its own quadrature, as an exponent: little of its distance
// from 1 where many runs are composed, nothing where few are.
constexpr double strip_digits_for_many = 8, strip_digits_for_few = 32;

constexpr double digits_for_searches = 22;

double digits_for_moments(double sigma) { return 38 + std::log1p(4 * sigma * sigma); }

// The law of the loss on a grid, tilted.
struct TiltedGrid {
    SampledGaussianGrid grid;
    std::vector<DensityRatio> ratio;
    std::vector<MomentSum::Tilted> tilted;
    double shift = 0;
    double omitted_share = 2;  // bound of what the rule leaves out of M(c), relative to it
    double omitted_twice = 2;  // the same for E[w^α r²] and its like
    Bracket log_moment = Bracket::whole_line();
};

TiltedGrid tilted_grid(const SampledGaussianTilt& tilt, const SampledGaussianGrid& grid) {
    TiltedGrid result;
    result.grid = grid;
    const SampledGaussianTilt moments = tilt.c < -0.5 ? tilt.swapped() : tilt;
    const SampledGaussianPoints points(moments, grid.step);
    result.ratio.reserve(grid.size);
    result.tilted.reserve(grid.size);
    double peak = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        result.ratio.push_back(points.ratio(grid.x(j)));
        peak = std::max(peak, points.log_tilted_weight(grid.x(j), result.ratio.back().log_w));
    }
    result.shift = peak > 200 ? peak : 0;

    MomentSum sum(moments.c, result.shift);
    double square_sum = 0;  // of w^a (q/w + r)²
    for (std::size_t j = 0; j < grid.size; ++j) {
        const DensityRatio& ratio = result.ratio[j];
        result.tilted.push_back(sum.add(points.point(grid.x(j), ratio)));
        const double slope = tilt.q / ratio.w + ratio.r;
        square_sum += result.tilted[j].weight * slope * slope;
    }
    const double a = tilt.order(), half = std::abs(tilt.c * (tilt.c + 1)) / 2;
    const double variance = tilt.sigma * tilt.sigma;
    result.omitted_share =
        aliasing(tilt.sigma, grid.step, 0, std::max(0.0, -a), widest_strip) + grid.outside;
    result.omitted_twice =
        aliasing(tilt.sigma, grid.step, 0, std::max(0.0, 2 - a), widest_strip) + grid.outside;
    if (result.omitted_share < 0.5) {
        const double coarse =
            result.omitted_share * (2 * sum.total() + 1 + 2 * std::abs(a) * tilt.q);
        const double fine = result.omitted_twice * half *
                            (tilt.q * tilt.q * (3 + std::exp(1 / variance)) +
                             square_sum / (1 - result.omitted_twice));
        const double omitted = result.omitted_twice < 0.5 && fine < coarse ? fine : coarse;
        result.log_moment = sum.log_moment(1.01 * omitted, 1.01 * result.omitted_share);
    }
    return result;
}

class TiltedSampledGaussian final : public TiltedLoss {
public:
    // Only that |φ| ≤ 1 and what is known of K.
    TiltedSampledGaussian(const SampledGaussianTilt& tilt, Bracket known)
        : tilt_{tilt},
          variance_{tilt.sigma * tilt.sigma},
          falling_{std::max(0.0, -tilt.order())},
          log_moment_{known} {}

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

    [[nodiscard]] double log_decay(double omega) const override;

private:
    bool compute_on(const SampledGaussianGrid& grid, LineUse use);
    void centre_points(const TiltedGrid& tilted, LineUse use);
    [[nodiscard]] DecayingPoints shifted_points(const ShiftedRule& rule, double digits,
                                                double accuracy) const;
    [[nodiscard]] double sign() const { return tilt_.direction == Direction::remove ? 1 : -1; }

    SampledGaussianTilt tilt_;
    double variance_, falling_;
    Bracket log_moment_;
    double centre_ = 0;
    CentredPoints points_{.weight = {}, .distance = {}, .omitted = 2};
    std::optional<DecayingPoints> shifted_;  // instead of the points, at high frequencies

    // For the decay.
    std::vector<double> ratio_;  // r at the points
    double left_out_ = 1;        // the share of all others
    double strip_error_ = 2;     // of the rule on the strip of half width π/6
    double mean_square_ = 1;     // at least E[r²]
    bool decays_ = false;        // the weights are known well enough to say so
};

// On the axis the number of points grows with the frequency; on the shifted path it does not, but
// there φ - 1 has no form that keeps its digits when it is small, as it is for many runs.
void TiltedSampledGaussian::compute(LineUse use) {
    const double digits = std::max(2.5 - std::log(std::clamp(use.accuracy, 1e-60, 1.0)),
                                   digits_for_moments(tilt_.sigma));
    // Large if the composition is one of few runs.
    const double spread = use.highest_frequency * use.highest_frequency * cumulants(tilt_).variance;
    const double strip_digits = spread > 2 ? strip_digits_for_few : strip_digits_for_many;
    const auto on_axis =
        SampledGaussianGrid::build(tilt_, use.highest_frequency, digits, strip_digits);
    const ShiftedRule rule = ShiftedRule::build(tilt_, digits);
    const double points_on_axis = static_cast<double>(on_axis.size);
    const double points_on_path = points_on_axis * on_axis.step / rule.step;
    if (points_on_axis < SampledGaussianGrid::most_points &&
        !(points_on_axis > points_on_path * std::max(24.0, 100 / spread))) {
        compute_on(on_axis, use);
    } else if (compute_on(SampledGaussianGrid::build(tilt_, 0, digits, strip_digits), use)) {
        shifted_ = shifted_points(rule, digits, use.accuracy);
    }
}

bool TiltedSampledGaussian::compute_on(const SampledGaussianGrid& grid, LineUse use) {
    const TiltedGrid tilted = tilted_grid(tilt_, grid);
    if (!(tilted.log_moment.width() < 0.01)) return false;
    decays_ = tilted.log_moment.width() < 1e-10;
    log_moment_ = intersect(log_moment_, tilted.log_moment);
    centre_points(tilted, use);
    return true;
}

void TiltedSampledGaussian::centre_points(const TiltedGrid& tilted, LineUse use) {
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
        mean += weight[j] * tilted.ratio[j].log_w;
    }
    centre_ = sign() * mean / total;
    points_ = {};
    points_.weight.reserve(size);
    points_.distance.reserve(size);
    ratio_.clear();
    ratio_.reserve(size);
    double squares = 0;
    for (std::size_t j = 0; j < size; ++j) {
        if (weight[j] == 0) continue;
        const double distance = sign() * tilted.ratio[j].log_w - centre_;
        points_.add(weight[j], distance, tilted.tilted[j].error + norm_error,
                    tilted.ratio[j].log_error + std::abs(distance));
        ratio_.push_back(tilted.ratio[j].r);
        squares += weight[j] * tilted.ratio[j].r * tilted.ratio[j].r;
    }
    const double sigma = tilt_.sigma, step = tilted.grid.step;
    left_out_ = 1.01 * (tilted.grid.outside + dropped);
    points_.omitted =
        2.02 * aliasing(sigma, step, use.highest_frequency, falling_, widest_strip) + 2 * left_out_;
    strip_error_ = 1.01 * aliasing(sigma, step, 0, falling_, narrow_strip);
    if (tilted.omitted_twice < 0.5) {
        mean_square_ = 1.01 * (squares + left_out_) / (1 - tilted.omitted_twice);
    }
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
    const bool of_first_order =
        std::all_of(result.point.begin(), result.point.end(),
                    [](const DecayingPoint& point) { return point.weight_error * u < 1e-3; });
    if (of_first_order) {
        result.omitted = 1.01 * (rule.aliasing + rule.growth * grid.outside + dropped);
    }
    return result;
}

double TiltedSampledGaussian::log_decay(double omega) const {
    if (!decays_) return 0;
    constexpr double widest = 1.5, sec_squared = 1.8682;  // 1/cos(0.75)²
    const double b = falling_ * sec_squared;
    const double most = b * widest > omega ? omega / b : widest;  // θ_m
    const double s = variance_ + 1, beta = omega / (s * most);
    const double bend = 1 - std::sin(most) / most, linear = b / beta + 2 * s * bend;
    double drop = 0, rest = 0;
    for (std::size_t j = 0; j < ratio_.size(); ++j) {
        const double tau = beta * ratio_[j], inverse = 1 / (1 + tau), part = tau * inverse;
        const double exponent =
            most * most * tau * part *
            (s - 0.5 * (variance_ * inverse + linear * part + inverse * inverse * inverse));
        const double factor = std::expm1(-exponent);  // e^{-H} - 1
        drop -= points_.weight[j] * factor;
        rest += points_.weight[j] * (1 + factor);
    }
    const double strip = strip_error_ * std::min(2.0, 2.6 * omega * omega / s * mean_square_);
    // 1 - E[1 - e^{-H}] where that is small, E[e^{-H}] where this is.
    const double below_one = drop * (1 - 1e-9) - strip;
    const double above_zero = rest * (1 + 1e-9) + left_out_ + strip_error_;
    if (above_zero < 0.5) return std::log(above_zero) * (1 - 16 * u);
    return below_one > 0 ? std::log1p(-std::min(below_one, 0.9)) * (1 - 16 * u) : 0;
}

}  // namespace

Cumulants cumulants(const SampledGaussianTilt& tilt) {
    const auto grid = SampledGaussianGrid::build(tilt, 0, digits_for_searches, 0.01);
    const SampledGaussianPoints points(tilt, grid.step);
    std::vector<double> log_w(grid.size), weight(grid.size);
    double peak = -infinity;
    for (std::size_t j = 0; j < grid.size; ++j) {
        log_w[j] = points.ratio(grid.x(j)).log_w;
        weight[j] = points.log_tilted_weight(grid.x(j), log_w[j]);
        peak = std::max(peak, weight[j]);
    }
    double total = 0, mean = 0, variance = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        weight[j] = std::exp(weight[j] - peak);
        total += weight[j];
        mean += weight[j] * log_w[j];
    }
    mean /= total;
    for (std::size_t j = 0; j < grid.size; ++j) {
        variance += weight[j] * (log_w[j] - mean) * (log_w[j] - mean);
    }
    return {peak + std::log(total), tilt.direction == Direction::remove ? mean : -mean,
            variance / total};
}

Bracket log_moment(const SampledGaussianTilt& tilt) {
    const double digits = digits_for_moments(tilt.sigma);
    return tilted_grid(tilt, SampledGaussianGrid::build(tilt, 0, digits, 0.01)).log_moment;
}

std::unique_ptr<TiltedLoss> line(const SampledGaussianTilt& tilt, LineUse use, Bracket known) {
    auto line = std::make_unique<TiltedSampledGaussian>(tilt, known);
    line->compute(use);
    return line;
}

std::unique_ptr<TiltedLoss> unknown_line(const SampledGaussianTilt& tilt, Bracket known) {
    return std::make_unique<TiltedSampledGaussian>(tilt, known);
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/sampled_gaussian_loss.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/centred_sum.hpp"
#include "mizan/inversion/characteristic.hpp"
#include "mizan/inversion/gaussian_loss.hpp"
#include "mizan/inversion/sampled_gaussian_grid.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr double least_sigma = 1e-100;

// What the bound on decay may lose to its own quadrature: e^{-8}.
constexpr double strip_digits = 8;

// Without sampling the loss is that of a Gaussian. E[w^α] is 1 at q = 0 and convex in q, or concave
// if 0 < α < 1, so M - 1 lies between 0 and q times what it is at q = 1.
Bracket log_moment_by_convexity(double q, double sigma, double c) {
    const Bracket unsampled = Bracket(c) * (Bracket(c) + 1) / 2 / sigma / sigma;
    const Bracket mixed = log1p(q * expm1(unsampled));
    return hull(0, c > 0 ? min(unsampled, mixed) : max(unsampled, mixed));
}

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

TiltedGrid tilted_grid(const SampledGaussianTilt& tilt, double highest_frequency, double digits) {
    TiltedGrid result;
    result.grid = SampledGaussianGrid::build(tilt, highest_frequency, digits, strip_digits);
    const SampledGaussianGrid& grid = result.grid;
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

constexpr double digits_for_searches = 22;

double digits_for_moments(double sigma) { return 38 + std::log1p(4 * sigma * sigma); }

class TiltedSampledGaussian final : public TiltedLoss {
public:
    // Only that |φ| ≤ 1 and what is known of K.
    TiltedSampledGaussian(const SampledGaussianTilt& tilt, Bracket known)
        : tilt_{tilt},
          variance_{tilt.sigma * tilt.sigma},
          falling_{std::max(0.0, -tilt.order())},
          log_moment_{known} {}

    void compute(LineUse use) {
        const double wanted = 2.5 - std::log(std::clamp(use.accuracy, 1e-60, 1.0));
        const TiltedGrid tilted = tilted_grid(tilt_, use.highest_frequency,
                                              std::max(wanted, digits_for_moments(tilt_.sigma)));
        if (!(tilted.log_moment.width() < 0.01)) return;
        log_moment_ = intersect(log_moment_, tilted.log_moment);
        centre_points(use, tilted);
    }

    [[nodiscard]] Bracket log_moment() const override { return log_moment_; }
    [[nodiscard]] double centre() const override { return centre_; }

    void add_log_characteristic(double step, std::size_t first, double count,
                                LogNodes sum) const override {
        inversion::add_log_characteristic(points_, step, first, count, sum);
    }

    [[nodiscard]] double log_decay(double omega) const override;

private:
    void centre_points(LineUse use, const TiltedGrid& tilted);

    SampledGaussianTilt tilt_;
    double variance_, falling_;
    Bracket log_moment_;
    double centre_ = 0;
    CentredPoints points_{.weight = {}, .distance = {}, .omitted = 2};
    std::vector<double> ratio_;  // r at the points
    double strip_error_ = 2;     // of the rule on the strip of half width π/6
    double mean_square_ = 1;     // at least E[r²]
};

void TiltedSampledGaussian::centre_points(LineUse use, const TiltedGrid& tilted) {
    const std::size_t size = tilted.grid.size;
    const double log_norm = log_moment_.middle() - tilted.shift, norm = std::exp(-log_norm);
    const double norm_error = 10 + 2 * std::abs(log_norm) + log_moment_.width() / u + tilted.shift;
    const double negligible = use.accuracy / (16 * static_cast<double>(size));
    const double sign = tilt_.direction == Direction::remove ? 1 : -1;
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
    centre_ = sign * mean / total;
    points_.weight.reserve(size);
    points_.distance.reserve(size);
    double squares = 0;
    for (std::size_t j = 0; j < size; ++j) {
        if (weight[j] == 0) continue;
        const double distance = sign * tilted.ratio[j].log_w - centre_;
        points_.add(weight[j], distance, tilted.tilted[j].error + norm_error,
                    tilted.ratio[j].log_error + std::abs(distance));
        ratio_.push_back(tilted.ratio[j].r);
        squares += weight[j] * tilted.ratio[j].r * tilted.ratio[j].r;
    }
    const double sigma = tilt_.sigma, step = tilted.grid.step;
    points_.omitted = 2.02 * (aliasing(sigma, step, use.highest_frequency, falling_, widest_strip) +
                              tilted.grid.outside + dropped);
    strip_error_ = 1.01 * aliasing(sigma, step, 0, falling_, narrow_strip);
    mean_square_ = 1.01 * (squares + dropped) / (1 - std::min(0.9, tilted.omitted_twice));
}

double TiltedSampledGaussian::log_decay(double omega) const {
    constexpr double widest = 1.5, sec_squared = 1.8682;  // 1/cos(0.75)²
    const double b = falling_ * sec_squared;
    const double most = b * widest > omega ? omega / b : widest;  // θ_m
    const double s = variance_ + 1, beta = omega / (s * most);
    const double bend = 1 - std::sin(most) / most, linear = b / beta + 2 * s * bend;
    double drop = 0;
    for (std::size_t j = 0; j < ratio_.size(); ++j) {
        const double tau = beta * ratio_[j], inverse = 1 / (1 + tau), part = tau * inverse;
        const double exponent =
            most * most * tau * part *
            (s - 0.5 * (variance_ * inverse + linear * part + inverse * inverse * inverse));
        drop -= points_.weight[j] * std::expm1(-exponent);
    }
    const double strip = strip_error_ * std::min(2.0, 2.6 * omega * omega / s * mean_square_);
    const double bound = strip - drop * (1 - 1e-9);
    return bound < 0 ? std::log1p(std::max(bound, -1.0)) * (1 - 16 * u) : 0;
}

class SampledGaussianLoss final : public LossTransform {
public:
    SampledGaussianLoss(double rate, double sigma, Direction direction)
        : rate_{rate}, sigma_{sigma}, direction_{direction} {}

    [[nodiscard]] Bracket infinite_mass() const override { return 0; }

    [[nodiscard]] Bracket log_moment(double c) const override {
        if (c == 0 || c == -1) return 0;
        const Bracket known = log_moment_by_convexity(rate_, sigma_, c);
        if (!is_moderate()) return known;
        const TiltedGrid tilted = tilted_grid(tilt_by(c), 0, digits_for_moments(sigma_));
        return intersect(known, tilted.log_moment);
    }

    [[nodiscard]] Cumulants cumulants(double c) const override {
        if (!is_moderate()) {
            const double small = rate_ / sigma_ * (rate_ / sigma_);
            return {small * c * (c + 1) / 2, small * (c + 0.5), small};
        }
        const SampledGaussianTilt tilt = tilt_by(c);
        const auto grid = SampledGaussianGrid::build(tilt, 0, digits_for_searches, 0.01);
        const SampledGaussianPoints points(tilt, grid.step);
        std::vector<double> loss(grid.size), weight(grid.size);
        double peak = -infinity;
        for (std::size_t j = 0; j < grid.size; ++j) {
            const double x = grid.x(j), log_w = points.ratio(x).log_w;
            loss[j] = direction_ == Direction::remove ? log_w : -log_w;
            weight[j] = points.log_tilted_weight(x, log_w);
            peak = std::max(peak, weight[j]);
        }
        double total = 0, mean = 0, variance = 0;
        for (std::size_t j = 0; j < grid.size; ++j) {
            weight[j] = std::exp(weight[j] - peak);
            total += weight[j];
            mean += weight[j] * loss[j];
        }
        mean /= total;
        for (std::size_t j = 0; j < grid.size; ++j) {
            variance += weight[j] * (loss[j] - mean) * (loss[j] - mean);
        }
        return {peak + std::log(total), mean, variance / total};
    }

    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override {
        const Bracket known = log_moment_by_convexity(rate_, sigma_, c);
        auto line = std::make_unique<TiltedSampledGaussian>(tilt_by(c), known);
        if (is_moderate()) line->compute(use);
        return line;
    }

private:
    // No square under- or overflows. Elsewhere only simple bounds are given.
    [[nodiscard]] bool is_moderate() const {
        return rate_ > 1e-100 && sigma_ > least_sigma && sigma_ < 1 / least_sigma;
    }

    [[nodiscard]] SampledGaussianTilt tilt_by(double c) const {
        return {rate_, sigma_, direction_, c};
    }

    double rate_, sigma_;
    Direction direction_;
};

}  // namespace

std::shared_ptr<const LossTransform> sampled_gaussian_loss(Probability rate, Positive sigma,
                                                           Direction direction) {
    const double q = rate.value();
    if (q == 0) return std::make_shared<GaussianLoss>(0);
    if (q == 1 && sigma.value() > least_sigma) {
        return std::make_shared<GaussianLoss>(1 / square(Bracket(sigma.value())));
    }
    return std::make_shared<SampledGaussianLoss>(q, sigma.value(), direction);
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <memory>

#include "mizan/inversion/normal_mixture/normal_mixture.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_grid.hpp"
#include "mizan/inversion/transform/moment_sum.hpp"
#include "mizan/numeric/exponential.hpp"

namespace mizan::inversion {

/// P = Σ p_i N(s_i, σ²) against Q = Σ q_j N(-t_j, σ²), 0 ≤ s_i, t_j ≤ 1; the unit is the farthest
/// shift.
struct MixturePair {
    NormalMixture there;  ///< P
    NormalMixture back;   ///< Q, mirrored at 0
    double sigma;

    [[nodiscard]] MixturePair swapped() const { return {back, there, sigma}; }
};

/// A pair of mixtures and the real part of the order. With w and v the densities of P and of Q
/// mirrored over N, that of N(0, σ²),
///
///     M(s) = ∫ w(x)^{1+s} v(-x)^{-s} N(x) dx,
///
/// and that of the swapped pair is M(-1 - s). So it is enough to know c ≥ -1/2.
struct MixturePairTilt {
    std::shared_ptr<const MixturePair> pair;
    double c;

    [[nodiscard]] double sigma() const { return pair->sigma; }

    /// The exponent with which |v(-x)| may fall on a strip.
    [[nodiscard]] double falling() const { return std::max(0.0, c); }

    /// |arg w(x) - arg v(-x)| is at most so many times θ on a strip of half width σ²θ.
    [[nodiscard]] double turns() const;

    /// A grid for K(c), and for the bound on decay.
    [[nodiscard]] SampledGaussianGrid grid_for_moments(double digits, double strip_digits) const;

    /// A grid for φ, as SampledGaussianGrid::for_nodes.
    [[nodiscard]] SampledGaussianGrid grid_for_nodes(LineUse use, double digits) const;

    [[nodiscard]] SampledGaussianGrid grid_with_step(double step, double digits) const;

    /// The error of the trapezoidal rule at frequency 0, as a share of M(c).
    [[nodiscard]] double aliasing(double step, double widest) const;

    /// The same for M(c) - 1, as a share of what bounds it.
    [[nodiscard]] double excess_aliasing(double step) const;
};

/// w at x and v at -x.
struct PairRatio {
    MixtureRatio there, back;

    [[nodiscard]] double loss() const { return there.log_w - back.log_w; }
    [[nodiscard]] double loss_error() const {
        return there.log_error + back.log_error + std::abs(loss());
    }
    /// σ² times the slope of the loss.
    [[nodiscard]] double r() const { return there.r + back.r; }
};

/// The same at all points of a grid.
struct PairRatios {
    MixtureRatios there, back;

    [[nodiscard]] PairRatio operator[](std::size_t j) const { return {there[j], back[j]}; }
};

class MixturePairPoints {
public:
    MixturePairPoints(const MixturePairTilt& tilt, double step);

    [[nodiscard]] PairRatio ratio(double x) const {
        return {pair_.there.ratio(x, variance_), pair_.back.ratio(-x, variance_)};
    }
    [[nodiscard]] PairRatios ratios(const SampledGaussianGrid& grid) const;

    [[nodiscard]] LossPoint point(double x, const PairRatio& ratio) const;

    /// The points of a whole grid, which stand in `room`. Only where every |log w| and |log v| is
    /// less than largest_logarithm.
    [[nodiscard]] LossColumns columns(const SampledGaussianGrid& grid, const PairRatios& ratio,
                                      std::vector<double>& room) const;
    static constexpr double largest_logarithm = 30;

    /// A bound of |w(x) - v(-x)|/w(x) all over the strip.
    [[nodiscard]] double difference(const PairRatio& ratio) const {
        return gap() * plain::exp(-ratio.there.log_w) + ratio.there.moved +
               ratio.back.moved * plain::exp(-ratio.loss());
    }

    /// log of the weight of x under the tilted law, not normalised, in plain numbers.
    [[nodiscard]] double log_tilted_weight(double x, double log_w, double log_v) const {
        return (1 + c_) * log_w - c_ * log_v - x * x / (2 * variance_) + log_norm_;
    }

    /// The same for a whole grid, less `log_moment`, with its errors.
    [[nodiscard]] TiltedWeights tilted_weights(const SampledGaussianGrid& grid,
                                               const PairRatios& ratio, double log_moment) const;

    /// |p_0 - q_0|, the share that one law moves more than the other, or slightly more.
    [[nodiscard]] double gap() const { return gap_; }

    /// Of the logarithm of the factor h/(σ√(2π)) in it, in units u.
    [[nodiscard]] double norm_error() const { return 10 * std::abs(log_norm_) + 12; }

    /// The same with what the sums of a path lose to its size.
    [[nodiscard]] double norm_error_on_path() const {
        return norm_error() + 4 * std::abs(log_norm_);
    }

private:
    const MixturePair& pair_;
    double variance_, c_, norm_, log_norm_;
    double gap_;
};

}  // namespace mizan::inversion

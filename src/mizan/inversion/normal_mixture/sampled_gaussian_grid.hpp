// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "mizan/inversion/transform/density_ratio.hpp"
#include "mizan/inversion/transform/direction.hpp"
#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/inversion/transform/moment_sum.hpp"

namespace mizan::inversion {

/// Half widths of the strips on which the trapezoidal rule is judged, in units σ²: nearly the whole
/// strip where w^α is analytic, and the part where the bound on decay is at most 1.
inline constexpr double widest_strip = 2.95, narrow_strip = 0.52359877559829882;

/// √(2π).
inline constexpr double root_of_two_pi = 2.5066282746310002;

/// Of less or more noise than these, and of rarer records, only simple bounds are given: no square
/// of what lies between them under- or overflows.
inline constexpr double least_sigma = 1e-100, most_sigma = 1e100, least_rate = 1e-100;

/// The strip digits (`SampledGaussianGrid::build`) of a grid that serves no bound on decay.
inline constexpr double no_strip = 0.01;

/// The mechanism and the real part of the order.
struct SampledGaussianTilt {
    double q, sigma;
    Direction direction;
    double c;

    /// Re α.
    [[nodiscard]] double order() const { return direction == Direction::remove ? 1 + c : -c; }

    [[nodiscard]] SampledGaussianTilt at(double other_c) const {
        return {q, sigma, direction, other_c};
    }

    /// M of P over Q at c is that of Q over P at -1 - c.
    [[nodiscard]] SampledGaussianTilt swapped() const {
        return {q, sigma, opposite(direction), -1 - c};
    }
};

/// The points x = k·step, k = first, …, first + size - 1, of a trapezoidal rule in x.
struct SampledGaussianGrid {
    static constexpr double most_points = 20000;

    double step = 0;
    double first = 0;
    std::size_t size = 0;
    double outside = 0;  ///< share of the mass at points that were left out
    double strip = 0;    ///< the θ of Mizan26 L1 for which the step was chosen

    /// Points `step` apart that leave out a share of about e^{-digits} of every density that falls
    /// at least as fast as that of N(0, σ²) to the left of `left` and to the right of `right`.
    static SampledGaussianGrid around(double left, double right, double sigma, double step,
                                      double digits);

    /// Points `step` apart that leave out a share of about e^{-digits}.
    static SampledGaussianGrid with_step(const SampledGaussianTilt& tilt, double step,
                                         double digits);

    /// A grid on which the error at frequency 0 is about e^{-digits}, and e^{-strip_digits} on the
    /// narrow strip of the bound on decay. Coarser where that would take too many points.
    static SampledGaussianGrid build(const SampledGaussianTilt& tilt, double digits,
                                     double strip_digits);

    /// A grid on which the error at every frequency ω up to the highest is about
    /// e^{-digits + ω²/2fall²}. Coarser where that would take too many points.
    static SampledGaussianGrid for_nodes(const SampledGaussianTilt& tilt, LineUse use,
                                         double digits);

    [[nodiscard]] double x(std::size_t j) const { return (first + static_cast<double>(j)) * step; }
};

/// A falling power |w|^{-order} on a strip, where it gains.
class Falling {
public:
    Falling(double order) : order_{order} {}  // NOLINT(google-explicit-constructor): of any w
    /// Where w ≥ 1 - q on the axis and its real part for θ ≤ π/2 too, and E[w^{-order}] ≥ 1.
    Falling(double order, double q);

    [[nodiscard]] double order() const { return order_; }

    /// At most π/2 where the bound of the whole is used there, `widest` where it is not.
    [[nodiscard]] double widest(double widest) const;

    /// log of what ∫ |w|^{-order} N gains at most on the edge of a strip of half width θσ²: by
    /// sec(θ/2)^order, and up to π/2 no more than (1 - q)^{-order}.
    [[nodiscard]] double log_gain(double theta) const;

    /// The second of these bounds where it is the one that counts, or else 0.
    [[nodiscard]] double log_cap() const;

    /// About θ² over twice the gain, where that is not bounded otherwise.
    [[nodiscard]] double curvature() const { return is_capped() ? 0 : order_ / 4; }

private:
    [[nodiscard]] bool is_capped() const;

    double order_;
    double log_most_ = infinity;
};

/// The error of the trapezoidal rule for a sampled Gaussian, as a share of the integral of |f|.
///
/// Theorem    Mizan26 L1: the trapezoidal rule on a strip
/// States     With w(x) = 1 - q + q e^z, z = (2x-1)/2σ², f = w^α N(0,σ²), a = Re α and ω = |Im α|,
///            the trapezoidal sum of step h over all points differs from ∫f by at most
///            2 e^{θ²σ²/2 + ωθ} G / (e^{2πθσ²/h} - 1) · ∫ w^a N(0,σ²), 0 < θ < π, with
///            G = sec(θ/2)^f, f = max(0,-a), and for θ ≤ π/2 also G = (1-q)^{-f}
/// Needs      0 < q < 1, σ > 0
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/floating-point.md, with proof)
/// Test       SampledGaussianLoss.CharacteristicFunctionIsWithinItsError
///
/// `falling` is of order max(0,-a); θ is chosen well, and at most `widest`.
[[nodiscard]] double aliasing(double sigma, double step, double frequency, Falling falling,
                              double widest);

/// The same for one θ.
[[nodiscard]] double aliasing_on_strip(double sigma, double step, double frequency, Falling falling,
                                       double theta);

/// The step at which the error is about e^{-digits}, nearly as long as possible.
[[nodiscard]] double step_for_strip(double sigma, double frequency, Falling falling, double digits,
                                    double widest);

/// The step at which the error at every frequency ω up to the highest is about
/// e^{-digits + ω²/2fall²}, if |f| grows by e^{ω·turns·θ} on a strip, and the θ of that strip.
struct StepForNodes {
    double step, strip;
};
[[nodiscard]] StepForNodes step_for_nodes(double sigma, double turns, Falling falling, LineUse use,
                                          double digits);

/// The same rule on the path Im x = σ²·height, where w^{iω} is at most 1 in modulus: here the error
/// and the number of points do not depend on the frequency.
struct ShiftedRule {
    double height;  ///< below π/2
    double step;
    double growth;  ///< the integral of |f| on this path is at most so many times that on the axis
    double aliasing;  ///< bound of the error of the rule, as a share of the integral on the axis

    /// The longest step for which growth is at most about e^most_log_growth.
    static ShiftedRule build(double sigma, Falling falling, double digits,
                             double most_log_growth = usual_log_growth);

    static constexpr double usual_log_growth = 2.5;
    /// Where rounding counts, which grows as |f| does, for two or three times as many points.
    static constexpr double small_log_growth = 0.3;
};

/// Logarithms of weights under a tilted law.
struct TiltedWeights {
    std::vector<double> log_weight;
    std::vector<double> error;  ///< in units u, without that of the norm
};

/// The points of a grid.
class SampledGaussianPoints {
public:
    SampledGaussianPoints(const SampledGaussianTilt& tilt, double step);

    [[nodiscard]] DensityRatio ratio(double x) const {
        const double z = (x - 0.5) / variance_;
        return density_ratio(q_, z, z_error * std::abs(z));
    }
    [[nodiscard]] DensityRatios ratios(const SampledGaussianGrid& grid) const;

    /// The weights of the law without the record.
    [[nodiscard]] std::vector<double> weights_without(const SampledGaussianGrid& grid) const;

    [[nodiscard]] LossPoint point(double x, double weight_without, const DensityRatio& ratio) const;

    /// The points of a whole grid; those of its columns that are not given stand in `room`. Only
    /// where every |log w| < largest_logarithm.
    [[nodiscard]] LossColumns columns(const SampledGaussianGrid& grid,
                                      const std::vector<double>& weights_without,
                                      const DensityRatios& ratio, std::vector<double>& room) const;
    static constexpr double largest_logarithm = 30;

    /// log of the weight of x under the tilted law, not normalised, in plain numbers.
    [[nodiscard]] double log_tilted_weight(double x, double log_w) const {
        return order_ * log_w - x * x / (2 * variance_) + log_norm_;
    }

    /// The same for a whole grid, less `log_moment`, with its errors.
    [[nodiscard]] TiltedWeights tilted_weights(const SampledGaussianGrid& grid,
                                               const DensityRatios& ratio, double log_moment) const;

    /// Of the logarithm of the factor h/(σ√(2π)) in it, in units u.
    [[nodiscard]] double norm_error() const { return 10 * std::abs(log_norm_) + 10; }

    /// The same with what the sums of a path lose to its size.
    [[nodiscard]] double norm_error_on_path() const {
        return norm_error() + 4 * std::abs(log_norm_);
    }

private:
    static constexpr double z_error = 3.1;

    double q_, variance_, order_, norm_, log_norm_;
    bool removes_;
};

}  // namespace mizan::inversion

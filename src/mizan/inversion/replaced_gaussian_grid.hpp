// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "mizan/inversion/density_ratio.hpp"
#include "mizan/inversion/moment_sum.hpp"
#include "mizan/inversion/sampled_gaussian_grid.hpp"

namespace mizan::inversion {

/// A record that is replaced on a Poisson sample, and the real part of the order. With w as for the
/// sampled Gaussian and N the density of N(0, σ²),
///
///     M(s) = ∫ w(x)^{1+s} w(-x)^{-s} N(x) dx,        M(s) = M(-1 - s).
///
/// So c ≥ -1/2 is all there is to know.
struct ReplacedGaussianTilt {
    double q, sigma, c;

    /// The exponent with which |w(-x)| may fall on a strip.
    [[nodiscard]] double falling() const { return std::max(0.0, c); }

    /// |arg w(x) - arg w(-x)| is at most so many times θ on a strip of half width σ²θ.
    [[nodiscard]] double turns() const;

    [[nodiscard]] SampledGaussianGrid grid(double highest_frequency, double digits,
                                           double strip_digits) const;
    [[nodiscard]] SampledGaussianGrid grid_with_step(double step, double digits) const;

    /// The error of the trapezoidal rule at a frequency, as a share of M(c).
    [[nodiscard]] double aliasing(double step, double frequency, double widest) const;

    /// The same for M(c) - 1, as a share of what bounds it.
    [[nodiscard]] double excess_aliasing(double step) const;
};

/// w at x and at -x.
struct ReplacedRatio {
    DensityRatio there, back;

    [[nodiscard]] double loss() const { return there.log_w - back.log_w; }
    [[nodiscard]] double loss_error() const {
        return there.log_error + back.log_error + std::abs(loss());
    }
    /// r(x) + r(-x).
    [[nodiscard]] double r() const { return there.r + back.r; }
};

class ReplacedGaussianPoints {
public:
    ReplacedGaussianPoints(const ReplacedGaussianTilt& tilt, double step);

    [[nodiscard]] ReplacedRatio ratio(double x) const {
        const double z = (x - 0.5) / variance_, back = (-x - 0.5) / variance_;
        return {density_ratio(q_, z, 3.1 * std::abs(z)),
                density_ratio(q_, back, 3.1 * std::abs(back))};
    }
    [[nodiscard]] LossPoint point(double x, const ReplacedRatio& ratio) const;

    /// log of the weight of x under the tilted law, not normalised, in plain numbers.
    [[nodiscard]] double log_tilted_weight(double x, const ReplacedRatio& ratio) const {
        return (1 + c_) * ratio.there.log_w - c_ * ratio.back.log_w - x * x / (2 * variance_) +
               log_norm_;
    }

    /// Of the logarithm of the factor h/(σ√(2π)) in it, in units u.
    [[nodiscard]] double norm_error() const { return 10 * std::abs(log_norm_) + 10; }

private:
    double q_, variance_, c_, norm_, log_norm_;
};

}  // namespace mizan::inversion

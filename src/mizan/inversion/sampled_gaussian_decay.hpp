// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/inversion/sampled_gaussian_moments.hpp"

namespace mizan::inversion {

/// An upper bound of |φ| of a tilted sampled Gaussian, by moving the path of integration
/// (docs/floating-point.md, "Decay of a sampled Gaussian").
class SampledGaussianDecay {
public:
    /// Nothing but |φ| ≤ 1.
    SampledGaussianDecay() = default;

    /// From the normalised weights at the points of a grid, of which those below `negligible` are
    /// left out.
    SampledGaussianDecay(const SampledGaussianTilt& tilt, const TiltedGrid& tilted,
                         const std::vector<double>& weight, double negligible);

    /// At least log|φ(v)| for all v ≥ ω. At most 0.
    [[nodiscard]] double log_bound(double omega) const;

private:
    double variance_ = 1, falling_ = 0;
    std::vector<double> weight_, ratio_;  // ratio r
    double left_out_ = 1;                 // the share of all other points
    double strip_error_ = 2;              // of the rule on the strip of half width π/6
    double mean_square_ = 1;              // at least E[r²]
};

}  // namespace mizan::inversion

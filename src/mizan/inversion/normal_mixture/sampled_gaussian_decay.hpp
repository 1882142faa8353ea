// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/inversion/normal_mixture/sampled_gaussian_moments.hpp"

namespace mizan::inversion {

/// The errors of the points from which decay is bounded.
struct DecayDoubt {
    double left_out = 1;     ///< the share of all other points
    double strip_error = 2;  ///< of the rule on the strip of half width π/6
    double mean_square = 1;  ///< at least E[r²]
};

/// An upper bound of |φ| of a tilted sampled Gaussian, by moving the path of integration further
/// from the axis where the loss changes faster.
///
/// Theorem    Mizan26 L2: decay of a sampled Gaussian
/// States     With S = σ² + 1, r = q e^z/w, τ = ωr/(Sθ), κ = 1 - sin(θ)/θ, b = f sec²(θ/2) and
///            H = θ²τ²/(1+τ) (S - (σ² + (bSθ/ω + 2Sκ)τ)/(2(1+τ)) - 1/(2(1+τ)³)), the characteristic
///            function of the loss tilted by w^a obeys |φ(v)| ≤ E[e^{-H}] for all v ≥ ω, f =
///            max(0,-a); so does that of log w(x)/w(-x), tilted by w(x)^{1+c} w(-x)^{-c}, with
///            f = max(0,c) and with r(x) + r(-x) for r
/// Needs      0 < θ ≤ π/2, θb ≤ ω; c ≥ -1/2
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/floating-point.md, with proof)
/// Test       SampledGaussianLoss.DecayHoldsAllAlongTheRay
class SampledGaussianDecay {
public:
    /// A bound that only says |φ| ≤ 1.
    SampledGaussianDecay() = default;

    /// From the normalised weights at the points of a grid, of which those below `negligible` are
    /// left out.
    SampledGaussianDecay(const SampledGaussianTilt& tilt, const TiltedGrid& tilted,
                         const std::vector<double>& weight, double negligible);

    /// From the normalised weights and the r at points; `falling` is f.
    SampledGaussianDecay(double variance, double falling, std::vector<double> weight,
                         std::vector<double> ratio, DecayDoubt doubt);

    /// At least log|φ(v)| for all v ≥ ω. At most 0.
    [[nodiscard]] double log_bound(double omega) const;

private:
    double variance_ = 1, falling_ = 0;
    std::vector<double> weight_, ratio_;  // ratio r
    DecayDoubt doubt_;
};

}  // namespace mizan::inversion

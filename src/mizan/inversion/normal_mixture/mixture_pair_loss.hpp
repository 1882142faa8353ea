// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mizan/divergence/mixed_normals.hpp"
#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// The loss of Σ p_i N(s_i, σ²) against Σ q_j N(-t_j, σ²). With w and v the densities of the first
/// and of the mirrored second mixture over that of N(0, σ²) it is log w(x)/v(-x), and its moments
/// are
///
///     M(s) = E_{N(0,σ²)}[w(x)^{1+s} v(-x)^{-s}],
///
/// taken by the trapezoidal rule in x, as for the sampled Gaussian.
///
/// Theorem    Mizan26 L7: mixtures of normal laws on a strip
/// States     Let all s_i, t_j lie in [0, 1]. At x + iσ²θ, 0 ≤ θ < π, w has its argument in [0, θ]
///            and a modulus between w(x) cos(θ/2) and w(x), and v the same with -θ. With r(x),
///            r'(x) the means of s_i, t_j at x, Mizan26 L1 and L2 hold with v(-x) in place of w(-x)
///            and r + r' in place of r
/// Needs      σ > 0
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/floating-point.md, with proof)
/// Test       GroupedGaussianLoss.CharacteristicFunctionIsWithinItsError
///            GroupedGaussianLoss.DecayHoldsAllAlongTheRay
[[nodiscard]] std::shared_ptr<const LossTransform> mixture_pair_loss(const MixedNormals& pair,
                                                                     Positive sigma);

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// The loss of a Gaussian mechanism on a Poisson sample if a record takes another value: every
/// record is in with probability `rate`, the noise is σ times the most that one record adds. With
/// w(x) = 1 - q + q e^{(2x-1)/2σ²} it is log w(x)/w(-x) under (1-q) N(0,σ²) + q N(1,σ²), and the
/// same in both directions.
///
/// Theorem    Mizan26 S2: a replaced record on Poisson samples
/// States     (1-q) N(0,σ²) + q N(1,σ²) against (1-q) N(0,σ²) + q N(-1,σ²) dominates, at every ε, a
///            sum of vectors plus Gaussian noise on Poisson samples, if one vector is replaced
/// Needs      a record moves the sum by at most 1; the noise of each coordinate has variance σ²
/// Guarantee  exact for the vectors 1 and -1
/// Source     Mizan26 (docs/proofs/sampling.md, with proof)
/// Test       ReplacedGaussianLoss.DominatesEveryReplacementInATinyUniverse
[[nodiscard]] std::shared_ptr<const LossTransform> replaced_gaussian_loss(Probability rate,
                                                                          Positive sigma);

}  // namespace mizan::inversion

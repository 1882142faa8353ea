// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// The Rényi divergence of Gaussian noise with standard deviation `sigma` on Poisson samples if a
/// record is replaced: of (1 - q) N(0, σ²) + q N(1, σ²) against (1 - q) N(0, σ²) + q N(-1, σ²), or
/// the other way round. At order 1 the bracket is about 1e-6 wide.
///
/// Theorem    Mizan26 S3: Rényi divergence of a replaced record
/// States     (α - 1) D_α = log E[w(X)^α w(-X)^(1-α)], X ~ N(0, σ²), w(x) = 1 - q + q
///            exp((2x - 1)/(2σ²)); with W(x) = 1 - q + q e^x it lies between α log
///            q + α(α-1)/(2σ²) - (α-1) log W(-α/σ²) and α log W((α-1)/(2σ²)) - (α-1) log(1 - q)
/// Needs      q in [0, 1], σ in [0, ∞], α in [1, ∞]; for the bounds α > 1
/// Guarantee  exact
/// Source     Mizan26 (docs/proofs/sampling.md, with proof)
/// Test       ReplacedGaussianRenyi.HoldsTheTruthAtManyOrders
[[nodiscard]] Bracket replaced_gaussian_renyi(Bracket q, Bracket sigma, Order order);

}  // namespace mizan::inversion

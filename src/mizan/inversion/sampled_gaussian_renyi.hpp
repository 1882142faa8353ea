// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// The Rényi divergence of Gaussian noise with standard deviation `sigma` on Poisson samples: of
/// (1 - q) N(0, σ²) + q N(1, σ²) against N(0, σ²), which is the larger direction. At order 1 the
/// bracket is about 1e-6 wide.
///
/// Theorem    MTZ19 T4: Rényi divergence of the sampled Gaussian
/// States     (α - 1) D_α = log E[w(X)^α], X ~ N(0, σ²), w(x) = 1 - q + q exp((2x - 1)/(2σ²)); for
///            whole α that is log Σ_k C(α, k) (1 - q)^(α-k) q^k exp(k(k - 1)/(2σ²))
/// Needs      q in [0, 1], σ in [0, ∞], α in [1, ∞]
/// Guarantee  exact
/// Source     MTZ19 Theorems 4, 5 and section 3.3 (arXiv:1908.10530)
/// Test       SampledGaussianRenyi.AgreesWithTheBinomialSumAtWholeOrders
[[nodiscard]] Bracket sampled_gaussian_renyi(Bracket q, Bracket sigma, Order order);

}  // namespace mizan::inversion

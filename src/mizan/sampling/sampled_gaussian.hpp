// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// The Rényi divergence of the Gaussian mechanism with standard deviation `sigma` on Poisson
/// samples: of (1 - q) N(0, σ²) + q N(1, σ²) against N(0, σ²), which is the larger direction.
/// Exact at whole orders up to 1024; elsewhere `lower` is 0 and `upper` a bound.
///
/// Theorem    MTZ19 T4: Rényi divergence of the sampled Gaussian
/// States     exp((α - 1) D_α) = Σ_k C(α, k) (1 - q)^(α-k) q^k exp(k(k - 1)/(2σ²)) for whole α
/// Needs      q in [0, 1], σ ≥ 0; between whole orders (α - 1) D_α is convex
/// Guarantee  exact at whole orders, upper bound elsewhere
/// Source     MTZ19 Theorems 4, 5 and section 3.3 (arXiv:1908.10530)
/// Test       SampledGaussian.AgreesWithTheIntegralAtWholeOrders
[[nodiscard]] Bracket sampled_gaussian_renyi(Bracket q, Bracket sigma, Order order);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// The Rényi divergences, at all these orders, of Gaussian noise with standard deviation `sigma` on
/// Poisson samples: of (1 - q) N(0, σ²) + q N(1, σ²) against N(0, σ²), which is the larger
/// direction. Orders share their work, and with usual parameters the brackets are 1e-14 wide,
/// relatively; their last bits depend on which orders are asked together.
///
/// Theorem    MTZ19 T4: Rényi divergence of the sampled Gaussian
/// States     (α - 1) D_α = log E[w(X)^α], X ~ N(0, σ²), w(x) = 1 - q + q exp((2x - 1)/(2σ²)); for
///            whole α that is log Σ_k C(α, k) (1 - q)^(α-k) q^k exp(k(k - 1)/(2σ²))
/// Needs      q in [0, 1], σ in [0, ∞], α in [1, ∞]
/// Guarantee  exact
/// Source     MTZ19 Theorems 4, 5 and section 3.3 (arXiv:1908.10530)
/// Test       SampledGaussianRenyi.AgreesWithTheBinomialSumAtWholeOrders
[[nodiscard]] std::vector<Bracket> sampled_gaussian_renyi(Bracket q, Bracket sigma,
                                                          std::span<const Order> orders);

/// The same at one order.
[[nodiscard]] inline Bracket sampled_gaussian_renyi(Bracket q, Bracket sigma, Order order) {
    return sampled_gaussian_renyi(q, sigma, std::span(&order, 1)).front();
}

}  // namespace mizan::inversion

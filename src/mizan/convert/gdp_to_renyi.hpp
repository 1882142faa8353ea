// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The Renyi curve of Gaussian privacy. What is mu-private in this sense is a post-processing of
/// N(mu, 1) against N(0, 1), and post-processing lowers no divergence.
///
/// Theorem    DRS19 T2.10: Gaussian privacy as a Rényi curve
/// States     μ-GDP ⇒ D_α ≤ αμ²/2
/// Needs      α ≥ 1
/// Guarantee  exact for the Gaussian mechanism
/// Source     DRS19 Theorem 2.10 (Blackwell; arXiv:1905.02383) and Mironov17 Proposition 7
///            (arXiv:1702.07476v3)
/// Test       GdpToRenyi.IsTheGaussianLine
[[nodiscard]] RenyiCurve gdp_to_renyi(const GDP& gdp);

}  // namespace mizan

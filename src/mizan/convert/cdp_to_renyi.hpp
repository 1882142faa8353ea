// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The Renyi curve of concentrated privacy. The mean is capped: E[e^{-L}] ≤ 1 for every loss L,
/// with equality for equal supports, so that a mean above τ²/2 cannot occur.
///
/// Theorem    BS16 S4a: concentrated privacy as a Rényi curve
/// States     (μ, τ)-CDP ⇒ D_α ≤ min(μ, τ²/2) + (α-1)·τ²/2
/// Needs      α ≥ 1; E[e^{-L}] = 1 because finite means in both directions force equal supports
/// Guarantee  upper bound; exact for the Gaussian mechanism
/// Source     DR16 Definition 8 (arXiv:1603.01887v2) and E[e^{-L}] = 1; BS16 section 4
///            (arXiv:1605.02065v1) without the cap
/// Test       CdpToRenyi.HoldsForARandomSubgaussianPair
/// Erratum    Definitions 7 and 8 write σ for the subgaussian standard τ, and "the pair X and Y"
///            for "Y and Z". (μ, τ)-CDP is not closed under post-processing: N(1, 1) against
///            N(0, 1) is (1/2, 1)-CDP, the bit [x > 12] of it has τ² = 1.0515.
[[nodiscard]] RenyiCurve cdp_to_renyi(const CDP& cdp);

}  // namespace mizan

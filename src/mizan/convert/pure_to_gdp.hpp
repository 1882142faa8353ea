// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The smallest mu that every epsilon-private mechanism has.
///
/// Its trade-off curve lies above the two chords (0, 1), (v, v), (1, 0) with v = 1/(1 + e^ε). The
/// curve of GDP is convex, runs from (0, 1) to (1, 0) and meets the diagonal where both errors are
/// Φ(-μ/2). So it lies below the chords exactly if Φ(-μ/2) ≤ v.
///
/// Theorem    DRS19 P2.4: pure privacy as Gaussian privacy
/// States     ε-DP ⇒ μ-GDP with μ = 2·Φ⁻¹(e^ε/(1 + e^ε))
/// Needs      ε ≥ 0
/// Guarantee  exact for the worst mechanism
/// Source     the trade-off functions of DRS19 Proposition 2.4 and Definition 2.6
///            (arXiv:1905.02383)
/// Test       PureToGdp.TheVertexOfRandomizedResponseLiesOnTheGaussianCurve
[[nodiscard]] Bracket pure_to_gdp(const PureDP& pure);

/// The smallest mu that everything of ε-bounded range has, where `pure` is that ε: what ε/2 has by
/// itself.
///
/// Theorem    Mizan26 BR4: bounded range as Gaussian privacy
/// States     ε-bounded range ⇒ μ-GDP with μ = 2·Φ⁻¹(e^(ε/2)/(1 + e^(ε/2)))
/// Needs      ε ≥ 0
/// Guarantee  exact for the worst mechanism
/// Source     docs/proofs/bounded-range.md
/// Test       PureToGdp.BoundedRangeLiesAboveTheGaussianCurve
[[nodiscard]] Bracket bounded_range_to_gdp(const PureDP& pure);

}  // namespace mizan

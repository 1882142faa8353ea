// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The smallest rho that every epsilon-private mechanism has.
///
/// Theorem    BS16 P1.4a: pure privacy as zero-concentrated privacy
/// States     ε-DP ⇒ ρ-zCDP with ρ = ε·tanh(ε/2) ≤ ε²/2
/// Needs      ε ≥ 0
/// Guarantee  exact for the worst mechanism (randomized response, order 1)
/// Source     Steinke24, which sharpens BS16 Proposition 1.4 (arXiv:1605.02065v1) by KS98
///            (arXiv:1301.7392)
/// Test       PureToZcdp.HoldsForRandomizedResponseAtEveryOrder
[[nodiscard]] Bracket pure_to_zcdp(const PureDP& pure);

}  // namespace mizan

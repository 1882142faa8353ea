// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The smallest rho that every epsilon-private mechanism has.
///
/// Theorem    Steinke24 P3.3: pure privacy as zero-concentrated privacy
/// States     ε-DP ⇒ ρ-zCDP with ρ = ε·tanh(ε/2) ≤ ε²/2
/// Needs      ε ≥ 0
/// Guarantee  exact for the worst mechanism (randomized response, order 1)
/// Source     Steinke24, by the Kearns-Saul inequality (arXiv:2210.00597)
/// Test       PureToZcdp.HoldsForRandomizedResponseAtEveryOrder
[[nodiscard]] Bracket pure_to_zcdp(const PureDP& pure);

}  // namespace mizan

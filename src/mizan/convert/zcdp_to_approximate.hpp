// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The closed form. The best order of the line that zCDP is (zcdp_to_renyi) proves less loss.
///
/// Theorem    BS16 P1.3: zero-concentrated to approximate privacy
/// States     (ξ, ρ)-zCDP ⇒ (ξ + ρ + 2√(ρ·log(1/δ)), δ)-DP
/// Needs      0 < δ ≤ 1
/// Guarantee  upper bound
/// Source     BS16 Proposition 1.3, with ξ in section 3 (arXiv:1605.02065v1)
/// Test       ZcdpToApproximate.TheClosedFormHoldsForNoiseBehindRandomizedResponse
[[nodiscard]] Epsilon zcdp_to_epsilon(const ZCDP& zcdp, Delta delta);

}  // namespace mizan

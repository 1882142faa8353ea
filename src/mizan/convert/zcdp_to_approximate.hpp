// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/convert/renyi_to_approximate.hpp"

namespace mizan {

/// The smallest epsilon that zero-concentrated privacy proves at `delta`, by the best order of its
/// line.
[[nodiscard]] EpsilonAtOrder zcdp_to_epsilon(const ZCDP& zcdp, Delta delta);
[[nodiscard]] DeltaAtOrder zcdp_to_delta(const ZCDP& zcdp, Epsilon epsilon);

/// The closed form, which the best order improves.
///
/// Theorem    BS16 P1.3: zero-concentrated to approximate privacy
/// States     (ξ, ρ)-zCDP ⇒ (ξ + ρ + 2√(ρ·log(1/δ)), δ)-DP
/// Needs      0 < δ ≤ 1
/// Guarantee  upper bound
/// Source     BS16 Proposition 1.3, with ξ in section 3 (arXiv:1605.02065v1)
/// Test       ZcdpToApproximate.TheClosedFormHoldsForNoiseBehindRandomizedResponse
[[nodiscard]] Epsilon zcdp_to_epsilon_closed(const ZCDP& zcdp, Delta delta);

}  // namespace mizan

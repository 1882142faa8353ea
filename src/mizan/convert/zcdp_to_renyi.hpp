// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The line that zero-concentrated privacy is.
///
/// Theorem    BS16 D1.1: zero-concentrated privacy as a Rényi curve
/// States     (ξ, ρ)-zCDP ⇔ D_α ≤ ξ + ρα for every α > 1
/// Needs      α ≥ 1 (α = 1 as the limit)
/// Guarantee  exact
/// Source     BS16 Definition 1.1 (arXiv:1605.02065v1)
/// Test       ZcdpToRenyi.IsTheLine
[[nodiscard]] RenyiCurve zcdp_to_renyi(const ZCDP& zcdp);

}  // namespace mizan

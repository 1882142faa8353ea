// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// Zero-concentrated privacy of Gaussian privacy.
///
/// Theorem    BS16 P1.6a: Gaussian to zero-concentrated privacy
/// States     μ-GDP ⇒ μ²/2-zCDP
/// Needs      μ ≥ 0
/// Guarantee  exact for the Gaussian mechanism
/// Source     BS16 Proposition 1.6 (arXiv:1605.02065v1) and DRS19 Theorem 2.10 (Blackwell;
///            arXiv:1905.02383)
/// Test       GdpToZcdp.IsHalfTheSquare
[[nodiscard]] Bracket gdp_to_zcdp(const GDP& gdp);

}  // namespace mizan

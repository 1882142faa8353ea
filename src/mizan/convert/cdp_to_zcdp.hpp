// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// Zero-concentrated privacy of every mechanism with concentrated privacy; the mean is not needed.
///
/// Theorem    BS16 L4.2: concentrated to zero-concentrated privacy
/// States     (μ, τ)-CDP ⇒ τ²/2-zCDP
/// Needs      τ ≥ 0
/// Guarantee  exact for the Gaussian mechanism
/// Source     BS16 Lemma 4.2 (arXiv:1605.02065), with the mean capped at τ²/2
/// Test       CdpToZcdp.IsTheGaussianLine
[[nodiscard]] Bracket cdp_to_zcdp(const CDP& cdp);

}  // namespace mizan

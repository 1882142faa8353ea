// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// Zero-concentrated privacy of every mechanism with concentrated privacy; the mean is not needed.
///
/// Theorem    BS16 S4: concentrated to zero-concentrated privacy
/// States     (μ, τ)-CDP ⇒ τ²/2-zCDP
/// Needs      τ ≥ 0
/// Guarantee  exact for the Gaussian mechanism
/// Source     BS16 section 4, on mean-concentrated privacy (arXiv:1605.02065v1), with the mean
///            capped at τ²/2
/// Test       CdpToZcdp.IsTheGaussianLine
[[nodiscard]] Bracket cdp_to_zcdp(const CDP& cdp);

}  // namespace mizan

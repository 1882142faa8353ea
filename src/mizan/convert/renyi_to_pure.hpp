// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/definition/definition.hpp"

namespace mizan {

/// Pure privacy, if the curve is finite at order inf.
///
/// Theorem    Mironov17 III: pure privacy is Rényi privacy of order ∞
/// States     f is ε-DP ⇔ D_∞(f(D)‖f(D')) ≤ ε for all neighbours D, D'
/// Needs      symmetric neighbours
/// Guarantee  exact
/// Source     Mironov17 section III, before Definition 4 (arXiv:1702.07476v3)
/// Test       RenyiToPure.IsTheCurveAtInfinity
/// Erratum    D_∞ is typed as a supremum over the support of Q. It runs over the support of P, and
///            is +∞ if P puts mass where Q has none: P = (1/2, 1/2), Q = (1, 0) gives -0.693 as
///            typed, truly +∞.
[[nodiscard]] std::optional<PureDP> renyi_to_pure(const RenyiCurve& curve);

}  // namespace mizan

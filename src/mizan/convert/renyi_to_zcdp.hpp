// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/definition/definition.hpp"

namespace mizan {

/// Zero-concentrated privacy of whatever has this curve, if the curve is finite at order inf; a
/// curve that is infinite there says too little about large orders.
///
/// The divergence grows with the order, so on any grid 1 = a_0 < a_1 < ... < a_n the ratio
/// D_α/α between a_i and a_(i+1) is at most D_(a_(i+1))/a_i, and beyond a_n at most D_∞/a_n.
///
/// Theorem    BS16 D1.1a: zero-concentrated privacy from a whole curve
/// States     sup over α > 1 of D_α/α ≤ ρ ⇔ ρ-zCDP
/// Needs      a bound at order ∞
/// Guarantee  upper bound
/// Source     BS16 Definition 1.1 (arXiv:1605.02065v1); monotone in α by Mironov17 Proposition 9
///            (arXiv:1702.07476v3)
/// Test       RenyiToZcdp.BoundsTheCurveAtEveryOrder
[[nodiscard]] std::optional<ZCDP> renyi_to_zcdp(const RenyiCurve& curve);

}  // namespace mizan

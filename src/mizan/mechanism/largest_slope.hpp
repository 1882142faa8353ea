// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/renyi_curve.hpp"

namespace mizan {

/// sup D_α/α over α ≥ 1 for a curve that is exact and bounded: the least ρ with D_α ≤ ρ α, so the
/// tight constant of zCDP. Between two orders (α-1) D_α lies below its chord, because it is
/// convex; the interval with the largest bound is halved until the bounds agree in
/// seven digits, or in five where the curve is almost straight.
[[nodiscard]] Bracket largest_slope(const RenyiCurve& curve);

}  // namespace mizan

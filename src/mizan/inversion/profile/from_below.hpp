// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/profile/line_stock.hpp"

namespace mizan::inversion {

// If rare large losses dominate the transform right of 0, δ is known better from lines that only
// see the losses below ε (ShortfallLine) or that lie half way between the poles (MiddleLine).

/// Whether those lines are better for a δ of about `delta` than the line along `contour` would be.
[[nodiscard]] bool suits_sight_from_below(const LineStock& stock, const Contour& contour,
                                          double delta);

/// The width with which such a line is good enough.
[[nodiscard]] double enough_from_below(double content);

/// δ(ε), which is in `known` and about `guess`.
[[nodiscard]] Bracket delta_from_below(LineStock& stock, double epsilon, double guess,
                                       Bracket known);

/// The least ε with δ(ε) ≤ `target`, which is in `known`.
[[nodiscard]] Bracket epsilon_from_below(LineStock& stock, double target, Bracket known);

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace mizan::plain {

// What exponential.hpp says of its functions holds for these, too.

/// 4 units, for all finite x.
[[nodiscard]] double sin(double x);
[[nodiscard]] double cos(double x);

/// The angle of the point (x, y) in [-π, π]: 5 units. Of no distance it is 0 or π, with the signs
/// of the zeros as IEEE 754 wants them.
[[nodiscard]] double atan2(double y, double x);

/// For |x| ≤ 1: 8 units.
[[nodiscard]] double asin(double x);

/// √(x² + y²): 2.1 units.
[[nodiscard]] double hypot(double x, double y);

}  // namespace mizan::plain

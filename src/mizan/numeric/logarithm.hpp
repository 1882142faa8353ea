// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace mizan::plain {

// What exponential.hpp says of its functions holds for these, too.

/// log x: a neighbour.
[[nodiscard]] double log(double x);

/// log(1 + x): a neighbour.
[[nodiscard]] double log1p(double x);

/// 6 units.
[[nodiscard]] double asinh(double x);

/// x^y for x ≥ 0, off by at most 1.2 + 0.1 |log x^y| units.
[[nodiscard]] double pow(double x, double y);

}  // namespace mizan::plain

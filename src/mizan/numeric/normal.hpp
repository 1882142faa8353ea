// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"

namespace mizan::normal {

// The standard normal distribution, with brackets that stay sharp far beyond x = 38, where the
// tail is no longer a double. Only upper tails are offered: the lower tail at x is the upper tail
// at -x, and 1 - cdf is never what one wants.

/// Pr[Z > x].
[[nodiscard]] Bracket tail(Bracket x);

/// Pr[from < Z < to] for from ≤ to, also where both are nearly the same: `distance` is to - from.
[[nodiscard]] Bracket between(Bracket from, Bracket to, Bracket distance);

/// log Pr[Z > x].
[[nodiscard]] Bracket log_tail(Bracket x);

/// log of the density at x.
[[nodiscard]] Bracket log_density(Bracket x);

/// Mills' ratio Pr[Z > x] / density(x). Infinite where the density underflows on the left.
[[nodiscard]] Bracket mills_ratio(Bracket x);

/// The x with Pr[Z > x] = p: -inf at p = 1, +inf at p = 0.
[[nodiscard]] Bracket upper_quantile(Bracket p);

}  // namespace mizan::normal

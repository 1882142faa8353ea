// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mizan/inversion/replaced_gaussian_grid.hpp"

namespace mizan::inversion {

// All of this for c ≥ -1/2.

/// Plain numbers, for searches.
[[nodiscard]] Cumulants cumulants(const ReplacedGaussianTilt& tilt);

/// K(c); the whole line where the grid cannot tell.
[[nodiscard]] Bracket log_moment(const ReplacedGaussianTilt& tilt);

/// The line Re s = c, or if `mirrored` the line Re s = -1 - c. `known` is what is known of K there
/// without a grid.
[[nodiscard]] std::unique_ptr<TiltedLoss> line(const ReplacedGaussianTilt& tilt, bool mirrored,
                                               LineUse use, Bracket known);

/// The same where nothing but |φ| ≤ 1 is known.
[[nodiscard]] std::unique_ptr<TiltedLoss> unknown_line(const ReplacedGaussianTilt& tilt,
                                                       Bracket known);

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mizan/inversion/normal_mixture/mixture_pair_grid.hpp"

namespace mizan::inversion {

// All of this for c ≥ -1/2.

/// Plain numbers, for searches.
[[nodiscard]] Cumulants cumulants(const MixturePairTilt& tilt);

/// K(c); the whole line where the grid cannot tell.
[[nodiscard]] Bracket log_moment(const MixturePairTilt& tilt);

/// The line Re s = c, or if `mirrored` the line Re s = -1 - c of the swapped pair. `known` is what
/// is known of K there without a grid.
[[nodiscard]] std::unique_ptr<TiltedLoss> line(const MixturePairTilt& tilt, bool mirrored,
                                               LineUse use, Bracket known);

/// The same if only |φ| ≤ 1 is known.
[[nodiscard]] std::unique_ptr<TiltedLoss> unknown_line(const MixturePairTilt& tilt, Bracket known);

}  // namespace mizan::inversion

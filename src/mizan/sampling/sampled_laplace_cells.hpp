// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "mizan/divergence/finite.hpp"

namespace mizan {

/// Finite pairs around (1 - q) Q + q P against Q, where P and Q are Laplace noise with the record
/// and without it.
struct SampledLaplaceCells {
    std::vector<Outcome> above;  ///< at least as bad: cells pushed to their ends (Mizan26 C1)
    std::vector<Outcome> below;  ///< at most as bad: cells at their middles (Mizan26 C7)
};

/// Both by `count` cells of equal width in the privacy loss between the least and the largest loss,
/// which have a probability of their own: all losses of both pairs lie on one lattice, up to
/// rounding. Their distance from the truth is that of the square of the width. The noise has the
/// scale 1/epsilon in units of the sensitivity; 0 < q < 1 and 0 < epsilon < ∞.
[[nodiscard]] SampledLaplaceCells sampled_laplace_cells(double q, Bracket epsilon,
                                                        std::size_t count);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mizan/inversion/normal_mixture/sampled_gaussian_grid.hpp"

namespace mizan::inversion {

/// The line Re s = c of a sampled Gaussian. `known` is a bracket of K(c) that needs no grid.
[[nodiscard]] std::unique_ptr<TiltedLoss> line(const SampledGaussianTilt& tilt, LineUse use,
                                               Bracket known);

/// The same if only |φ| ≤ 1 is known.
[[nodiscard]] std::unique_ptr<TiltedLoss> unknown_line(const SampledGaussianTilt& tilt,
                                                       Bracket known);

}  // namespace mizan::inversion

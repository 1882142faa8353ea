// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/normal_mixture/precise_sum.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_grid.hpp"

namespace mizan::inversion {

/// The characteristic function of a sampled Gaussian at the nodes k·step, to some thirty digits, on
/// the path of ShiftedRule. `centre` is that of the loss, `log_moment` about K(c), and φ is off by
/// about `accuracy` apart from rounding. Empty where parameters are too extreme.
[[nodiscard]] std::optional<PrecisePoints> precise_points(const SampledGaussianTilt& tilt,
                                                          double centre, double log_moment,
                                                          double step, double accuracy);

}  // namespace mizan::inversion

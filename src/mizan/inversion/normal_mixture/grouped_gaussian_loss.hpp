// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/sampling/grouped_sample.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// The loss of a Gaussian mechanism on a Poisson sample between datasets that differ by several
/// records (Mizan26 S6): every record is in with probability `rate`, the noise is σ times the most
/// that one record adds.
[[nodiscard]] std::shared_ptr<const LossTransform> grouped_gaussian_loss(Probability rate,
                                                                         Positive sigma,
                                                                         GroupChange change);

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mizan/inversion/transform/direction.hpp"
#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// The loss of a Gaussian mechanism on a Poisson sample: every record is in with probability
/// `rate`, and the noise is σ times the sensitivity. With w(x) = 1 - q + q e^{(2x-1)/2σ²} it is
/// log w under (1-q) N(0,σ²) + q N(1,σ²) when a record is removed, and -log w under N(0,σ²) when it
/// is added. Both have moments of one function at complex order,
///
///     M(s) = E_{N(0,σ²)}[w^α],        α = 1 + s  (remove),   α = -s  (add),
///
/// taken by the trapezoidal rule in x, whose error falls exponentially because w^α is analytic.
[[nodiscard]] std::shared_ptr<const LossTransform> sampled_gaussian_loss(Probability rate,
                                                                         Positive sigma,
                                                                         Direction direction);

/// K(c) alone, for a record that goes; 0 < q < 1, sigma > 0 and finite.
[[nodiscard]] Bracket sampled_gaussian_log_moment(double q, double sigma, double c);

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"

namespace mizan::whole_normal {

// The normal distribution on the whole numbers: z has a probability
// proportional to e^(-z²/2σ²). Its sums are short for every finite σ > 0. How,
// and why the errors are bounded, stands in docs/proofs/discrete.md.

/// Pr[Z = z] for a whole z.
[[nodiscard]] Bracket probability(double z, double sigma);

/// Pr[Z >= z] for a whole z.
[[nodiscard]] Bracket tail(double z, double sigma);

/// The logarithm of it, for z >= 1.
[[nodiscard]] Bracket log_tail(double z, double sigma);

/// log of Θ(x)/Θ(0), Θ(x) = Σ e^(-(z+x)²/2σ²) over all whole z: at most 0, and
/// 0 where x is whole.
[[nodiscard]] Bracket log_theta_ratio(Bracket x, double sigma);

}  // namespace mizan::whole_normal

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "mizan/numeric/bracket.hpp"

namespace mizan {

// How far a vector-valued query moves between neighbours, from a bound on each coordinate. Throws
// DomainError for NaN.

/// Σ |x_i|: what Laplace noise must cover.
[[nodiscard]] Bracket l1_norm(std::span<const double> coordinates);

/// √(Σ x_i²), without overflow: what Gaussian noise must cover.
[[nodiscard]] Bracket l2_norm(std::span<const double> coordinates);

}  // namespace mizan

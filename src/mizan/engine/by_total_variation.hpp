// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// A bound of δ at ε = 0, and so at every ε, for these laws together. Each run is (0, δ)-private,
/// where δ is the total variation of its two distributions, and these promises compose (Notes T1).
[[nodiscard]] double delta_at_zero(const Laws& laws);

/// Whether delta_at_zero is at most `delta`, so that the epsilon of these laws is 0. Stops at the
/// first law that exceeds `delta` alone.
[[nodiscard]] bool cost_nothing(const Laws& laws, Delta delta);

}  // namespace mizan::analysis

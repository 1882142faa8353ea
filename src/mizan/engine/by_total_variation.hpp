// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// A bound of δ at ε = 0, and so at every ε, of these laws together: every run is (0, δ)-private
/// with the δ that it has there, the total variation of its laws, and these promises compose (Notes
/// T1).
[[nodiscard]] double delta_at_zero(const Laws& laws);

/// Whether that is at most `delta`, so that these laws cost nothing at it. Looks no further than to
/// the first law that costs more by itself.
[[nodiscard]] bool cost_nothing(const Laws& laws, Delta delta);

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/engine/composed.hpp"
#include "mizan/engine/effort.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The aims for worst laws and attained laws that differ. The answer is as wide as the gap between
/// them, so that few digits are enough. The upper end gets more of them, because people rely on it.
inline constexpr Aim of_the_worst{.content = 1e-7},
    of_the_attained{.content = 1e-4, .is_patient = false};

/// The answers for the worst laws, whose upper end counts, and for the attained laws, whose lower
/// end counts. Each is empty where it was not composed.
struct TwoEnds {
    std::optional<Composed> above, below;
};

/// Both ends. `worst` is null if some worst law is not known. If `is_tight`, the worst laws are
/// attained; then they are composed alone, as sharply as possible.
[[nodiscard]] TwoEnds two_ends(const Laws* worst, const Laws& attained, bool is_tight,
                               const Asked& asked);

}  // namespace mizan::analysis

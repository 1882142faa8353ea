// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/engine/composed.hpp"
#include "mizan/engine/effort.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// How sharply the laws are composed where the worst ones and those that are attained lie apart:
/// the answer is as wide as the gap between them, and few digits are enough. People rely on the
/// upper end, so that it gets more of them.
inline constexpr Aim of_the_worst{.content = 1e-7},
    of_the_attained{.content = 1e-4, .is_patient = false};

/// What is asked of the worst laws, whose upper end counts, and of the attained ones, whose lower
/// end counts. Each is empty where it was not composed.
struct TwoEnds {
    std::optional<Composed> above, below;
};

/// Both ends. `worst` is null if some worst law is not known. Where `is_tight` the worst laws are
/// attained: they are composed alone, and as sharply as can be.
[[nodiscard]] TwoEnds two_ends(const Laws* worst, const Laws& attained, bool is_tight,
                               const Asked& asked);

}  // namespace mizan::analysis

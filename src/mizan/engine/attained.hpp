// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// What one run of some law attains, where that is known at once: all of them together attain no
/// less.
[[nodiscard]] double attained_alone(const Laws& laws, const Asked& asked);

/// What the laws with the most loss attain without the others: all together attain no less. For
/// laws of which too many different ones were asked about at once: half of them take less work, and
/// half of those.
[[nodiscard]] double attained_by_some(const Laws& laws, const Asked& asked);

/// The width from which on attained_by_some may tell more than the composition of all laws.
inline constexpr double wide_for_some = 0.03;

}  // namespace mizan::analysis

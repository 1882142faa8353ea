// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The epsilon at delta 0: the sum of the largest losses, because independent losses can all be
/// largest at once.
[[nodiscard]] Bracket pure_epsilon(const Laws& laws);

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The epsilon at delta 0: independent losses can all be as large as they get.
[[nodiscard]] Bracket pure_epsilon(const Laws& laws);

}  // namespace mizan::analysis

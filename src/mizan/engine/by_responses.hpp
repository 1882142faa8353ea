// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/engine/effort.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The answer to `asked` for the composition of ResponseLaws, the worst of all compositions of
/// mechanisms with these promises. Empty if another law is among them.
[[nodiscard]] std::optional<Bracket> by_responses(const Laws& laws, const Asked& asked,
                                                  Aim aim = {});

}  // namespace mizan::analysis

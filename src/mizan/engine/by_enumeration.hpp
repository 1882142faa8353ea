// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/law/asked.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// All outcomes of these laws together. Empty if some law has no list of outcomes, or if the list
/// of all would be long.
[[nodiscard]] std::vector<Outcome> listed(const Laws& laws, Directions directions);

/// The answer to `asked` for the composition of these laws, by listing all outcomes. Empty if some
/// law has no list of outcomes, or if the list of all would be long.
[[nodiscard]] std::optional<Bracket> by_enumeration(const Laws& laws, const Asked& asked);

}  // namespace mizan::analysis

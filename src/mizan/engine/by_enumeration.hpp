// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/law/asked.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// Everything that can come out of these laws together; empty if some law is not finite or the list
/// would be long.
[[nodiscard]] std::vector<Outcome> listed(const Laws& laws, Directions directions);

/// What is asked of the composition of these laws, by listing all that can come out of it. Empty if
/// some law is not finite or the list would be long.
[[nodiscard]] std::optional<Bracket> by_enumeration(const Laws& laws, const Asked& asked);

}  // namespace mizan::analysis

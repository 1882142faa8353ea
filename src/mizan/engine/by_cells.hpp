// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/law/asked.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The answer to `asked` for a few runs of one law whose transform hardly decays, such as Laplace
/// noise on samples: by sums over one lattice of finite pairs around the law. Empty for laws
/// without such pairs, and for many runs.
[[nodiscard]] std::optional<Bracket> by_cells(const Laws& laws, const Asked& asked);

/// Whether by_cells has an answer for these laws.
[[nodiscard]] bool has_cells(const Laws& laws);

}  // namespace mizan::analysis

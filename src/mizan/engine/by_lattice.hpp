// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The answer to `asked` for laws with finitely many losses. The losses are added up on a lattice
/// twice: once rounded towards more loss and once towards less. Empty if some law has no list of
/// outcomes or the runs are too many.
[[nodiscard]] std::optional<Bracket> by_lattice(const Laws& laws, const Asked& asked);

}  // namespace mizan::analysis

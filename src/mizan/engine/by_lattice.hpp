// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// What is asked of laws with finitely many losses, by adding the losses up on a lattice: once
/// rounded towards more loss and once towards less. Nothing where some law is not finite or the
/// runs are too many.
[[nodiscard]] std::optional<Bracket> by_lattice(const Laws& laws, const Asked& asked);

}  // namespace mizan::analysis

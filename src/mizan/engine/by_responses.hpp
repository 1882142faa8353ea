// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/engine/effort.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// What is asked of the composition of ResponseLaws, which is the worst of all compositions of
/// mechanisms as private as they are. Nothing if another law is among them.
[[nodiscard]] std::optional<Bracket> by_responses(const Laws& laws, const Asked& asked,
                                                  Aim aim = {});

}  // namespace mizan::analysis

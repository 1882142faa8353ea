// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/engine/composed.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// Where digits of a formula cancel, inversion has them, but takes longer.
enum class LostDigits { sought, left };

/// What is asked of laws that have a formula together (Gaussians, and all laws at delta 0), or of
/// one run of a law that has one by itself. Nothing for other laws.
[[nodiscard]] std::optional<Composed> by_closed_form(const Laws& laws, const Asked& asked,
                                                     LostDigits digits = LostDigits::sought);

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/engine/composed.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// Digits of a formula may cancel. Inversion still has them, but takes longer: shall it be asked?
enum class LostDigits { sought, left };

/// The answer to `asked` for laws whose composition has a formula (Gaussians, and all laws at delta
/// 0), or for one run of a law that has a formula. Empty for other laws.
[[nodiscard]] std::optional<Composed> by_closed_form(const Laws& laws, const Asked& asked,
                                                     LostDigits digits = LostDigits::sought);

}  // namespace mizan::analysis

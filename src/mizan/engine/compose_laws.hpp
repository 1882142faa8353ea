// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/engine/by_inversion.hpp"
#include "mizan/engine/composed.hpp"
#include "mizan/engine/effort.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The answer to `asked` for the composition of these laws, by the sharpest method that applies.
/// `inversion` belongs to the same laws; its lines serve the next question about them.
[[nodiscard]] Composed compose_laws(const Laws& laws, const Asked& asked, Aim aim,
                                    Inversion& inversion);
[[nodiscard]] Composed compose_laws(const Laws& laws, const Asked& asked, Aim aim = {});

}  // namespace mizan::analysis

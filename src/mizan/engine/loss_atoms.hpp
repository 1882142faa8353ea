// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/compose/loss_law.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The heaviest atoms of the loss of a composition, in the order of their losses: those of Laplace
/// noise, of responses and of pairs with two outcomes. Empty if another law is among them, because
/// its loss has no atoms or too many.
[[nodiscard]] compose::Atoms loss_atoms(const Laws& laws, Directions directions);

}  // namespace mizan::analysis

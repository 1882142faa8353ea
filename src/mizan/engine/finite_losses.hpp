// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/law/law.hpp"
#include "mizan/loss/privacy_loss.hpp"

namespace mizan::analysis {

/// All atoms of the privacy loss of a composition of responses and explicit pairs. Empty if another
/// law is among them, or if the list would take long.
[[nodiscard]] std::optional<PrivacyLoss> finite_loss(const Laws& laws, Directions directions);

}  // namespace mizan::analysis

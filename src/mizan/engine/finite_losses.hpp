// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/law/law.hpp"
#include "mizan/loss/privacy_loss.hpp"

namespace mizan::analysis {

/// The privacy loss of a composition of responses and explicit pairs, atom by atom. Empty if
/// another law is among them or listing the atoms would take long.
[[nodiscard]] std::optional<PrivacyLoss> finite_loss(const Laws& laws, Directions directions);

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "mizan/compose/loss_law.hpp"
#include "mizan/divergence/finite.hpp"

namespace mizan::compose {

/// The privacy loss of the outcomes of a pair, drawn from p.
[[nodiscard]] Atoms losses_of(std::span<const Outcome> outcomes);

/// The loss of the worst (ε,δ)-DP mechanism: with probability δ infinite, else that of randomized
/// response with ε.
[[nodiscard]] Atoms worst_losses(ApproxDP guarantee);

/// The loss of `count` worst ε-DP mechanisms. Losses so far out that they have together about
/// `negligible` probability are one atom of unknown probability and infinite loss. Needs
/// count <= 2^32.
[[nodiscard]] Atoms worst_losses(Epsilon epsilon, Count count, double negligible);

}  // namespace mizan::compose

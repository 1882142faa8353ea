// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The answer to `asked` for losses that are nearly always the same, such as the losses of noise so
/// small that an output hardly hides anything. Their sum hardly spreads either, and no line finds
/// the one step of its profile. Empty if some law has no such loss.
///
/// Theorem    Mizan26 T8: losses that are nearly always the same
/// States     Let independent losses L_i take the values a_i with probability p_i, E = Σ a_i and p
///            = Π p_i. Then p (1 - e^{ε-E})⁺ ≤ δ(ε) ≤ p (1 - e^{ε-E})⁺ + 1 - p; so the least ε ≥ 0
///            with δ(ε) ≤ δ is at least E + log(1 - δ/p), if δ < p, and at most max(0, E + log((1 -
///            δ)/p)), if 1 - p ≤ δ
/// Needs      nothing
/// Guarantee  both bounds
/// Source     Mizan26 (docs/proofs/few-runs.md)
/// Test       ByNearlySureLosses.OfNearlySureLossesOtherRoadsFindTheSame
[[nodiscard]] std::optional<Bracket> by_nearly_sure_losses(const Laws& laws, const Asked& asked);

}  // namespace mizan::analysis

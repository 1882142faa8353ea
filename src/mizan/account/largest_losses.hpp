// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/account/question.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The epsilon at delta 0: independent losses can all be as large as they get.
[[nodiscard]] Bracket pure_epsilon(const std::vector<RepeatedLaw>& laws);

/// The epsilon at a delta, which is narrow where δ is small next to the probability that all losses are as
/// large as they get. Empty where the losses of some law do not end in an atom.
///
/// Theorem    Mizan26 T5: losses that end in an atom
/// States     Let E be the largest finite loss, p = P(L = E) and d = P(L = ∞). Then δ(E) = d, and
///            δ(ε) ≥ d + p(1 - e^{ε-E}) for ε < E; so where d ≤ δ the least ε ≥ 0 with δ(ε) ≤ δ lies between
///            E + log(1 - (δ-d)/p), if δ - d < p, and max(E, 0). For independent losses E is a sum, p a
///            product and 1 - d a product
/// Needs      d ≤ δ
/// Guarantee  both bounds
/// Source     Mizan26 (docs/proofs/few-runs.md)
/// Test       LargestLosses.TheEndBracketsWhatOtherRoadsFind
[[nodiscard]] std::optional<Bracket> epsilon_at_the_end(const std::vector<RepeatedLaw>& laws,
                                                        Delta delta);

/// What is asked of losses that are nearly always the same, such as those of noise so little that all but everything
/// is shown: their sum hardly spreads, and no line finds the one step of its profile. Empty where some law has no
/// such loss.
///
/// Theorem    Mizan26 T8: losses that are nearly always the same
/// States     Let independent losses L_i take the values a_i with probability p_i, E = Σ a_i and p = Π p_i. Then
///            p (1 - e^{ε-E})⁺ ≤ δ(ε) ≤ p (1 - e^{ε-E})⁺ + 1 - p; so the least ε ≥ 0 with δ(ε) ≤ δ is at least
///            E + log(1 - δ/p), if δ < p, and at most max(0, E + log((1 - δ)/p)), if 1 - p ≤ δ
/// Needs      nothing
/// Guarantee  both bounds
/// Source     Mizan26 (docs/proofs/few-runs.md)
/// Test       LargestLosses.OfNearlySureLossesOtherRoadsFindTheSame
[[nodiscard]] std::optional<Bracket> asked_of_nearly_sure_losses(
    const std::vector<RepeatedLaw>& laws, const Question& question);

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan {

/// The larger of both max divergences: the pure epsilon of the pair.
[[nodiscard]] Bracket symmetric_max_divergence(std::span<const Outcome> outcomes);

/// Whether every log-ratio may be one of -epsilon, 0, epsilon, epsilon being the largest: no
/// bracket shows that it is not.
///
/// Theorem    DR16 D9: maximally divergent (antipodal) pair
/// States     log(P(x)/Q(x)) is -ε, 0 or ε for every x, where ε = Δ_∞(P, Q)
/// Needs      equal supports
/// Guarantee  definition
/// Source     DR16 Definition 9 (arXiv:1603.01887v2)
/// Test       AntipodalPair.HasOnlyExtremeRatios
///
/// Theorem    DR16 L8: the Kullback–Leibler divergence of an antipodal pair is symmetric
/// States     D_KL(M‖M') = D_KL(M'‖M)
/// Needs      M, M' antipodal
/// Guarantee  exact
/// Source     DR16 Lemma 8 (arXiv:1603.01887v2)
/// Test       AntipodalPair.HasTheSameDivergenceBothWays
[[nodiscard]] bool is_antipodal(std::span<const Outcome> outcomes);

/// An antipodal pair that post-processing turns into (P, Q): each outcome is split in two, one with
/// the extreme ratio on its side and one with ratio 1, in the only proportion that adds up. Throws
/// DomainError if the supports differ.
///
/// Theorem    DR16 L7: antipodal pairs are the worst of their kind
/// States     there are antipodal M, M' with Δ_∞(M, M') = Δ_∞(P, Q) and D_KL(P‖Q) ≤ D_KL(M‖M');
///            the split below has D_KL(M‖M') = Δ_∞(P, Q) · TV(P, Q)
/// Needs      Δ_∞(P, Q) < ∞
/// Guarantee  upper bound
/// Source     DR16 Lemma 7 (arXiv:1603.01887v2)
/// Test       AntipodalPair.KeepsTheMaxDivergenceAndLosesNoKullbackLeibler
/// Erratum    Δ_∞ is used but never defined; it is max(D_∞(P‖Q), D_∞(Q‖P)). "MD" is what the
///            published paper calls antipodal.
[[nodiscard]] std::vector<Outcome> antipodal_pair(std::span<const Outcome> outcomes);

}  // namespace mizan

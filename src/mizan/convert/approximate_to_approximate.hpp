// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The delta that every (epsilon, delta)-private mechanism has at another epsilon. The mechanism
/// that shows its input with probability delta and otherwise answers by randomized response
/// attains it.
///
/// Theorem    MV16 T1.5b: one approximate mechanism at another epsilon
/// States     (ε, δ)-DP ⇒ (ε', δ')-DP with δ' = δ + (1-δ)·max(0, (e^ε - e^ε')/(1 + e^ε))
/// Needs      ε, ε' ≥ 0, 0 ≤ δ ≤ 1
/// Guarantee  exact for the worst mechanism
/// Source     MV16 Theorem 1.5 with one step (arXiv:1507.03113); the trade-off region of KOV15
///            Theorem 2.1 (arXiv:1311.0776)
/// Test       ApproximateToApproximate.IsTheDeltaOfTheWorstPair
[[nodiscard]] Bracket approximate_to_delta(const ApproxDP& approximate, Epsilon epsilon);

/// The epsilon that every such mechanism has at another delta: infinite below the delta it has,
/// because its input may be shown with that probability.
[[nodiscard]] Bracket approximate_to_epsilon(const ApproxDP& approximate, Delta delta);

}  // namespace mizan

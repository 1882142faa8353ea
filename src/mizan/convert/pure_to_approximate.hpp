// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The delta that every epsilon-private mechanism has at another epsilon. Randomized response
/// attains it, so no smaller delta holds for all of them.
///
/// Theorem    MV16 T1.5a: one pure mechanism at another epsilon
/// States     ε-DP ⇒ (ε', δ)-DP with δ = max(0, (e^ε - e^ε')/(1 + e^ε))
/// Needs      ε, ε' ≥ 0
/// Guarantee  exact for the worst mechanism
/// Source     MV16 Theorem 1.5 with one step (arXiv:1507.03113); the trade-off region of KOV15
///            Theorem 2.1 (arXiv:1311.0776)
/// Test       PureToApproximate.IsTheDeltaOfRandomizedResponse
[[nodiscard]] Bracket pure_to_delta(const PureDP& pure, Epsilon epsilon);

/// The epsilon that every such mechanism has at `delta`: the inverse of pure_to_delta.
[[nodiscard]] Bracket pure_to_epsilon(const PureDP& pure, Delta delta);

}  // namespace mizan

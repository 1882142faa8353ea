// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/compose/repeated.hpp"

namespace mizan::compose {

/// The smallest δ such that every adaptive composition of the steps is (ε, δ)-DP.
///
/// Theorem    KOV15 T3.3: optimal composition
/// States     n-fold (ε₀,δ₀)-DP is (ε, δ)-DP exactly if δ ≥ 1 - (1-δ₀)^n (1 - E[(1 - e^(ε-L))₊]),
///            where L = (2K-n)ε₀ and K ~ Binomial(n, e^ε₀/(1+e^ε₀)) is the loss of n randomized
///            responses
/// Needs      each step keeps its promise for every value of all earlier outputs
/// Guarantee  exact
/// Source     KOV15 Theorem 3.3 (arXiv:1311.0776)
/// Test       OptimalEqual.ContainsTheExactSum
[[nodiscard]] Bracket optimal_delta(const Repeated& step, Epsilon epsilon);

/// The smallest ε such that every adaptive composition of the steps is (ε, δ)-DP: infinite if δ is
/// below the probability that a promise fails altogether.
[[nodiscard]] Bracket optimal_epsilon(const Repeated& step, Delta delta);

}  // namespace mizan::compose

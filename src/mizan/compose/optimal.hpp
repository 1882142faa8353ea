// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/compose/optimal_equal.hpp"

namespace mizan::compose {

/// The same as optimal_equal.hpp for unequal steps, where the exact number is #P-hard to compute: a
/// bracket between two lattice laws (see loss_law.hpp), as narrow as a fixed amount of work allows.
/// Its width grows with the number of distinct epsilons.
///
/// Theorem    MV16 T1.5: optimal composition of unequal mechanisms
/// States     the composition of (ε_i,δ_i)-DP mechanisms is (ε, δ)-DP exactly if δ ≥ 1 - Π(1-δ_i)
///            (1 - E[(1 - e^(ε-L))₊]), L the summed loss of randomized responses with ε_i
/// Needs      each step keeps its promise for every value of all earlier outputs
/// Guarantee  exact, bracketed
/// Source     MV16 Theorem 1.5 (arXiv:1507.03113)
/// Test       OptimalUnequal.ContainsTheEnumerationOfFewScatteredSteps
///            OptimalUnequal.CoarseLawsEncloseTheEnumerationOfAnySixSteps
[[nodiscard]] Bracket optimal_delta(const Steps& steps, Epsilon epsilon);
[[nodiscard]] Bracket optimal_epsilon(const Steps& steps, Delta delta);

}  // namespace mizan::compose

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/compose/repeated.hpp"

namespace mizan::compose {

// The inequalities behind advanced composition, as functions of their own.

/// A subgaussian standard for a variable with mean 0 and values in an interval of this length.
///
/// Theorem    DR16 L4: Hoeffding's lemma
/// States     E[X] = 0 and a ≤ X ≤ b imply E exp(λX) ≤ exp(λ²(b-a)²/8): X is (b-a)/2-subgaussian
/// Needs      nothing
/// Guarantee  upper bound, reached by a fair coin
/// Source     DR16 Lemma 4 (arXiv:1603.01887v2); Hoeffding63
/// Test       Concentration.HoeffdingsLemmaHoldsForEveryCoin
[[nodiscard]] Tau hoeffding(NonNegative length);

/// Bounds Pr[X ≥ t τ] for a τ-subgaussian X with mean 0.
///
/// Theorem    DR16 L1: subgaussian tail
/// States     Pr[X ≥ tτ] ≤ exp(-t²/2)
/// Needs      t ≥ 0
/// Guarantee  upper bound
/// Source     DR16 Lemma 1, the base of Corollary 1 (arXiv:1603.01887v2)
/// Test       Concentration.SubgaussianTailIsAboveTheGaussianOne
/// Erratum    Corollary 1 leaves out t ≥ 0 (Gaussian, t = -3: 0.9987 > 0.0111)
[[nodiscard]] Probability subgaussian_tail(NonNegative t);

/// A subgaussian standard for a sum of independent subgaussian variables, or of martingale
/// differences whose conditional means are exactly 0.
///
/// Theorem    DR16 L2: subgaussian sums
/// States     the sum of independent τ_i-subgaussian variables is √(Στ_i²)-subgaussian
/// Needs      each has conditional mean 0 given the earlier ones
/// Guarantee  upper bound, reached by Gaussians
/// Source     DR16 Lemma 2 (arXiv:1603.01887v2)
/// Test       Concentration.SumsOfDependentCoinsAreSubgaussian
[[nodiscard]] Tau subgaussian_sum(const std::vector<Tau>& standards);

/// Bounds Pr[ΣZ_i > kβ + t√k α].
///
/// Theorem    Notes T7: Azuma's inequality
/// States     |Z_i| ≤ α and E[Z_i | Z_1..Z_(i-1)] ≤ β imply Pr[ΣZ_i > kβ + t√k α] ≤ exp(-t²/2)
/// Needs      t ≥ 0
/// Guarantee  upper bound
/// Source     Notes Theorem 7; Azuma67
/// Test       Concentration.AzumaNeverBelowExactBinomials
/// Erratum    leaves out t > 0 (k=1, a fair ±1, t=-2: probability 1 > 0.135)
[[nodiscard]] Probability azuma_tail(NonNegative t);

/// The threshold kβ + t√k α that the sum exceeds with probability at most `failure`.
[[nodiscard]] Bracket azuma_threshold(Count k, NonNegative alpha, double beta, Positive failure);

}  // namespace mizan::compose

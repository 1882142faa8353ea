// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/loss/privacy_loss.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// The mean of a privacy loss, and the smallest tau for which the loss minus its mean is
/// tau-subgaussian.
struct SubgaussianDivergence {
    Bracket mean;
    Bracket tau;
};

/// The subgaussian divergence of a pair, exact in both entries. Both are inf if P shows what Q
/// cannot.
///
/// Theorem    DR16 D7: subgaussian divergence
/// States     D_subG(P‖Q) ≼ (μ, τ) if E[L] ≤ μ and E[e^(λ(L - E[L]))] ≤ e^(λ²τ²/2) for all real λ;
///            the smallest such τ² is the supremum over λ ≠ 0 of 2 log E[e^(λ(L - E[L]))] / λ²
/// Needs      q > 0 wherever p > 0
/// Guarantee  exact
/// Source     DR16 Definition 7 (arXiv:1603.01887v2)
/// Test       SubgaussianDivergence.OfTwoOutcomesIsKearnsAndSauls
/// Erratum    "the pair X and Y" must be "Y and Z". The published standard is τ everywhere; σ, the
///            standard deviation of noise, is another number.
[[nodiscard]] SubgaussianDivergence subgaussian_divergence(const PrivacyLoss& loss);

/// The larger of both directions in each entry: the (mu, tau) that make P and Q
/// subgaussian-indistinguishable.
///
/// Theorem    DR16 D8: concentrated differential privacy, of one pair
/// States     P and Q are (μ, τ)-indistinguishable if D_subG ≼ (μ, τ) in both directions
/// Needs      equal supports
/// Guarantee  definition
/// Source     DR16 Definitions 7 and 8 (arXiv:1603.01887v2)
/// Test       SubgaussianDivergence.IsNotClosedUnderPostProcessing
/// Erratum    A silent trap: post-processing may break it. N(1,1) against N(0,1) is (½, 1); the
///            bit "x > 12" of the same output has τ² = 1.0515 > 1.
[[nodiscard]] SubgaussianDivergence subgaussian_indistinguishability(const PrivacyLoss& loss);

/// How likely a loss that is (mu, tau)-subgaussian reaches mu + t tau.
///
/// Theorem    DR16 C1: tail of a concentrated privacy loss
/// States     Pr[L ≥ μ + tτ] ≤ e^(-t²/2)
/// Needs      L is (μ, τ)-subgaussian, t ≥ 0
/// Guarantee  upper bound
/// Source     DR16 Corollary 1 (arXiv:1603.01887v2)
/// Test       SubgaussianTail.NeverBelowTheTruth
/// Erratum    Typed without t ≥ 0. For a Gaussian loss and t = -3 the probability is 0.9987, the
///            bound 0.0111.
[[nodiscard]] Probability subgaussian_tail(NonNegative t);

}  // namespace mizan

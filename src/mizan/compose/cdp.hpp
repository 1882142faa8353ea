// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/compose/repeated.hpp"

namespace mizan::compose {

/// A concentrated guarantee and how often it is used.
struct RepeatedCDP {
    CDP guarantee;
    Count count = 1.0;
};

/// What survives of CDP under adaptive composition: E exp(λ(L - mu)) ≤ exp(λ² tau²/2) for λ ≥ 0, in
/// both directions. It bounds how large a loss gets, not how it is spread around its own mean, so
/// it is not a CDP and cannot be used as one.
struct OneSidedCDP {
    Mu mu;
    Tau tau;
    friend bool operator==(const OneSidedCDP&, const OneSidedCDP&) = default;
};

/// All steps together, chosen adaptively.
///
/// Theorem    DR16 T3: composition of concentrated privacy
/// States     steps that are (μ_i,τ_i)-CDP satisfy together E exp(λ(L - Σμ_i)) ≤ exp(λ² Στ_i²/2)
///            for λ ≥ 0
/// Needs      step i keeps its promise for every value of all earlier outputs, fixed in advance; a
///            mean above τ²/2 is impossible and counts as τ²/2
/// Guarantee  upper bound
/// Source     DR16 Theorem 3 (arXiv:1603.01887v2), corrected
/// Test       Attack.TheOneSidedBoundOnConcentratedCompositionHolds
///            Attack.TheOneSidedBoundHoldsForExactStandards
/// Erratum    claimed: adaptive steps are (Σμ_i, √Στ_i²)-CDP, with E[L] = Σμ_i. False: the
///            adversary's choice moves the conditional mean. Step 1 Gaussian with τ=1; step 2
///            Gaussian with τ=1 if the first loss exceeds its mean minus 1, else a constant. Then
///            Var(L) = 2.1167 > 2, the log-MGF of the centred loss at λ=2 is 4.157 > 4, and E[L] =
///            0.9207 < 1
[[nodiscard]] OneSidedCDP cdp_adaptive(const std::vector<RepeatedCDP>& steps);

/// All steps together, every one of them fixed before the first is run.
///
/// Theorem    DR16 T3n: non-adaptive composition of concentrated privacy
/// States     independent steps that are (μ_i,τ_i)-CDP are together (Σμ_i, √Στ_i²)-CDP
/// Needs      no step depends on an earlier output
/// Guarantee  upper bound, reached by Gaussian mechanisms
/// Source     DR16 Theorem 3 for independent steps (arXiv:1603.01887v2)
/// Test       CdpComposition.FixedStepsAddLikeIndependentGaussians
[[nodiscard]] CDP cdp_fixed_in_advance(const std::vector<RepeatedCDP>& steps);

/// Pr[L ≥ mu + t tau] ≤ exp(-t²/2) for t ≥ 0.
[[nodiscard]] Probability tail(OneSidedCDP law, NonNegative t);

/// (mu + tau √(2 log(1/δ)), δ)-DP, by the tail bound. The Rényi curve below gives less after
/// conversion.
[[nodiscard]] ApproxDP approximate(OneSidedCDP law, Delta delta);

/// D_α ≤ mu + (α-1) tau²/2.
[[nodiscard]] RenyiDP renyi(OneSidedCDP law);

}  // namespace mizan::compose

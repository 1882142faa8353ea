// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/compose/repeated.hpp"

namespace mizan::compose {

// Advanced composition in closed form: k mechanisms cost about √k instead of k. Each function takes
// the delta of the whole; where the steps have deltas of their own, the formula is used with what
// they leave (see slack in basic.hpp). None is capped, so that they can be compared; `advanced` is.

/// The best of the closed forms below and of basic composition.
[[nodiscard]] ApproxDP advanced(const Steps& steps, Delta delta);

/// Theorem    Notes T2: advanced composition
/// States     k adaptive ε-DP mechanisms are together (ε', δ)-DP with ε' = ε√(2k log(1/δ)) + kε(e^ε
///            - 1)
/// Needs      0 < δ ≤ 1 (δ = 0 gives infinity)
/// Guarantee  upper bound
/// Source     Notes Theorem 2 by way of their equation (6); DRV10 Theorem III.3
/// Test       Advanced.LectureNotesNeverBelowTheExactCurve
/// Erratum    typed ε' = √(2k log(1/δ)) + k(e^ε - 1) lacks two factors ε: true, but never below kε
///            (k=100, ε=0.1, δ=1e-6: 63.08, corrected 6.308, kε = 10). Do not repair one term only:
///            √(2k log(1/δ)) + kε tanh(ε/2) is unsafe (ε=2.4, k=3000, δ=1e-6: true δ is 1.85e-5)
///
/// Theorem    DRV10 T3.3: advanced composition of (ε,δ)-DP mechanisms
/// States     k mechanisms that are (ε,δ)-DP are together (ε', δ')-DP for ε' = ε√(2k log(1/d)) +
///            kε(e^ε - 1) and δ' = 1 - (1-d)(1-δ)^k
/// Needs      d > 0
/// Guarantee  upper bound
/// Source     DRV10 Theorem III.3, with the product form of δ' by KOV15 Theorem 3.5
///            (arXiv:1311.0776)
/// Test       Advanced.StepsWithDeltasNeverBelowTheExactCurve
[[nodiscard]] ApproxDP advanced_lecture_notes(const Steps& steps, Delta delta);

/// Theorem    DR16 T4+T3: advanced composition with half the mean
/// States     ε' = Σ ε_i(e^ε_i - 1)/2 + √(2 log(1/δ) Σε_i²)
/// Needs      δ > 0 (δ = 0 gives infinity)
/// Guarantee  upper bound
/// Source     DR16 Theorem 4 with the upper tail of Theorem 3 (arXiv:1603.01887v2), which survives
///            its erratum
/// Test       Advanced.DworkRothblumNeverBelowTheExactCurve
[[nodiscard]] ApproxDP advanced_dwork_rothblum(const Steps& steps, Delta delta);

/// Theorem    KOV15 T3.5: advanced composition of unequal mechanisms
/// States     ε' = Σ ε_i tanh(ε_i/2) + √(2 l Σε_i²) with l the smaller of log(1/δ) and log(e +
///            √(Σε_i²)/δ)
/// Needs      δ > 0 (δ = 0 gives infinity)
/// Guarantee  upper bound
/// Source     KOV15 Theorems 3.4 and 3.5 (arXiv:1311.0776)
/// Test       Advanced.KairouzOhViswanathNeverBelowTheExactCurve
[[nodiscard]] ApproxDP advanced_kairouz_oh_viswanath(const Steps& steps, Delta delta);

/// Theorem    Mironov17 C1: advanced composition from Rényi curves
/// States     n adaptive ε-DP mechanisms are together (ε', δ)-DP with ε' = 4ε√(2n log(1/δ))
/// Needs      0 < δ < 1 and log(1/δ) ≥ ε²n; anything else is refused with DomainError
/// Guarantee  upper bound
/// Source     Mironov17 Corollary 1 (arXiv:1702.07476v3)
/// Test       Advanced.MironovNeverBelowTheExactCurve
/// Erratum    without the condition it is unsafe (ε=1, n=400, δ=0.1: ε' = 171.68, true δ is
///            0.7546). In the typed proof √(2ε·8n log(1/δ)) is not ε' (ε=0.1, n=300, δ=1e-3: 57.582
///            against 25.752): the step needs exp(2ε√(n log(1/Q))) of Proposition 4
[[nodiscard]] ApproxDP advanced_mironov(Epsilon epsilon, Count count, Delta delta);

/// Whether n mechanisms with this ε are in the regime where √n composition helps.
///
/// Theorem    Mironov17 R3: high-privacy regime
/// States     where log(1/δ) < ε²n, standard advanced composition ε√(2n log(1/δ)) + nε(e^ε-1)
///            exceeds (1+√2) log(1/δ), which is more than 11 for δ ≤ 1%
/// Needs      nothing
/// Guarantee  exact; false where rounding leaves open on which side of the boundary it is
/// Source     Mironov17 Remark 3 (arXiv:1702.07476v3)
/// Test       Advanced.OutsideTheHighPrivacyRegimeStandardCompositionIsWeak
/// Erratum    the last sentence is reversed: bounds are weak where log(1/δ) < ε²n (ε=0.01, n=1000,
///            δ=1e-6: 13.8 > 0.1, yet ε' = 1.763, exact 1.365). Its ε' is the standard one, not
///            that of Corollary 1 (26.05 on the boundary at δ=1%), and ε' < (1+√2) log(1/δ) inside
///            the regime holds for small ε only (ε=1, n=4, δ=1%: 12.94 > 11.12)
[[nodiscard]] bool in_high_privacy_regime(Epsilon epsilon, Count count, Delta delta);

}  // namespace mizan::compose

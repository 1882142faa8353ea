// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

// A person decides whether to take part. Some outcomes would be bad for her; without her they have
// probability q. These functions return the range of their probability with her, and the other way
// round, since neighbours are symmetric.

/// Theorem    Mironov17 IIIb: bad outcomes, pure
/// States     e^(-ε)·q ≤ Pr[f(D) ∈ S] ≤ e^ε·q, and the same for the complement of S
/// Needs      ε-DP, q = Pr[f(D') ∈ S]
/// Guarantee  exact for the worst mechanism
/// Source     Mironov17 section III, "Bad outcomes" guarantee (arXiv:1702.07476v3)
/// Test       BadOutcome.ContainsRandomizedResponse
[[nodiscard]] Bracket bad_outcome(const PureDP& pure, Probability q);

/// Theorem    DR14 D2.4: bad outcomes, approximate
/// States     e^(-ε)·(q - δ) ≤ Pr[f(D) ∈ S] ≤ e^ε·q + δ, and the same for the complement of S
/// Needs      (ε, δ)-DP, q = Pr[f(D') ∈ S]
/// Guarantee  exact for the worst mechanism
/// Source     Dwork, Roth 2014, Definition 2.4, for S and its complement in both orders
/// Test       BadOutcome.OfAnApproximatePromiseContainsItsWorstPair
[[nodiscard]] Bracket bad_outcome(const ApproxDP& approximate, Probability q);

/// By the best order in (1, inf] for each side.
///
/// Theorem    Mironov17 bad outcomes: bad outcomes, Rényi
/// States     e^(-ε)·q^(α/(α-1)) ≤ Pr[f(D) ∈ S] ≤ (e^ε·q)^((α-1)/α); here the exact range that
///            the same divergence allows
/// Needs      (α, ε)-RDP, α > 1, q = Pr[f(D') ∈ S]
/// Guarantee  upper bound; exact for one order
/// Source     Mironov17 section III and Proposition 10 (arXiv:1702.07476v3)
/// Test       BadOutcome.GivesTheReferenceValues
[[nodiscard]] Bracket bad_outcome(const RenyiCurve& curve, Probability q);

/// The exact range for Gaussian privacy: Φ(Φ⁻¹(q) ± μ).
///
/// Theorem    DRS19 D2.6: bad outcomes, Gaussian
/// States     Φ(Φ⁻¹(q) - μ) ≤ Pr[f(D) ∈ S] ≤ Φ(Φ⁻¹(q) + μ)
/// Needs      μ-GDP, q = Pr[f(D') ∈ S]
/// Guarantee  exact for the Gaussian mechanism
/// Source     DRS19 Definition 2.6, the test that announces S (arXiv:1905.02383)
/// Test       BadOutcome.IsExactForTheGaussianMechanism
[[nodiscard]] Bracket bad_outcome(const GDP& gdp, Probability q);

/// For any definition; concentrated ones through their Renyi curve.
[[nodiscard]] Bracket bad_outcome(const Definition& definition, Probability q);

}  // namespace mizan

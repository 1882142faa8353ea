// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The largest Renyi divergence of an epsilon-private mechanism: that of randomized response.
///
/// Theorem    BS16 P3.3: pure privacy as a Renyi curve, exactly
/// States     ε-DP ⇒ D_α ≤ log(cosh((α-1/2)ε) / cosh(ε/2)) / (α-1); α = 1: ε·tanh(ε/2); α = ∞: ε
/// Needs      α ≥ 1
/// Guarantee  exact for the worst mechanism
/// Source     BS16 Proposition 3.3 before its last inequality (arXiv:1605.02065v1)
/// Test       PureToRenyi.IsTheCurveOfRandomizedResponse
[[nodiscard]] Bracket pure_to_renyi(const PureDP& pure, Order order);

/// The same as a curve.
[[nodiscard]] RenyiCurve pure_to_renyi(const PureDP& pure);

/// The bound of the founding paper: four times too large, or more. Kept to be compared with.
///
/// Theorem    Mironov17 L1: pure privacy bounds every Renyi divergence
/// States     D_∞(P‖Q) ≤ ε and D_∞(Q‖P) ≤ ε ⇒ D_α(P‖Q) ≤ 2αε²
/// Needs      α ≥ 1
/// Guarantee  upper bound
/// Source     Mironov17 Lemma 1 (arXiv:1702.07476v3)
/// Test       PureToRenyi.TheOlderBoundsHoldForRandomizedResponse
/// Erratum    The proof claims ‖P-Q‖₁ ≤ min(2, e^ε - 1) ≤ 2ε²; true is ≤ 2ε (sharp: 2·tanh(ε/2)).
///            Randomized response, ε = 0.1: ‖P-Q‖₁ = 0.099917 > 0.02. With the typed step the
///            proof would give KL ≤ 2ε³ = 0.0020, while KL = 0.004996. The proof also cites a
///            line (3) that is lost: D_α ≤ 2(α-1)ε² + ε‖P-Q‖₁ for 1 < α < 1 + 1/ε. The statement
///            itself holds.
///
/// Theorem    Mironov17 eq2: the inequality behind Lemma 1
/// States     x^(1+β) y^(-β) + x^(-β) y^(1+β) ≤ (1 + (βλ)²)(x + y) + βλ(x - y)
/// Needs      x > y > 0, λ ≥ log(x/y), 0 ≤ β ≤ 1/λ
/// Guarantee  exact
/// Source     Mironov17 inequality (2) (arXiv:1702.07476v3)
/// Test       PureToRenyi.TheInequalityBehindTheLemmaHolds
[[nodiscard]] Bracket pure_to_renyi_lemma(const PureDP& pure, Order order);

/// The straight line above the exact curve.
///
/// Theorem    BS16 P1.4: pure privacy bounds every Renyi divergence, constant 1/2
/// States     ε-DP ⇒ D_α ≤ αε²/2
/// Needs      α ≥ 1
/// Guarantee  upper bound
/// Source     BS16 Proposition 1.4 (arXiv:1605.02065v1); announced after Mironov17 Lemma 1
///            (arXiv:1702.07476v3)
/// Test       PureToRenyi.TheOlderBoundsHoldForRandomizedResponse
[[nodiscard]] Bracket pure_to_renyi_line(const PureDP& pure, Order order);

}  // namespace mizan

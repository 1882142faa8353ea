// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

// What a Renyi divergence of at most `divergence` says about the probability P(A) of an event
// whose probability under the other distribution is Q(A) = q. Each function returns the range that
// P(A) must lie in.

/// Mironov's closed form. The upper end uses D_alpha(P||Q), the lower end D_alpha(Q||P): both are
/// at most `divergence`. At order 1 it says nothing about P(A) unless q = 1.
///
/// Theorem    Mironov17 P10: probability preservation
/// States     e^(-ε) Q(A)^(α/(α-1)) ≤ P(A) ≤ (e^ε Q(A))^((α-1)/α)
/// Needs      D_α(P‖Q) ≤ ε for the upper bound, D_α(Q‖P) ≤ ε for the lower; α > 1
/// Guarantee  upper bound
/// Source     Mironov17 Proposition 10 and section III, "bad outcomes" (arXiv:1702.07476v3)
/// Test       Preservation.HolderFormIsNeverBelowTheTruth
[[nodiscard]] Bracket preserved_by_hoelder(Order order, Epsilon divergence, Probability q);

/// All that D_alpha(P||Q) <= divergence says.
///
/// Theorem    Mironov17 P10a: exact probability preservation
/// States     P(A) lies between the smallest and the largest p with
///            p^α q^(1-α) + (1-p)^α (1-q)^(1-α) ≤ e^((α-1)ε), and each such p is possible
/// Needs      D_α(P‖Q) ≤ ε, α in [1, ∞] (order 1: p log(p/q) + (1-p) log((1-p)/(1-q)) ≤ ε)
/// Guarantee  exact
/// Source     data processing (EH14 Theorem 9, arXiv:1206.2459v2) onto the event and its complement
/// Test       Preservation.ExactFormSolvesItsEquation
[[nodiscard]] Bracket preserved_forward(Order order, Epsilon divergence, Probability q);

/// All that D_alpha(Q||P) <= divergence says: the same with the roles of p and q exchanged.
[[nodiscard]] Bracket preserved_backward(Order order, Epsilon divergence, Probability q);

/// All that both directions say, as for two neighbouring inputs of an RDP mechanism.
[[nodiscard]] Bracket preserved(Order order, Epsilon divergence, Probability q);

}  // namespace mizan

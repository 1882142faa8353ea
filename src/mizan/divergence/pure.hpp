// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

// What follows for P and Q if D_inf(P||Q) <= epsilon and D_inf(Q||P) <= epsilon. The sharp values
// are reached by randomized response: among all such pairs it has the largest divergence of every
// kind that does not grow under post-processing.

/// The founding bound on D_KL(P||Q) + D_KL(Q||P).
///
/// Theorem    Notes L6: Kullback–Leibler divergence under pure privacy
/// States     D_KL(P‖Q) ≤ D_KL(P‖Q) + D_KL(Q‖P) ≤ ε(e^ε - 1)
/// Needs      D_∞(P‖Q) ≤ ε and D_∞(Q‖P) ≤ ε
/// Guarantee  upper bound
/// Source     Notes Lemma 6
/// Test       PureBounds.HoldForEveryPair
///
/// Theorem    DR16 L5: Kullback–Leibler divergence under pure privacy
/// States     D_KL(P‖Q) ≤ D_KL(P‖Q) + D_KL(Q‖P) ≤ ε(e^ε - 1)
/// Needs      D_∞(P‖Q) ≤ ε and D_∞(Q‖P) ≤ ε
/// Guarantee  upper bound
/// Source     DR16 Lemma 5 (arXiv:1603.01887v2)
/// Test       PureBounds.HoldForEveryPair
[[nodiscard]] Epsilon classic_kl_bound(Epsilon epsilon);

/// Dwork and Rothblum's bound on D_KL(P||Q), half of the classic one.
///
/// Theorem    DR16 L6: refined Kullback–Leibler divergence under pure privacy
/// States     D_KL(P‖Q) ≤ ε(e^ε - 1)/2
/// Needs      Δ_∞(P, Q) = max(D_∞(P‖Q), D_∞(Q‖P)) ≤ ε
/// Guarantee  upper bound
/// Source     DR16 Lemma 6 (arXiv:1603.01887v2)
/// Test       PureBounds.HoldForEveryPair
/// Erratum    Δ_∞ is used but never defined; it is the larger of both max divergences. "= ε" may
///            be "≤ ε". At ε = 3 the bound is 28.63, the sharp value 2.715.
[[nodiscard]] Epsilon refined_kl_bound(Epsilon epsilon);

/// The largest possible D_KL(P||Q), also half of the largest D_KL(P||Q) + D_KL(Q||P).
///
/// Theorem    BS16 P3.3a: sharp Kullback–Leibler divergence under pure privacy
/// States     D_KL(P‖Q) ≤ ε tanh(ε/2), reached by randomized response; the sum of both directions
///            is at most twice that
/// Needs      D_∞(P‖Q) ≤ ε and D_∞(Q‖P) ≤ ε
/// Guarantee  exact
/// Source     BS16, proof of Proposition 3.3, at order 1 (arXiv:1605.02065v1)
/// Test       PureBounds.SharpBoundsAreReachedByRandomizedResponse
[[nodiscard]] Bracket largest_kl(Epsilon epsilon);

/// The largest possible total variation distance; the L1 norm of P - Q is twice that.
///
/// Theorem    Mironov17 L1a: distance of a pair under pure privacy
/// States     ‖P - Q‖₁ ≤ 2 tanh(ε/2) ≤ ε, reached by randomized response
/// Needs      D_∞(P‖Q) ≤ ε and D_∞(Q‖P) ≤ ε
/// Guarantee  exact
/// Source     Mironov17 Lemma 1, a step of its proof (arXiv:1702.07476v3)
/// Test       PureBounds.ThePrintedBoundOnTheDistanceIsFalse
/// Erratum    Typed: ‖P - Q‖₁ ≤ min(2, e^ε - 1) ≤ 2ε². The last step fails for 0 < ε < 0.7409:
///            at ε = 0.1 randomized response has 0.099917 > 0.02. It must be ≤ 2ε, and with it
///            the lemma D_α ≤ 2αε² stands.
[[nodiscard]] Bracket largest_total_variation(Epsilon epsilon);

}  // namespace mizan

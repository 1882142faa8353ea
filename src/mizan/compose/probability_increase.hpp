// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/compose/repeated.hpp"

namespace mizan::compose {

// How much likelier an event can get: bounds on log(Pr[f(D) ∈ S] / Pr[f(D') ∈ S]) for the
// composition f, given the probability q = Pr[f(D') ∈ S]. For q = 0 the logarithm is 0 by
// convention and the bound is what the losses alone allow.

/// Theorem    Mironov17 P4: probability increase under composition
/// States     Pr[f(D) ∈ S] ≤ exp(2ε√(n log(1/q))) · q for n adaptive ε-DP mechanisms
/// Needs      q > 0
/// Guarantee  upper bound
/// Source     Mironov17 Proposition 4 (arXiv:1702.07476v3)
/// Test       ProbabilityIncrease.MironovNeverBelowTheTruth Attack.TheProbabilityIncreaseHolds
/// Erratum    typed exp(√(2εn log(1/q))): true but never better than min(e^(nε), 1/q) (ε=0.1,
///            n=100, q=1e-6: 16.623 against 10). The proof loses a factor 2 (n=1, ε=0.1, q=1e-6:
///            0.7234 > 0.3717); the statement holds because D_α ≤ αε²/2. Constant 1 instead of 2 is
///            false (ε=0.1, n=400, q=1e-6: true 7.972 > 7.434)
[[nodiscard]] Epsilon log_increase_mironov(Epsilon epsilon, Count count, Probability q);

/// Theorem    Mironov17 P4s: probability increase, sharp form
/// States     log increase ≤ 2√(ρL) - ρ for L = log(1/q) ≥ ρ, and ≤ L below
/// Needs      ρ-zCDP, for instance ρ = Σ ε_i tanh(ε_i/2) for ε_i-DP steps
/// Guarantee  upper bound
/// Source     Mironov17 Proposition 10 (arXiv:1702.07476v3) minimised over all orders for the line
///            D_α ≤ ρα
/// Test       ProbabilityIncrease.SharpFormNeverBelowTheTruth Attack.TheProbabilityIncreaseHolds
[[nodiscard]] Epsilon log_increase(ZCDP guarantee, Probability q);

/// The sharp form for pure steps, capped by Σε_i. Throws DomainError for a step with δ > 0.
[[nodiscard]] Epsilon log_increase(const Steps& steps, Probability q);

}  // namespace mizan::compose

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/definition/definition.hpp"
#include "mizan/divergence/finite.hpp"

namespace mizan {

// A mechanism is run K times on the same data, and only the best result is shown. What is best is
// said by an order of the results that does not look at the data; among equals any choice will do.
// The number of runs is random, is not shown, and has one of these laws with E[K] = mean:
//
//   shape η in (-1, ∞)   truncated negative binomial: E[x^K] = ((1 - (1-γ)x)^-η - 1)/(γ^-η - 1);
//                        η = 1 is the geometric law, η = 0 the logarithmic one; K ≥ 1, mean ≥ 1
//   shape η = ∞          Poisson's law, mean > 0; K = 0 shows that there was no run
//
// A fixed K has no such bound: the best of K runs can cost K times as much as one. Proofs of all in
// docs/proofs/repeat-and-select.md. All throw DomainError for other means and shapes.

/// Each run fails with probability at most delta, and all of them together with mean times that.
///
/// Theorem    PS22 T2a: the best of several private runs
/// States     (ε, δ)-DP ⇒ (ε + (1+η)·min(ε, log(1/γ)), mean·δ)-DP for η < ∞, and
///            (ε + mean·tanh(ε/2), mean·δ)-DP for Poisson's law
/// Needs      the random number of runs is not shown
/// Guarantee  upper bound
/// Source     PS22 Theorems 2 and 6 at order ∞ (arXiv:2110.03620); η = 1: LT19 Theorem 3.1
///            (arXiv:1811.07971); δ by docs/proofs/repeat-and-select.md, with proof
/// Test       RepeatAndSelect.PureBoundHoldsForEveryPair
///            RepeatAndSelect.EveryRunMayFail
[[nodiscard]] ApproxDP repeat_and_select(const ApproxDP& promise, double mean, double shape);

/// Theorem    PS22 T2: Rényi divergence of the best of several runs
/// States     D'_λ ≤ D_λ + (1+η)·min_λ̂ ((1 - 1/λ̂)·D_λ̂ + log(1/γ)/λ̂) + log(mean)/(λ-1)
/// Needs      η < ∞, λ > 1, λ̂ in [1, ∞]; lower orders cost no more than higher ones
/// Guarantee  upper bound
/// Source     PS22 Theorem 2 (arXiv:2110.03620); docs/proofs/repeat-and-select.md, with proof
/// Test       RepeatAndSelect.RenyiBoundHoldsForEveryPair
///
/// Theorem    PS22 T6: Rényi divergence of the best of Poisson's number of runs
/// States     e^{(λ-1) D'_λ} ≤ e^-mean + mean·exp((λ-1)·(D_λ + mean·δ̂)), where every run is
///            (ε̂, δ̂)-DP with e^ε̂ = λ/(λ-1)
/// Needs      η = ∞, λ > 1
/// Guarantee  upper bound
/// Source     PS22 Theorem 6 (arXiv:2110.03620); docs/proofs/repeat-and-select.md, with proof
/// Test       RepeatAndSelect.RenyiBoundHoldsForEveryPair
///            RepeatAndSelect.TheChanceOfNoRunCannotBeLeftOut
/// Erratum    In use without the summand e^-mean, which is the chance that there is no run. For
///            a mean below 1 that is false: D_λ = 0 would give D'_λ ≤ log(mean)/(λ-1) < 0.
[[nodiscard]] RenyiCurve repeat_and_select(const RenyiCurve& curve, double mean, double shape);

/// The best of several results of a finite pair, ranked by their likelihood ratio in that direction
/// of both that tells more. Nothing for means above 1e300.
///
/// Theorem    Mizan26 X3: the best of several runs, exactly
/// States     Results ranked 1, 2, … from the worst to the best, of which a run has the first i
///            with probability F_i, are the best of all runs with probability f(F_i) - f(F_(i-1)),
///            f(x) = E[x^K]
/// Needs      the ranks do not look at the data
/// Guarantee  exact
/// Source     Mizan26 (docs/proofs/instances.md, with proof)
/// Test       RepeatAndSelect.BestOfAPairIsEnumerated
[[nodiscard]] std::vector<Outcome> best_of_several(std::vector<Outcome> pair, double mean,
                                                   double shape);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/definition/definition.hpp"
#include "mizan/divergence/finite.hpp"

namespace mizan {

// What becomes of a promise if the mechanism sees only a Poisson sample of the data: each record
// with probability q, independently of all others.
//
// All of it is about one record that is there or is not (add_or_remove_one), or that says nothing
// instead of something and says nothing when it is not drawn (replace_special). Let P be the law of
// the output with the record and Q without it. Then the outputs on samples have the laws
// (1 - q) Q + q P and Q, for every sample of the other records. A record that takes another value
// (replace_one) is another matter: neither of its two laws is Q, of which the promise says nothing.

/// Theorem    BBG18 T8: amplification by Poisson sampling
/// States     (ε, δ)-DP ⇒ (log(1 + q(e^ε - 1)), qδ)-DP on samples
/// Needs      a record is there or is not; q in [0, 1]
/// Guarantee  exact for the worst mechanism
/// Source     BBG18 Theorem 8 (arXiv:1807.01647); δ = 0: LQS12 Theorem 1 (arXiv:1101.2604)
/// Test       Poisson.AmplificationIsReachedByTheWorstMechanism
///
/// Theorem    BBG18 T9: amplification by sampling without replacement
/// States     (ε, δ)-DP for records that take another value ⇒ (log(1 + q(e^ε - 1)), qδ)-DP on
///            samples of m of n records, q = m/n, for the same and for a record more or less
/// Needs      all subsets of m records equally likely; n counts the record that may not be there
/// Guarantee  upper bound
/// Source     BBG18 Theorem 9 (arXiv:1807.01647); a record more or less: docs/proofs/sampling.md
/// Test       WithoutReplacement.AmplificationHoldsForEveryMechanism
///            WithoutReplacement.TheSampleOfOneMoreRecordHasItsOwnShare
[[nodiscard]] ApproxDP poisson_sampled(const ApproxDP& promise, Bracket q);

/// The larger of both directions. A mechanism with a known law may have less.
///
/// Theorem    Mizan26 S1: Rényi divergence on Poisson samples
/// States     D'_α ≤ α/(α - 1) · log(1 - q + q exp((α - 1)/α · D_α)) if the record goes, and
///            D'_α ≤ -log(1 - q + q exp(-D_α)) if it comes; α = 1: D'_1 ≤ q D_1;
///            α = ∞: D'_∞ ≤ log(1 - q + q exp(D_∞))
/// Needs      a record is there or is not; q in [0, 1]
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/sampling.md, with proof)
/// Test       Poisson.RenyiBoundHoldsForEveryPair
[[nodiscard]] RenyiCurve poisson_sampled(const RenyiCurve& curve, Bracket q);

/// The bound for (1 - q) R + q P against (1 - q) R + q Q with any R, where D_α is that of P and Q.
///
/// Theorem    EH14 T13: Rényi divergence of two mixtures
/// States     (α - 1) D'_α ≤ log(1 - q + q exp((α - 1) D_α)); α = 1: D'_1 ≤ q D_1;
///            α = ∞: D'_∞ ≤ D_∞
/// Needs      q in [0, 1]
/// Guarantee  upper bound
/// Source     p^α r^(1-α) is jointly convex, as in the proof of EH14 Theorem 13
///            (arXiv:1206.2459v2)
/// Test       Poisson.MixturesOnBothSidesAreNoFartherApart
[[nodiscard]] RenyiCurve mixed_on_both_sides(const RenyiCurve& curve, Bracket q);

/// The pair (1 - q) Q + q P against Q.
///
/// Theorem    ZDW22 T11: dominating pairs of Poisson samples
/// States     (P, Q) dominates M ⇒ ((1 - q) Q + q P, Q) dominates M on samples if the record goes,
///            and (Q, (1 - q) Q + q P) if it comes
/// Needs      (P, Q) dominates M with the record against M without it, at every ε
/// Guarantee  exact for the mechanism whose laws are P and Q
/// Source     ZDW22 Theorem 11 (arXiv:2106.08567)
/// Test       Poisson.SampledPairIsTheMixture
[[nodiscard]] std::vector<Outcome> poisson_sampled(std::vector<Outcome> pair, Bracket q);

}  // namespace mizan

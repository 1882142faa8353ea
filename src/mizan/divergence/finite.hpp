// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// A probability distribution on 0, 1, ..., size() - 1.
///
/// The numbers given are read as weights: outcome i has probability weight_i / sum of weights, so
/// that decimals such as {0.1, 0.2, 0.7}, whose sum of doubles is not 1, still are a distribution.
/// Immutable.
class FiniteDistribution {
public:
    /// Throws DomainError unless every number is in [0, 1] and their sum is 1 within 1e-9, and
    /// InputError if there is none.
    explicit FiniteDistribution(std::vector<double> probabilities);

    [[nodiscard]] std::size_t size() const { return weights_.size(); }

    /// The probability of outcome i.
    [[nodiscard]] Bracket operator[](std::size_t i) const { return weights_[i] / (1 + excess_); }

    /// The numbers as they were given.
    [[nodiscard]] const std::vector<double>& weights() const { return weights_; }

    /// By how much the sum of the weights exceeds 1.
    [[nodiscard]] Bracket excess() const { return excess_; }

    friend bool operator==(const FiniteDistribution& a, const FiniteDistribution& b) {
        return a.weights_ == b.weights_;
    }

private:
    std::vector<double> weights_;
    Bracket excess_;
};

/// One outcome as two distributions see it.
struct Outcome {
    Bracket p;          ///< its probability under P
    Bracket q;          ///< its probability under Q
    Bracket log_ratio;  ///< log(p / q): +inf if only P can produce it, -inf if only Q can
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// An outcome of probabilities p and q, not both 0, whose difference may be known more sharply than
/// either: the logarithm of the ratio then is sharp even where p and q nearly agree.
[[nodiscard]] Outcome outcome(Bracket p, Bracket q, Bracket p_minus_q);
[[nodiscard]] Outcome outcome(Bracket p, Bracket q);

/// The same outcomes with P and Q exchanged.
[[nodiscard]] std::vector<Outcome> reversed(std::vector<Outcome> outcomes);

/// Whether these are the same outcomes after exchanging P and Q, to the last digit. May say no
/// where several of them have the same ratio.
[[nodiscard]] bool is_symmetric(std::vector<Outcome> outcomes);

/// The outcomes that P or Q can produce. Throws InputError if the sizes differ.
[[nodiscard]] std::vector<Outcome> outcomes(const FiniteDistribution& p,
                                            const FiniteDistribution& q);

/// What becomes of the outcomes when outcome i is replaced by a draw from channel[i]: the data
/// processing of a mechanism's output by anything that does not look at the data again.
///
/// Theorem    EH14 T9: data processing
/// States     D_α(g(P)‖g(Q)) ≤ D_α(P‖Q) for every randomized map g
/// Needs      α in [1, ∞]; g does not depend on whether P or Q was drawn from
/// Guarantee  upper bound
/// Source     EH14 Theorem 9 (arXiv:1206.2459v2); Mironov17 section III (arXiv:1702.07476v3)
/// Test       PostProcessing.NeverIncreasesADivergence
[[nodiscard]] std::vector<Outcome> post_process(std::span<const Outcome> outcomes,
                                                std::span<const FiniteDistribution> channel);

// The divergences below take the outcomes of a pair (P, Q), or P and Q themselves. Each is +inf
// where P can produce what Q cannot. None is symmetric except total variation: ask both ways.

/// The Renyi divergence D_alpha(P||Q) of any order from 1 (Kullback-Leibler) to infinity (max).
///
/// Theorem    Mironov17 D3: Rényi divergence
/// States     D_α(P‖Q) = log(Σ p^α q^(1-α)) / (α - 1) for 1 < α < ∞, D_1 = Σ p log(p/q),
///            D_∞ = max over p > 0 of log(p/q)
/// Needs      α in [1, ∞]; +∞ unless q > 0 wherever p > 0
/// Guarantee  exact
/// Source     Mironov17 Definition 3 (arXiv:1702.07476v3)
/// Test       RenyiDivergence.ContainsTheOracleAndIsSharp
/// Erratum    Typed: D_∞ is the supremum over the support of Q. That forgets outcomes that only P
///            has: P = (.5, .5), Q = (1, 0) would give -0.693, the true value is +∞.
///
/// Theorem    Mironov17 R1: a finite divergence means a common support
/// States     D_α(P‖Q) < ∞ implies p = 0 wherever q = 0
/// Needs      α in [1, ∞]
/// Guarantee  exact
/// Source     Mironov17 Remark 1 (arXiv:1702.07476v3)
/// Test       RenyiDivergence.IsInfiniteWhereOnlyPHasMass
///
/// Theorem    Mironov17 R2: no orders below 1
/// States     orders α < 1 are not part of Rényi differential privacy; they are refused
/// Needs      nothing
/// Guarantee  definition
/// Source     Mironov17 Remark 2 (arXiv:1702.07476v3)
/// Test       RenyiDivergence.RefusesOrdersBelowOne
///
/// Theorem    Mironov17 P8: non-negativity
/// States     D_α(P‖Q) ≥ 0, with equality only if P = Q
/// Needs      α in [1, ∞]
/// Guarantee  lower bound
/// Source     Mironov17 Proposition 8 (arXiv:1702.07476v3)
/// Test       RenyiDivergence.IsNeverNegativeAndExactlyZeroForEqualDistributions
///
/// Theorem    Mironov17 P9: monotonicity
/// States     D_α(P‖Q) ≤ D_β(P‖Q)
/// Needs      1 ≤ α ≤ β ≤ ∞
/// Guarantee  upper bound
/// Source     Mironov17 Proposition 9 (arXiv:1702.07476v3)
/// Test       RenyiDivergence.GrowsWithTheOrder
[[nodiscard]] Bracket renyi_divergence(std::span<const Outcome> outcomes, Order order);

/// About the same in plain numbers, many times as fast: no bound, but good enough to look for an
/// order.
[[nodiscard]] double nearly_renyi_divergence(std::span<const Outcome> outcomes, Order order);

/// The Kullback-Leibler divergence, D_1(P||Q).
///
/// Theorem    Notes D3: Kullback–Leibler and max divergence
/// States     D_KL(P‖Q) = Σ p log(p/q), D_∞(P‖Q) = max log(p/q)
/// Needs      sums and maxima over p > 0; +∞ where q = 0
/// Guarantee  exact
/// Source     Notes Definition 3
/// Test       KlDivergence.ContainsTheOracleAndIsSharp
///
/// Theorem    Notes P5: Kullback–Leibler divergence is not negative
/// States     D_KL(X‖Y) ≥ 0, and = 0 only if X and Y have the same distribution
/// Needs      nothing
/// Guarantee  lower bound
/// Source     Notes Proposition 5
/// Test       KlDivergence.IsZeroForIndependentFairBitsThatOftenDiffer
/// Erratum    Typed: equality only if X = Y with probability 1. Two independent fair bits have
///            divergence 0 and differ with probability 1/2. In the proof, the sum of q over p > 0
///            may be below 1, so its -log is ≥ 0, not = 0: p = (1, 0), q = (½, ½) gives 0.693.
[[nodiscard]] Bracket kl_divergence(std::span<const Outcome> outcomes);

/// The largest log-ratio, D_inf(P||Q).
///
/// Theorem    Notes P4: pure privacy bounds the max divergence
/// States     P(S) ≤ e^ε Q(S) for every event S, if and only if D_∞(P‖Q) ≤ ε
/// Needs      nothing
/// Guarantee  exact
/// Source     Notes Proposition 4
/// Test       MaxDivergence.IsTheLeastEpsilonThatBoundsEveryEvent
[[nodiscard]] Bracket max_divergence(std::span<const Outcome> outcomes);

/// The smallest delta with P(S) <= exp(epsilon) Q(S) + delta for every event S:
/// the sum of max(0, p - exp(epsilon) q).
///
/// Theorem    BBG18 hockey-stick: approximate privacy as a divergence
/// States     sup over events S of P(S) - e^ε Q(S) = Σ max(0, p - e^ε q)
/// Needs      ε ≥ 0; at ε = ∞ the probability that P gives to what Q never produces
/// Guarantee  exact
/// Source     BBG18 section 2, privacy as a divergence (arXiv:1807.01647)
/// Test       HockeyStick.IsTheLargestExcessOfAnyEvent
[[nodiscard]] Bracket hockey_stick(std::span<const Outcome> outcomes, Epsilon epsilon);

/// The largest difference P(S) - Q(S); the hockey-stick divergence at epsilon = 0.
///
/// Theorem    BBG18 total variation: total variation distance
/// States     sup over events S of P(S) - Q(S) = Σ max(0, p - q) = ‖P - Q‖₁/2
/// Needs      nothing
/// Guarantee  exact
/// Source     BBG18 section 2, privacy as a divergence at ε = 0 (arXiv:1807.01647)
/// Test       HockeyStick.IsTheLargestExcessOfAnyEvent
///            TotalVariation.OfAnAtomThatMergesGainsAndLossesIsNotTheirBalance
[[nodiscard]] Bracket total_variation(std::span<const Outcome> outcomes);

[[nodiscard]] Bracket renyi_divergence(const FiniteDistribution& p, const FiniteDistribution& q,
                                       Order order);
[[nodiscard]] Bracket kl_divergence(const FiniteDistribution& p, const FiniteDistribution& q);
[[nodiscard]] Bracket max_divergence(const FiniteDistribution& p, const FiniteDistribution& q);
[[nodiscard]] Bracket hockey_stick(const FiniteDistribution& p, const FiniteDistribution& q,
                                   Epsilon epsilon);
[[nodiscard]] Bracket total_variation(const FiniteDistribution& p, const FiniteDistribution& q);

}  // namespace mizan

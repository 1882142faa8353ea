// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "mizan/definition/definition.hpp"

namespace mizan {

// What an observer can learn who weighs two neighbouring inputs D and D' and no others.
// R = p(D'|X) / p(D|X) are her odds; the Bayes factor R_post/R_prior is P(X)/Q(X) for P = f(D'),
// Q = f(D).

/// The range of the probability of D after the output is seen, from the one before.
///
/// Theorem    Mironov17 IIId: posterior odds, pure
/// States     p(D|X)/p(D'|X) ≤ e^ε · p(D)/p(D') for every output X
/// Needs      ε-DP
/// Guarantee  exact for the worst mechanism
/// Source     Mironov17 section III, "Robustness to auxiliary information" (arXiv:1702.07476v3)
/// Test       Posterior.ContainsRandomizedResponse
[[nodiscard]] Bracket posterior(const PureDP& pure, Probability prior);

/// A bound on the moment E[(R_post/R_prior)^α] of the Bayes factor, X drawn from f(D).
///
/// Theorem    Mironov17 Bayes: moments of the Bayes factor
/// States     E_f(D)[(R_post/R_prior)^α] = exp((α-1)·D_α(f(D')‖f(D))) ≤ e^((α-1)ε)
/// Needs      (α, ε)-RDP, 1 ≤ α < ∞
/// Guarantee  exact for the divergence
/// Source     Mironov17 section III, "Robustness to auxiliary information" (arXiv:1702.07476v3)
/// Test       BayesFactor.MomentIsThatOfRandomizedResponse
[[nodiscard]] double bayes_factor_moment(const RenyiPoint& point);

/// The range of E[log R_post - log R_prior] if X is drawn from f(D): on average the evidence speaks
/// against the input that was not used.
///
/// Theorem    Mironov17 IIIf: mean of the log-Bayes factor
/// States     E_f(D)[log R_post - log R_prior] = -D_1(f(D)‖f(D')), between -ε(1) and 0;
///            E_f(D') of the same = D_1(f(D')‖f(D)), between 0 and ε(1)
/// Needs      a bound at order 1 (any larger order will do)
/// Guarantee  exact for the divergence
/// Source     Mironov17 section III, display (1), with its sign put right (arXiv:1702.07476v3)
/// Test       BayesFactor.MeanHasTheSignOfTheTruth
/// Erratum    Typed: E_f(D)[log R_post - log R_prior] = +D_1(f(D)‖f(D')) ≤ D_α. The sign is wrong:
///            randomized response with p = 0.75 has -0.5493. The inequality is then true but empty.
[[nodiscard]] Bracket mean_log_bayes_factor(const RenyiCurve& curve);

/// How probable it is that the evidence for the true input D' exceeds `factor`, X drawn from f(D'),
/// by the best order.
///
/// Theorem    Mironov17 VII: large Bayes factors are rare
/// States     Pr_f(D')[R_post > β·R_prior] ≤ (e^ε/β)^(α-1)
/// Needs      (α, ε)-RDP, α > 1, β > 0
/// Guarantee  upper bound
/// Source     Mironov17 section VII, corrected (arXiv:1702.07476v3)
/// Test       BayesFactor.TheTypedTailIsTooSmall
/// Erratum    Typed: e^ε/β^(1/(α-1)). Markov's inequality gives (e^ε/β)^(α-1). A pair with
///            α = 1.5, ε = 0.0169 exceeds β = 99 with probability 0.001; typed 1.04e-4.
[[nodiscard]] Probability large_bayes_factor(const RenyiCurve& curve, Positive factor);

/// The same from approximate privacy.
///
/// Theorem    KS14 tail: large Bayes factors are rare, approximate
/// States     Pr_f(D')[R_post > β·R_prior] ≤ δ / (1 - e^ε/β)
/// Needs      (ε, δ)-DP, β > e^ε
/// Guarantee  exact for the worst mechanism
/// Source     Kasiviswanathan, Smith 2014 (arXiv:0803.3946), with the best constant; proof in
///            bayes.cpp
/// Test       BayesFactor.TailOfAnApproximatePromiseHoldsForEveryPair
[[nodiscard]] Probability large_bayes_factor(const ApproxDP& approximate, Positive factor);

/// The range of the posterior that holds except with probability `failure` over the output, under
/// either input, by the best order.
///
/// Theorem    Mironov17 VIIa: posterior odds, Rényi
/// States     Pr_f(D)[odds change by a factor above β or below 1/β] ≤ (1 + 1/β)·(e^ε/β)^(α-1)
/// Needs      (α, ε)-RDP, α > 1, β ≥ 1
/// Guarantee  upper bound
/// Source     Mironov17 section VII, corrected, for both inputs (arXiv:1702.07476v3); proof in
///            bayes.cpp
/// Test       LikelyPosterior.HoldsForTheGaussianMechanism
[[nodiscard]] Bracket likely_posterior(const RenyiCurve& curve, Probability prior,
                                       Probability failure);

/// The same from approximate privacy: everything if `failure` is no more than its delta.
///
/// Theorem    KS14: posterior odds, approximate
/// States     except with probability η the odds change by a factor of at most (η·e^ε + δ)/(η - δ)
///            upward or downward, under either input
/// Needs      (ε, δ)-DP, η > δ
/// Guarantee  exact for the worst mechanism
/// Source     Kasiviswanathan, Smith 2014 (arXiv:0803.3946), with the best constant; proof in
///            bayes.cpp
/// Test       LikelyPosterior.OfAnApproximatePromiseHoldsForEveryPair
[[nodiscard]] Bracket likely_posterior(const ApproxDP& approximate, Probability prior,
                                       Probability failure);

/// The largest probability of guessing right which of the two inputs was used, if D has this prior.
///
/// Theorem    KOV15 T2.1: hypothesis testing under approximate privacy
/// States     every test has Pr[false alarm] + e^ε·Pr[miss] ≥ 1 - δ and the reverse; the best guess
///            is right with probability max(1 - (1-δ)/(1+e^ε), π + (1-π)δ, 1-π + πδ)
/// Needs      (ε, δ)-DP
/// Guarantee  exact for the worst mechanism
/// Source     KOV15 Theorem 2.1 (arXiv:1311.0776)
/// Test       BestGuess.IsReachedByTheWorstPair
[[nodiscard]] Probability best_guess(const ApproxDP& approximate, Probability prior);

/// The same from a privacy profile, of which one point decides.
///
/// Theorem    BBG18 guess: hypothesis testing and the privacy profile
/// States     the best guess is right with probability 1-π + π·δ(log((1-π)/π)) for π ≤ 1/2, and
///            with π + (1-π)·δ(log(π/(1-π))) for π ≥ 1/2
/// Needs      δ(ε) bounds both orders of the neighbours
/// Guarantee  exact for an exact profile
/// Source     Balle, Barthe, Gaboardi 2018 (arXiv:1807.01647): δ(ε) = sup over S of P(S) - e^ε·Q(S)
/// Test       BestGuess.FromTheProfileIsThatOfTheBestTest
[[nodiscard]] Bracket best_guess(const std::function<Bracket(Epsilon)>& delta, Probability prior);

}  // namespace mizan

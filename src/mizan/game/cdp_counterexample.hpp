// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "mizan/definition/definition.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan::game {

/// Two rounds of the game in which the published composition theorem of CDP fails: what it claims
/// of the loss L of the whole, and what L really is.
struct CdpCounterexample {
    std::string first_round, second_round;
    CDP promise;                         ///< kept by both rounds
    Bracket mean, claimed_mean;          ///< of L; claimed: = Σμ
    Bracket variance, claimed_variance;  ///< claimed: ≤ Στ²
    double lambda;
    Bracket log_moment, claimed_log_moment;  ///< log E exp(λ(L - E[L])); claimed: ≤ λ²Στ²/2
};

/// Gaussian noise twice, the second time only if the first loss was not small.
///
/// Theorem    DR16 T3x: CDP does not compose adaptively, Gaussian case
/// States     L = C₁ + C₂·1[C₁ > μ - 1] with C₁, C₂ ~ N(½, 1) has Var(L) > 2 = Στ², and
///            log E exp(2(L - E[L])) > 4 = λ²Στ²/2
/// Needs      nothing
/// Guarantee  exact
/// Source     ours: normal integrals, refutes DR16 Theorem 3 (arXiv:1603.01887v2)
/// Test       CdpCounterexample.GaussianCaseBreaksTheoremThree
[[nodiscard]] CdpCounterexample gaussian_counterexample();

/// Two coin tosses are enough: randomized response with p = 9/10, and again only if the first
/// answer pointed to U. All probabilities are tenths and all likelihood ratios powers of 9.
///
/// Theorem    DR16 T3y: CDP does not compose adaptively, two answers
/// States     E exp(-(L - E[L])/2) = (12/25)·9^(19/25) exceeds exp(Στ²/8) = 9^(2/5), because
///            12²⁵·9⁹ > 25²⁵
/// Needs      nothing
/// Guarantee  exact
/// Source     ours: the exact tree of the game, refutes DR16 Theorem 3 (arXiv:1603.01887v2); the
///            standard τ² = 2ε·tanh(ε/2) of randomized response is Kearns and Saul's
/// Test       CdpCounterexample.TwoAnswersBreakTheoremThree
[[nodiscard]] CdpCounterexample two_answers_counterexample();

}  // namespace mizan::game

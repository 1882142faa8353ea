// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/mechanism/mechanism.hpp"

namespace mizan {

/// Answers a yes/no question about the whole dataset: the truth with probability p, the opposite
/// otherwise. The worst pair of neighbours is one whose true answers differ, whatever the relation.
/// Answering 1 - p of the time truthfully is the same up to the name of the answers.
struct RandomizedResponse {
    static constexpr std::string_view name = "randomized_response";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "randomized_response(p): one answer about the whole dataset";
    /// The same where the data is the record of one person.
    static constexpr std::string_view assumes_of_own_record =
        "randomized_response(p): one answer about the own record";

    Probability p;

    static constexpr auto fields = std::tuple{
        Field{"p", &RandomizedResponse::p, "probability of the true answer"},
    };

    /// ε = |log(p/(1-p))|.
    [[nodiscard]] Bracket pure_epsilon() const;

    /// The exact privacy profile: max(0, p - e^ε (1-p)) for p ≥ 1/2.
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// The least ε with delta(ε) ≤ δ.
    [[nodiscard]] Bracket epsilon(Delta delta) const;

    /// The Rényi curve.
    ///
    /// Theorem    Mironov17 P5: Rényi divergence of randomized response
    /// States     D_α = 1/(α-1) log[p^α (1-p)^(1-α) + (1-p)^α p^(1-α)]; D_1 = (2p-1) log(p/(1-p))
    /// Needs      α ≥ 1, 0 < p < 1; at p = 0 or 1 infinite
    /// Guarantee  exact
    /// Source     Mironov17 Proposition 5 (arXiv:1702.07476v3)
    /// Test       RandomizedResponse.RenyiContainsOracle
    [[nodiscard]] Bracket renyi(Order order) const;

    /// The tight zCDP constant: the divergence of order 1.
    ///
    /// Theorem    Steinke24 RR: zCDP of randomized response
    /// States     D_α ≤ ρ α with ρ = ε tanh(ε/2) = (2p-1) log(p/(1-p)), tight as α → 1
    /// Needs      α > 1
    /// Guarantee  exact
    /// Source     Steinke24; KS98 (arXiv:1301.7392)
    /// Test       RandomizedResponse.ZcdpConstantIsTight
    [[nodiscard]] Bracket zcdp_rho() const;

    /// Exact mean and exact subgaussian standard of the loss, which takes the values ε and -ε.
    ///
    /// Theorem    KS98: subgaussian standard of a two-valued variable
    /// States     values r apart, the upper with probability p: τ² = r² (2p-1) / (2 log(p/(1-p)));
    ///            for randomized response τ² = 2 ε tanh(ε/2), mean τ²/2
    /// Needs      0 < p < 1; at p = 1/2 the limit r²/4
    /// Guarantee  exact, rounded up
    /// Source     KS98 (arXiv:1301.7392); BM13
    /// Test       RandomizedResponse.ConcentratedPairIsTheBestPossible
    [[nodiscard]] CDP cdp() const;

    /// The best test's error rates: max(1 - e^ε x, 1 - |2p-1| - x, e^(-ε) (1-x)).
    [[nodiscard]] Bracket tradeoff(Probability false_positive) const;

    /// The loss is ε with probability max(p, 1-p), otherwise -ε.
    [[nodiscard]] Bracket loss_cdf(double loss) const;

    /// Answers are 0 and 1, the true one is 0.
    [[nodiscard]] Bracket output_cdf(double output) const;

    friend bool operator==(const RandomizedResponse&, const RandomizedResponse&) = default;
};

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/mechanism/whole_sensitivity.hpp"

namespace mizan {

/// Releases f(x) + Z, where f has whole numbers for answers and Z is a whole number that has the
/// probability tanh(a/2) e^(-a|z|) of being z, with a = noise_parameter; independently in every
/// coordinate. Between neighbours f moves by at most k = sensitivity, in L1.
///
/// The worst pair is Z against k + Z. Let r = e^(-a). The loss is a(k - 2j) where the output is
/// j = 1, …, k-1, with the probability (1-r)/(1+r) r^j; it is ak where the output is at most 0,
/// with 1/(1+r), and -ak where it is at least k, with r^k/(1+r). Both orders are alike. With k = 1
/// this is randomized response.
///
/// The loss falls with the output, so the best tests ask whether the output is small: is it below
/// m, or m and a coin. A test of this kind, moved by k₁, is a test of this kind; so the trade-off
/// functions of shifts chain as for Laplace noise, f_k₂(1 - f_k₁(x)) = f_(k₁+k₂)(x), and the whole
/// shift in one coordinate is the worst (DRS19 T2.14a). A smaller shift has the larger function.
struct DiscreteLaplace {
    static constexpr std::string_view name = "discrete_laplace";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "discrete_laplace: whole answers that move by at most sensitivity in L1; whole noise "
        "whose probability falls by exp(-noise_parameter) with every step";

    Epsilon noise_parameter;
    WholeSensitivity sensitivity;

    static constexpr auto fields = std::tuple{
        Field{"noise_parameter",
              &DiscreteLaplace::noise_parameter,
              "a, where noise z has a probability proportional to exp(-a |z|)",
              {"a"}},
        Field{"sensitivity", &DiscreteLaplace::sensitivity,
              "most that the whole answers move between neighbours, in L1"},
    };

    /// ak.
    ///
    /// Theorem    GRS09 geometric: discrete Laplace noise is purely private
    /// States     ε = a k
    /// Needs      whole answers of L1 sensitivity k
    /// Guarantee  exact
    /// Source     GRS09, the geometric mechanism (arXiv:0811.2841)
    /// Test       DiscreteLaplace.PureEpsilonIsTheParameterTimesTheSensitivity
    [[nodiscard]] Bracket pure_epsilon() const;

    /// The exact privacy profile: of the tests "is the output at most m" the best one.
    ///
    /// Theorem    Mizan26 DL1: privacy profile of discrete Laplace noise
    /// States     δ(ε) = max over m = 0, …, k-1 of 1 - (e^(-a(m+1)) + e^(ε-a(k-m)))/(1+e^(-a)),
    ///            or 0 if that is negative; the best m is ⌊(k - ε/a)/2⌋
    /// Needs      ε ≥ 0
    /// Guarantee  exact
    /// Source     Mizan26 (docs/proofs/discrete.md, with proof)
    /// Test       DiscreteLaplace.DeltaContainsEnumeration
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// The least ε with delta(ε) ≤ δ.
    [[nodiscard]] Bracket epsilon(Delta delta) const;

    /// The Rényi curve.
    ///
    /// Theorem    Mizan26 DL2: Rényi divergence of discrete Laplace noise
    /// States     D_α = 1/(α-1) log[A e^((α-1)ak) + (1-A) e^(-αak)],
    ///            A = (1 - r^(2α))/((1+r)(1 - r^(2α-1))), r = e^(-a); D_1 = ak - (1-e^(-ak)) a/sinh
    ///            a
    /// Needs      α > 1, or the limits
    /// Guarantee  exact
    /// Source     Mizan26 (docs/proofs/discrete.md, with proof)
    /// Test       DiscreteLaplace.RenyiContainsEnumeration
    [[nodiscard]] Bracket renyi(Order order) const;

    /// The tight zCDP constant.
    ///
    /// Theorem    Mizan26 DL5: zCDP of discrete Laplace noise
    /// States     D_α ≤ α D_1, with equality at α = 1
    /// Needs      α ≥ 1
    /// Guarantee  exact
    /// Source     Mizan26 (docs/proofs/discrete.md, with proof)
    /// Test       DiscreteLaplace.TheMeanLossIsTheConstantOfZcdp
    [[nodiscard]] Bracket zcdp_rho() const { return renyi(Order{1.0}); }

    /// The exact mean of the loss. Its standard ak is Hoeffding's for a loss that stays within ±ak,
    /// as in DR16 T4.
    [[nodiscard]] CDP cdp() const;

    /// The best test's error rates.
    ///
    /// Theorem    Mizan26 DL3: trade-off function of discrete Laplace noise
    /// States     T(x) = max over j = 0, …, k of e^(-aj) - e^(a(k-2j)) x
    /// Needs      0 ≤ x ≤ 1
    /// Guarantee  exact
    /// Source     Mizan26 (docs/proofs/discrete.md, with proof)
    /// Test       DiscreteLaplace.TradeoffContainsEnumeration
    [[nodiscard]] Bracket tradeoff(Probability false_positive) const;

    [[nodiscard]] Bracket loss_cdf(double loss) const;

    [[nodiscard]] Bracket output_cdf(double output) const;

    friend bool operator==(const DiscreteLaplace&, const DiscreteLaplace&) = default;
};

/// What the worst pair can show: its k + 1 different losses, largest first, and their
/// probabilities. Empty if there are more than some dozens, or if noise is zero or infinite.
[[nodiscard]] std::vector<Outcome> listed_outcomes(const DiscreteLaplace& mechanism);

/// Laplace noise that is at most as private.
///
/// Theorem    Mizan26 DL4: discrete Laplace noise lies between two Laplace noises
/// States     Λ(0)‖Λ(t) is at least as private as Z‖k + Z if t = ak, and at most if
///            t = ak + 2 log cosh(a/2)
/// Needs      Λ has scale 1
/// Guarantee  bound from both sides, of the order (a/2)² apart
/// Source     Mizan26 (docs/proofs/discrete.md, with proof)
/// Test       DiscreteLaplace.LiesBetweenTwoLaplaceNoises
[[nodiscard]] Laplace at_most_as_private(const DiscreteLaplace& mechanism);

/// Laplace noise that is at least as private.
[[nodiscard]] Laplace at_least_as_private(const DiscreteLaplace& mechanism);

}  // namespace mizan

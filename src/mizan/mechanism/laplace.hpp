// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/mechanism/mechanism.hpp"

namespace mizan {

/// Releases f(x) + Z with independent Laplace noise of scale noise_multiplier · sensitivity in
/// every coordinate, where the sensitivity is the most that f moves between neighbours in L1.
///
/// The worst pair is Laplace(0, λ) against Laplace(1, λ) with λ = noise_multiplier, in units of
/// the sensitivity: everything depends on t = 1/λ. For a vector the worst case is the whole shift
/// in one coordinate, for every curve below. Let f_t(x) = F(F⁻¹(1-x) - t) be the trade-off function
/// of the scalar pair shifted by t, and let the coordinates be shifted by t₁ and t₂. A test that
/// says yes with probability x to no shift says it with at most y = 1 - f_t₁(x) after the first
/// shift, and after the second no with at least
///
///     f_t₂(y) = F(F⁻¹(1-y) - t₂) = F(F⁻¹(1-x) - t₁ - t₂) = f_(t₁+t₂)(x):
///
/// no better a test than of the shift t₁ + t₂. More coordinates follow one by one. The larger
/// trade-off function has the smaller δ(ε) = max over x of 1 - f(x) - e^ε x, and by Blackwell's
/// theorem the smaller divergence of every order.
///
/// Theorem    DRS19 T2.14a: the whole shift in one coordinate is the worst
/// States     T(⊗ᵢ Λ(0,1), ⊗ᵢ Λ(tᵢ,1)) ≥ T(Λ(0,1), Λ(Σ|tᵢ|,1)) pointwise
/// Needs      independent noise in the coordinates
/// Guarantee  exact for one coordinate
/// Source     the chain of DRS19 Theorem 2.14, δ(ε) by its Proposition 2.12, divergences by its
///            Theorem 2.10 (arXiv:1905.02383)
/// Test       Laplace.ShiftsAddUpInTheTradeoffFunction
///            Laplace.TwoShiftedCoordinatesNeverExceedOne
///            Laplace.WholeShiftInOneCoordinateIsTheWorst
struct Laplace {
    static constexpr std::string_view name = "laplace";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "laplace: noise_multiplier is scale / L1 sensitivity";

    NoiseScale noise_multiplier;

    static constexpr auto fields = std::tuple{
        Field{"noise_multiplier",
              &Laplace::noise_multiplier,
              "scale of the noise / L1 sensitivity",
              {"scale", "lambda", "λ"}},
    };

    /// 1/λ.
    ///
    /// Theorem    DR14 T3.6: Laplace noise is purely private
    /// States     ε = Δ₁f / scale
    /// Needs      scale > 0
    /// Guarantee  exact
    /// Source     DR14 Theorem 3.6
    /// Test       Laplace.PureEpsilonIsSensitivityOverScale
    [[nodiscard]] Bracket pure_epsilon() const;

    /// The exact privacy profile.
    ///
    /// Theorem    BBG18 Laplace: privacy profile of Laplace noise
    /// States     δ(ε) = max(0, 1 - exp((ε - 1/λ)/2))
    /// Needs      ε ≥ 0
    /// Guarantee  exact
    /// Source     BBG18, the Laplace mechanism (arXiv:1807.01647)
    /// Test       Laplace.DeltaContainsIntegral
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// The least ε with delta(ε) ≤ δ: max(0, 1/λ + 2 log(1-δ)).
    [[nodiscard]] Bracket epsilon(Delta delta) const;

    /// The Rényi curve.
    ///
    /// Theorem    Mironov17 P6: Rényi divergence of Laplace noise and its offset
    /// States     D_α(Λ(0,λ)‖Λ(1,λ)) = 1/(α-1) log[α/(2α-1) e^((α-1)/λ) + (α-1)/(2α-1) e^(-α/λ)]
    /// Needs      α > 1; at α = 1 the limit 1/λ + e^(-1/λ) - 1, at α = ∞ the limit 1/λ
    /// Guarantee  exact
    /// Source     Mironov17 Proposition 6 (arXiv:1702.07476v3)
    /// Test       Laplace.RenyiContainsIntegral
    /// Erratum    Stated for α ≥ 1, but the formula is 0/0 at α = 1.
    ///
    /// Theorem    Mironov17 C2: Laplace mechanism
    /// States     sensitivity 1 ⇒ (α, D_α(Λ(0,λ)‖Λ(1,λ)))-RDP; sensitivity Δ: λ becomes λ/Δ
    /// Needs      α > 1, or the limits
    /// Guarantee  exact
    /// Source     Mironov17 Corollary 2 (arXiv:1702.07476v3)
    /// Test       Laplace.RenyiMatchesTheReferenceTable
    /// Erratum    The text before it says "exponential mechanism" where Laplace is meant.
    ///
    /// Theorem    Mironov17 Laplace ends: Laplace curve at its ends
    /// States     D_∞ = 1/λ; D_1 = 1/λ + e^(-1/λ) - 1 ≤ 1/(2λ²), about equal for large λ
    /// Needs      λ > 0
    /// Guarantee  exact
    /// Source     Mironov17, after Corollary 2 (arXiv:1702.07476v3)
    /// Test       Laplace.CurveAtItsEnds
    [[nodiscard]] Bracket renyi(Order order) const;

    /// The tight zCDP constant: the divergence of order 1.
    ///
    /// Theorem    HM25: zCDP of Laplace noise
    /// States     D_α ≤ ρ α with ρ = 1/λ + e^(-1/λ) - 1, tight as α → 1
    /// Needs      α > 1
    /// Guarantee  exact
    /// Source     HM25, the Laplace mechanism (arXiv:2510.25746v1)
    /// Test       Laplace.ZcdpConstantIsTight
    [[nodiscard]] Bracket zcdp_rho() const;

    /// The exact mean of the loss, 1/λ + e^(-1/λ) - 1. Its standard 1/λ is Hoeffding's for a loss
    /// that stays within ±1/λ, as in DR16 T4.
    [[nodiscard]] CDP cdp() const;

    /// The best test's error rates.
    ///
    /// Theorem    DRS19 Laplace: trade-off function of Laplace noise
    /// States     T(x) = F(F⁻¹(1-x) - 1/λ), F the Laplace distribution function: 1 - e^(1/λ) x up
    ///            to x = e^(-1/λ)/2, e^(-1/λ)/(4x) up to x = 1/2, e^(-1/λ)(1-x) beyond
    /// Needs      0 ≤ x ≤ 1
    /// Guarantee  exact
    /// Source     DRS19, Laplace noise in the appendix (arXiv:1905.02383)
    /// Test       Laplace.TradeoffContainsOracle
    [[nodiscard]] Bracket tradeoff(Probability false_positive) const;

    /// The loss is 1/λ with probability 1/2, -1/λ with probability e^(-1/λ)/2, and has density
    /// e^((x-1/λ)/2)/4 between.
    [[nodiscard]] Bracket loss_cdf(double loss) const;

    /// In units of the sensitivity.
    [[nodiscard]] Bracket output_cdf(double output) const;

    friend bool operator==(const Laplace&, const Laplace&) = default;
};

/// Laplace noise of this scale on a query of this L1 sensitivity. The quotient is rounded down:
/// never more noise than there is. A query that cannot move reveals nothing.
[[nodiscard]] Laplace laplace_with(NoiseScale scale, NonNegative l1_sensitivity);

}  // namespace mizan

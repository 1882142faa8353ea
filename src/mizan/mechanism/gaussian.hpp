// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/mechanism/mechanism.hpp"

namespace mizan {

/// Releases f(x) + Z with Z normal, mean 0 and standard deviation noise_multiplier · sensitivity,
/// where the sensitivity is the most that f moves between neighbours in Euclidean length.
///
/// The worst pair is N(0, σ²) against N(1, σ²) with σ = noise_multiplier, in units of the
/// sensitivity. For a vector the noise in directions across the shift is the same on both sides
/// and cancels, so only the L2 length of the shift counts (Gaussian.DependsOnTheL2NormOnly).
struct Gaussian {
    static constexpr std::string_view name = "gaussian";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "gaussian: noise_multiplier is standard deviation / L2 sensitivity";
    /// The same where noise is measured by what one record adds.
    static constexpr std::string_view assumes_by_record =
        "gaussian on Poisson samples of which a record takes another value: noise_multiplier "
        "is standard deviation / largest L2 norm of what one record adds";

    NoiseScale noise_multiplier;

    static constexpr auto fields = std::tuple{
        Field{"noise_multiplier",
              &Gaussian::noise_multiplier,
              "standard deviation of the noise / L2 sensitivity",
              {"sigma", "σ"}},
    };

    /// Infinite for every finite noise: the loss is unbounded.
    [[nodiscard]] Bracket pure_epsilon() const;

    /// The exact privacy profile.
    ///
    /// Theorem    BW18 T8: privacy profile of Gaussian noise
    /// States     δ(ε) = Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ), μ = sensitivity/σ
    /// Needs      ε ≥ 0
    /// Guarantee  exact
    /// Source     BW18 Theorem 8 (arXiv:1805.06530v2)
    /// Test       Gaussian.DeltaContainsOracle
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// The least ε with delta(ε) ≤ δ, by bisection of the exact profile.
    [[nodiscard]] Bracket epsilon(Delta delta) const;

    /// The Rényi curve: a straight line. n runs have the curve of one run with σ/√n.
    ///
    /// Theorem    Mironov17 P7: Rényi divergence of Gaussian noise and its offset
    /// States     D_α(N(0,σ²)‖N(μ,σ²)) = α μ² / (2σ²)
    /// Needs      α ≥ 1; σ is the standard deviation
    /// Guarantee  exact
    /// Source     Mironov17 Proposition 7 (arXiv:1702.07476v3)
    /// Test       Gaussian.RenyiContainsIntegral
    /// Erratum    The proof's last exponent (α-α)μ²/(2σ²) is 0; it must be (α²-α)μ²/(2σ²). For
    ///            α = 2, μ = σ = 1: 0 as typed, 1 in truth.
    ///
    /// Theorem    Mironov17 C3: Gaussian mechanism
    /// States     sensitivity 1 ⇒ (α, α/(2σ²))-RDP; n-fold: σ becomes σ/√n
    /// Needs      α ≥ 1; σ is the standard deviation of the noise
    /// Guarantee  exact
    /// Source     Mironov17 Corollary 3 (arXiv:1702.07476v3)
    /// Test       Gaussian.NoiseSquaredIsNotTheStandardDeviation
    /// Erratum    The text calls σ² the standard deviation; it is the variance. Passing σ² as
    ///            the scale with σ = 0.5 reports 2α where the truth is 8α.
    [[nodiscard]] Bracket renyi(Order order) const;

    /// The tight zCDP constant 1/(2σ²).
    ///
    /// Theorem    BS16 P1.6: zCDP of Gaussian noise
    /// States     D_α ≤ ρ α with ρ = Δ²/(2σ²)
    /// Needs      α > 1
    /// Guarantee  exact
    /// Source     BS16 Proposition 1.6 (arXiv:1605.02065v1)
    /// Test       Gaussian.ZcdpIsTheSlopeOfTheCurve
    [[nodiscard]] Bracket zcdp_rho() const;

    /// Mean and subgaussian standard of the loss, which is normal itself.
    ///
    /// Theorem    DR16 T2: Gaussian noise is concentrated
    /// States     (τ²/2, τ)-CDP with τ = Δf/σ; the loss is N(τ²/2, τ²)
    /// Needs      σ > 0
    /// Guarantee  exact, rounded up
    /// Source     DR16 Theorem 2 (arXiv:1603.01887v2)
    /// Test       Gaussian.ConcentratedPairIsSensitivityOverNoise
    /// Erratum    Typed with one letter for both: (σ²/2, σ)-CDP where σ = Δf/σ. For Δf = 1 and
    ///            noise 0.1 that reads (0.005, 0.1); the truth is (50, 10).
    [[nodiscard]] CDP cdp() const;

    /// The best test's error rates.
    ///
    /// Theorem    DRS19 T2.7: trade-off function of Gaussian noise
    /// States     T(x) = Φ(Φ⁻¹(1-x) - μ), μ = sensitivity/σ
    /// Needs      0 ≤ x ≤ 1
    /// Guarantee  exact
    /// Source     DRS19 Theorem 2.7 (arXiv:1905.02383)
    /// Test       Gaussian.TradeoffContainsOracle
    [[nodiscard]] Bracket tradeoff(Probability false_positive) const;

    /// The loss is N(μ²/2, μ²), see cdp().
    [[nodiscard]] Bracket loss_cdf(double loss) const;

    /// In units of the sensitivity.
    [[nodiscard]] Bracket output_cdf(double output) const;

    friend bool operator==(const Gaussian&, const Gaussian&) = default;
};

/// Normal noise of this standard deviation on a query of this L2 sensitivity. The quotient is
/// rounded down: never more noise than there is. A query that cannot move reveals nothing.
///
/// Theorem    DR16 C2: Gaussian noise and groups
/// States     a group of s has (τ²/2, τ)-CDP with τ = s Δf/σ: gaussian_with(σ, s Δf).cdp()
/// Needs      σ > 0
/// Guarantee  exact, rounded up
/// Source     DR16 Corollary 2 (arXiv:1603.01887v2)
/// Test       Gaussian.GroupsDivideTheNoise
/// Erratum    The typed second entry is s Δf, without σ. For s = 2, Δf = 1, σ = 0.5 it claims
///            τ = 2 where the truth is 4; its mean 8 > τ²/2 = 2 is impossible for any pair.
///
/// Theorem    DR16 many queries: noise for n queries
/// States     n queries of sensitivity 1: 𝒩(0, n/ε²) gives (ε²/2, ε)-CDP, 𝒩(0, n/ε) gives
///            (ε/2, √ε)-CDP; n such queries are one query of L2 sensitivity √n
/// Needs      ε > 0
/// Guarantee  exact, rounded up
/// Source     DR16, sentence after Theorem 2 (arXiv:1603.01887v2)
/// Test       Gaussian.NoiseForManyQueriesGrowsWithTheirNumber
/// Erratum    "Noise of magnitude √(1/ε)" is for one query. For n = 30, ε = 0.5 it gives
///            (7.5, 3.87), not (0.5, 0.71); the noise must be √(n/ε).
[[nodiscard]] Gaussian gaussian_with(NoiseScale standard_deviation, NonNegative l2_sensitivity);

}  // namespace mizan

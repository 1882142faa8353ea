// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/mechanism/mechanism.hpp"
#include "mizan/mechanism/whole_sensitivity.hpp"

namespace mizan {

/// Releases f(x) + Z, where f has one whole number for an answer and Z is a whole number that has a
/// probability proportional to e^(-z²/2σ²) of being z, with σ = sigma. Between neighbours f moves
/// by at most k = sensitivity.
///
/// The worst pair is Z against k + Z. Its loss k(k - 2y)/(2σ²) falls with the output y, so the best
/// tests ask whether the output is small; a smaller shift is more private; both orders are alike
/// (docs/proofs/discrete.md).
struct DiscreteGaussian {
    static constexpr std::string_view name = "discrete_gaussian";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "discrete_gaussian: one whole answer that moves by at most sensitivity; whole noise z"
        " with a probability proportional to exp(-z^2 / (2 sigma^2))";

    NoiseScale sigma;
    WholeSensitivity sensitivity = 1.0;

    static constexpr auto fields = std::tuple{
        Field{"sigma",
              &DiscreteGaussian::sigma,
              "σ, where noise z has a probability proportional to exp(-z²/2σ²)",
              {"σ"}},
        Field{"sensitivity", &DiscreteGaussian::sensitivity,
              "most that the whole answer moves between neighbours"},
    };

    /// Infinite for every finite noise: the loss is unbounded.
    [[nodiscard]] Bracket pure_epsilon() const;

    /// The exact privacy profile: of the tests "is the output at most -n" the best one.
    ///
    /// Theorem    CKS20 profile: privacy profile of discrete Gaussian noise
    /// States     δ(ε) = Pr[Z ≥ n] - e^ε Pr[Z ≥ n + k] with n = 1 + ⌊εσ²/k - k/2⌋
    /// Needs      ε ≥ 0; one whole answer that moves by at most k
    /// Guarantee  exact
    /// Source     CKS20, approximate privacy of the discrete Gaussian (arXiv:2004.00010v4); proof
    ///            in Mizan26 (docs/proofs/discrete.md)
    /// Test       DiscreteGaussian.DeltaContainsEnumeration
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// The least ε with delta(ε) ≤ δ, by bisection of the exact profile.
    [[nodiscard]] Bracket epsilon(Delta delta) const;

    /// The Rényi curve: that of Gaussian noise where (α-1)k is whole, less between.
    ///
    /// Theorem    Mizan26 DG1: Rényi divergence of discrete Gaussian noise
    /// States     D_α = αk²/(2σ²) + log(Θ((α-1)k)/Θ(0))/(α-1),
    ///            Θ(x) = Σ e^(-(z+x)²/2σ²) over whole z
    /// Needs      1 < α < ∞; at α = 1 the limit k²/(2σ²)
    /// Guarantee  exact
    /// Source     Mizan26 (docs/proofs/discrete.md, with proof)
    /// Test       DiscreteGaussian.RenyiContainsEnumeration
    [[nodiscard]] Bracket renyi(Order order) const;

    /// The tight zCDP constant k²/(2σ²), which the divergence of order 1 attains.
    ///
    /// Theorem    CKS20 zCDP: discrete Gaussian noise is concentrated
    /// States     D_α ≤ ρ α with ρ = k²/(2σ²)
    /// Needs      α > 1; one whole answer that moves by at most k
    /// Guarantee  exact
    /// Source     CKS20, concentrated privacy of the discrete Gaussian (arXiv:2004.00010v4)
    /// Test       DiscreteGaussian.IsNeverFartherApartThanGaussianNoise
    [[nodiscard]] Bracket zcdp_rho() const;

    /// Mean and subgaussian standard of the loss, those of Gaussian noise: k²/(2σ²) and k/σ.
    [[nodiscard]] CDP cdp() const;

    /// The best test's error rates: "is the output at most -n", and a coin for -n + 1.
    [[nodiscard]] Bracket tradeoff(Probability false_positive) const;

    [[nodiscard]] Bracket loss_cdf(double loss) const;

    [[nodiscard]] Bracket output_cdf(double output) const;

    friend bool operator==(const DiscreteGaussian&, const DiscreteGaussian&) = default;
};

/// The outcomes of the worst pair. Those that are left out have a probability below 1e-100
/// together; they stand at both ends as an outcome of unknown probability and infinite loss. Empty
/// if the outcomes are more than a few hundred, or if the noise is zero or infinite.
[[nodiscard]] std::vector<Outcome> listed_outcomes(const DiscreteGaussian& mechanism);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// Everything that has ε-bounded range: between neighbours all its privacy losses lie in some
/// interval [t - ε, t], whose place t is not known. The exponential mechanism is of this kind, and
/// every pair of two outcomes with losses t and t - ε is reached by it. Proofs:
/// docs/proofs/bounded-range.md.
///
/// Each number is the worst over all such pairs, so those of different members may belong to
/// different pairs.
class BoundedRange {
public:
    explicit BoundedRange(Bracket epsilon) : epsilon_{epsilon} {}

    [[nodiscard]] Bracket pure_epsilon() const { return epsilon_; }

    /// The profile of one run. It is that of logistic noise, shifted by ε: a pair of laws that is
    /// at least as bad as every mechanism of ε-bounded range, and so in every composition.
    ///
    /// Theorem    Mizan26 BR1: bounded range lies below logistic noise
    /// States     δ(x) = (1 - e^((x-ε)/2))² / (1 - e^-ε) for |x| ≤ ε, the profile of Logistic(ε, 1)
    ///            against Logistic(0, 1), whose loss has the density e^((x-ε)/2) / (2(1 - e^-ε))
    /// Needs      ε-bounded range
    /// Guarantee  exact for one run, a dominating pair in compositions
    /// Source     docs/proofs/bounded-range.md, from the two-point pairs of DDR20
    ///            (arXiv:1909.13830)
    /// Test       BoundedRange.DeltaIsTheWorstOfAllPairs
    ///            BoundedRange.ProfileIsThatOfLogisticNoise
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// The least x with δ(x) ≤ δ: ε + 2 log(1 - √(δ(1 - e^-ε))), or 0.
    [[nodiscard]] Bracket epsilon(Delta delta) const;

    /// The largest divergence of any pair of this range, at t = log of
    /// (α-1)(1 - e^(-αε)) / (α (1 - e^(-(α-1)ε))) + ε.
    ///
    /// Theorem    Mizan26 BR2: Rényi divergence of bounded range
    /// States     (α-1) D_α = α ℓ(αε/2) - (α-1) ℓ((α-1)ε/2) - ℓ(ε/2) with ℓ(x) = log(sinh(x)/x);
    ///            D_1 = ℓ(ε/2) + (ε/2) coth(ε/2) - 1, D_∞ = ε
    /// Needs      ε-bounded range, α ≥ 1
    /// Guarantee  exact
    /// Source     docs/proofs/bounded-range.md
    /// Test       BoundedRange.RenyiIsTheLargestOfAllPairs
    [[nodiscard]] Bracket renyi(Order order) const;

    /// The tight zCDP constant: the divergence of order 1. Less than ε²/8.
    ///
    /// Theorem    Mizan26 BR3: zCDP of bounded range
    /// States     D_α ≤ ρ α with ρ = D_1 = r - 1 - log r, r = ε/(e^ε - 1); and ρ ≤ ε²/8
    /// Needs      ε-bounded range
    /// Guarantee  exact
    /// Source     docs/proofs/bounded-range.md; the constant is also that of HM25
    ///            (arXiv:2510.25746v1), ε²/8 is that of CR21 (arXiv:2004.07223)
    /// Test       BoundedRange.SlopeIsLargestAtOrderOne
    [[nodiscard]] Bracket zcdp_rho() const { return renyi(Order{1.0}); }

    /// The largest mean; and Hoeffding's standard ε/2 of a loss in an interval of length ε.
    [[nodiscard]] CDP cdp() const;

    /// The trade-off function of the logistic pair: (1-x) / (1 - x + e^ε x).
    [[nodiscard]] Bracket tradeoff(Probability false_positive) const;

    /// Of the logistic pair.
    [[nodiscard]] Bracket loss_cdf(double loss) const;

    friend bool operator==(const BoundedRange&, const BoundedRange&) = default;

private:
    Bracket epsilon_;
};

}  // namespace mizan

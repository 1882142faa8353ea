// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/line/line.hpp"
#include "mizan/inversion/line/loss_tail.hpp"

namespace mizan::inversion {

/// δ(ε) by the trapezoidal rule half way between the two poles, where no loss is large: M is at
/// most 1 there. What that line does not keep apart is known: a period away from all losses δ is 0,
/// or 1 - e^ε. The nodes are taken beside those of a narrow normal law, because nearly all losses
/// are near its mean.
///
/// Theorem    Mizan26 T7: the profile from half way between the poles
/// States     Let δ' be the profile with P and Q exchanged, P(L = ∞) = 0 = Q(L = -∞),
///            E_P[e^{-L}] = 1, Λ = 2π/h, γ = 1/(e^{Λ/2} - 1); P_0 a measure with M_0(-1/2) =
///            M(-1/2), of mass p, with E_0[e^{-L}] = p' and the profiles δ_0 and δ_0'. Then (h/2π)
///            Σ_k (F - F_0)(-1/2 + ikh) + (1 - p)(1 + γ) + (1 - p') e^ε γ + δ_0(ε) exceeds δ(ε) by
///            at most γ (δ(ε + Λ) + e^ε δ'(Λ - ε)), and falls short of it by at most
///            γ (δ_0(ε + Λ) + e^ε δ_0'(Λ - ε))
/// Needs      Λ > ε
/// Guarantee  exact; rounding, truncation and aliases are inside the bracket
/// Source     Mizan26 (docs/proofs/small-samples.md, with proof)
/// Test       MiddleLine.BracketsWhatOneRunCosts
class MiddleLine {
public:
    /// A line for this ε, where δ is about `delta`. Empty where a part has no pair with P and Q
    /// exchanged, or where it would take too much work.
    static std::optional<MiddleLine> at(const Composition& parts, double epsilon, double delta,
                                        double tolerance);

    /// A line for the ε at which δ is reached, sought from the guess on.
    static std::optional<MiddleLine> near(const Composition& parts, double guess, double delta,
                                          double tolerance);

    [[nodiscard]] Bracket delta(double epsilon) const;

    /// The same in plain numbers, with the derivative: for searching.
    [[nodiscard]] Line::Estimate estimate(double epsilon) const;

    /// About how wide rounding makes δ(ε), whatever the tolerance.
    [[nodiscard]] double rounding(double epsilon) const;

    /// Near which it was made to be used.
    [[nodiscard]] double epsilon() const { return epsilon_; }

    [[nodiscard]] std::size_t nodes() const { return sum_.size(); }

private:
    MiddleLine(double epsilon, LossTail above, LossTail below)
        : epsilon_{epsilon}, above_{above}, below_{below} {}

    // A measure of normal losses: of this mass and mean, and of the other one with e^{-L} as a
    // factor.
    struct NormalLaw {
        Bracket log_mass, log_other_mass, mean, other_mean, deviation;
    };
    [[nodiscard]] NormalLaw normal_law() const;
    [[nodiscard]] Bracket known(double epsilon) const;

    double epsilon_;
    double variance_ = 0;     // of the normal law beside which the nodes are taken
    LossTail above_, below_;  // of the losses, and of those with P and Q exchanged
    Bracket period_ = 0;
    double tail_ = 0;  // what the nodes left out, over M(-1/2) e^{ε/2}
    NodeSum sum_;
};

}  // namespace mizan::inversion

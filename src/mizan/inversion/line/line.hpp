// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/line/composition.hpp"
#include "mizan/inversion/line/node_sum.hpp"

namespace mizan::inversion {

/// Where the inversion integral is taken and how finely.
struct Contour {
    double c;              ///< the line is Re s = c; c > 0, or -1 < c < 0 where δ is large
    double period;         ///< Λ: the nodes lie 2π/Λ apart
    double reference;      ///< c' > c, from which the right aliases are bounded; unused if c < 0
    double log_scale;      ///< about log of |integral| / e^{K(c) - cε}
    double width;          ///< about 1/√K''(c): beyond a few of it the integrand is negligible
    double epsilon;        ///< near which the line is to be used
    double log_value = 0;  ///< about log of δ - d there, or of 1 - δ if c < 0
    double saddle = 0;     ///< where the integrand is smallest on the real axis, if c > 0
};

/// How far the nodes of a line with this step are from the integral along it.
[[nodiscard]] Aliases aliases_along(const Contour& contour, double step, const Composition& parts);

/// δ(ε) of a composition by the trapezoidal rule on one vertical line.
///
/// Theorem    Mizan26 T1: the profile from the transform of the loss
/// States     With L = log dP/dQ under P, M(s) = E_P[e^{sL}; L < ∞], d = P(L = ∞), F(s) = M(s)
///            e^{-sε} / (s(s+1)) and Λ = 2π/h, the sum (h/2π) Σ_k F(c + ikh) over all integers k
///            equals Σ_m e^{cmΛ} g(ε + mΛ), where g = δ - d if c > 0 and g = δ - 1 if -1 < c < 0.
///            Hence for c > 0 the sum exceeds δ(ε) - d by at most (1-d) e^{-cΛ}/(1-e^{-cΛ}) + κ(c')
///            M(c') e^{-c'ε} r/(1-r), r = e^{-(c'-c)Λ}, κ(c) = c^c/(1+c)^{1+c}, for any c' > c; and
///            for c = -a in (-1, 0) it lies below δ(ε) - 1 by at most
///            e^{-aΛ}/(1-e^{-aΛ}) + e^{ε-(1-a)Λ}/(1-e^{-(1-a)Λ}).
/// Needs      M(c) < ∞
/// Guarantee  exact; rounding, truncation and aliases are inside the bracket
/// Source     Mizan26 (docs/proofs/inversion.md, with proof)
/// Test       Line.BracketsTheGaussianProfile
///
/// What the sum leaves out beyond the last node is at most (1/π) e^{K(c)-cε} ∫ B(ω)/ω² dω with any
/// decreasing bound B of |φ| (TiltedLoss::log_decay).
class Line {
public:
    /// Nodes until all that is left out is below `tolerance` times the value. Empty where the
    /// integrand does not fall that far within `max_nodes`, or where that takes more than
    /// `patience` times the usual work; then `needed` becomes at least so many times.
    static std::optional<Line> along(const Composition& parts, const Contour& contour,
                                     double tolerance, std::size_t max_nodes, double patience = 1,
                                     double* needed = nullptr);

    /// δ(ε) for any finite ε, negative ones too.
    [[nodiscard]] Bracket delta(double epsilon) const;

    /// The same in plain numbers, with the derivative: for searching.
    struct Estimate {
        double delta;
        double slope;  ///< dδ/dε
    };
    [[nodiscard]] Estimate estimate(double epsilon) const;

    [[nodiscard]] double c() const { return c_; }
    [[nodiscard]] std::size_t nodes() const { return sum_.size(); }

private:
    Line() = default;

    double c_ = 0;
    Bracket infinite_mass_ = 0;
    Aliases aliases_{0, 1, 0, 0, 0};
    double tail_ = 0;  // what the nodes left out, over e^{K(c) - cε}
    NodeSum sum_;
};

}  // namespace mizan::inversion

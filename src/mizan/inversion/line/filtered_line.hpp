// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/line/filtered_contour.hpp"

namespace mizan::inversion {

/// δ(ε) of few runs by the trapezoidal rule on one vertical line, where the transform falls slowly:
/// the runs whose loss is next to the least one hold back its decay. But they are not at ε; near ε
/// the profile is analytic, and a filter that cuts off high frequencies does not change it.
///
/// Theorem    Mizan26 T3: the profile from low frequencies
/// States     Let L be the sum of n independent losses with least sum λ, each with a law f(ℓ) dℓ of
///            ℓ = L_i - λ_i that goes on as `Continuation` says with spread s_i, and let
///            E_P[e^{-L}] = 1. Then δ is analytic for |z - ε| < r, where r < min(ε - λ, √2), and
///            there |δ(z)| ≤ 4 e^{ε+r+Σ s_i(θ+r)²/2} (1-r²/2)^{-n}, sin θ = r/(ε-λ). For ψ a filter
///            of order J, width μ and norm p, (h/2π) Σ_k F(c + ikh) ψ(kh) differs from
///            δ(ε) + 1/(e^{cΛ}-1) - e^ε/(e^{(c+1)Λ}-1) by at most the five terms of
///            docs/proofs/few-runs.md
/// Needs      c > 0, ε ≥ 0, M(c) < ∞
/// Guarantee  exact; rounding, truncation, aliases and the filter are inside the bracket
/// Source     Mizan26 (docs/proofs/few-runs.md, with proof)
/// Test       FilteredLine.BracketsWhatTwoRunsCost
class FilteredLine {
public:
    /// Empty where that would take more than `max_nodes` nodes.
    static std::optional<FilteredLine> along(const Composition& parts,
                                             const FilteredContour& contour, double tolerance,
                                             std::size_t max_nodes);

    /// δ(ε); [0, 1] where the filter is too wide for this ε.
    [[nodiscard]] Bracket delta(double epsilon) const;

    /// The same in plain numbers, with the derivative: for searching.
    [[nodiscard]] Line::Estimate estimate(double epsilon) const;

    /// The ε near which the line is used.
    [[nodiscard]] double epsilon() const { return contour_.epsilon; }

    [[nodiscard]] std::size_t nodes() const { return sum_.size(); }

private:
    explicit FilteredLine(const FilteredContour& contour) : contour_{contour} {}

    [[nodiscard]] Bracket known_aliases(double epsilon) const;
    [[nodiscard]] double doubt(double epsilon) const;

    FilteredContour contour_;
    Analyticity laws_;
    Bracket period_ = 0;
    double reference_log_moment_ = 0;  // at least K(c')
    double tail_ = 0;                  // what the nodes left out, over e^{K(c) - cε}
    NodeSum sum_;
};

}  // namespace mizan::inversion

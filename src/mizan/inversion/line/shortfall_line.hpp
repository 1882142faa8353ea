// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/line/filtered_contour.hpp"

namespace mizan::inversion {

/// A composition of runs on small samples, in either direction. All losses lie on one side of an
/// end, most of them next to it, and their law has a continuation from there beyond the real axis.
struct SmallSamples {
    Composition risen;     ///< whose losses have a least one
    Composition capped;    ///< the same with P and Q exchanged, whose losses have a largest one
    Analyticity laws;      ///< of `risen`
    bool is_risen = true;  ///< which of the two is asked about

    /// Empty where the losses of some part are not of this kind.
    static std::optional<SmallSamples> of(const Composition& parts);

    /// Where D is asked for, so that δ is known at ε.
    [[nodiscard]] double place(double epsilon) const { return is_risen ? epsilon : -epsilon; }
};

/// Where the integral of docs/proofs/small-samples.md is taken. Any choice gives a true bracket.
struct ShortfallContour {
    double a;       ///< the line is Re s = -a < -1
    double period;  ///< Λ
    double reach;   ///< r: of the disc around the place in which D is analytic and bounded
    Filter filter;
    double last;          ///< about the frequency from which on the integrand is negligible
    double log_wanted;    ///< log of the error of D that is wanted
    double epsilon;       ///< near which the line is to be used
    double log_rounding;  ///< about log of what rounding leaves of it
    bool has_atom;        ///< whether the nodes are taken beside an atom

    [[nodiscard]] double nodes() const;
};

/// For ε where log δ is about `log_delta`. Empty where D is not known to be analytic enough.
[[nodiscard]] std::optional<ShortfallContour> shortfall_contour(const SmallSamples& samples,
                                                                double epsilon, double log_delta,
                                                                double tolerance);

/// δ(ε) by the trapezoidal rule on a line left of both poles, where large losses have no weight:
/// what it tells is how far the losses below ε fall short of it, and the rest is δ.
///
/// Theorem    Mizan26 T6: the profile from the losses below it
/// States     Let L be as in T3, D(y) = E_P(e^{y-L} - 1)₊, a > 1, p_0 = 0 or p_0 = M(-a) e^{am},
///            D_0(y) = p_0 (e^{y-m} - 1)₊ and F_0(s) = p_0 e^{s(m-y)}/(s(s+1)). Then
///            δ(ε) = 1 - e^ε + D(ε), with P and Q exchanged it is e^ε D(-ε), and for ψ a filter of
///            order J, width μ and norm p, (h/2π) Σ_k (F - F_0)(-a + ikh) ψ(kh) differs from D(y) -
///            D_0(y) + (1 - p_0 e^{-m}) e^y/(e^{(a-1)Λ}-1) - (1 - p_0)/(e^{aΛ}-1) by at most the
///            five terms of docs/proofs/small-samples.md for D and those for D_0
/// Needs      y > λ, Λ > y - λ; λ ≤ m < y - r, where p_0 is not 0
/// Guarantee  exact; rounding, truncation, aliases and the filter are inside the bracket
/// Source     Mizan26 (docs/proofs/small-samples.md, with proof)
/// Test       ShortfallLine.BracketsWhatOneRunCosts
class ShortfallLine {
public:
    /// Empty where that would take too much work.
    static std::optional<ShortfallLine> along(const SmallSamples& samples,
                                              const ShortfallContour& contour);

    /// A line for this ε, where δ is about `delta`.
    static std::optional<ShortfallLine> at(const SmallSamples& samples, double epsilon,
                                           double delta, double tolerance);

    /// A line for the ε at which δ is reached, sought from the guess on.
    static std::optional<ShortfallLine> near(const SmallSamples& samples, double guess,
                                             double delta, double tolerance);

    /// δ(ε); [0, 1] where the filter is too wide for this ε.
    [[nodiscard]] Bracket delta(double epsilon) const;

    /// The same in plain numbers, with the derivative: for searching.
    [[nodiscard]] Line::Estimate estimate(double epsilon) const;

    /// About how wide rounding makes δ(ε), whatever the tolerance.
    [[nodiscard]] double rounding(double epsilon) const;

    /// The ε near which the line is used.
    [[nodiscard]] double epsilon() const { return contour_.epsilon; }

    [[nodiscard]] std::size_t nodes() const { return sum_.size(); }

private:
    ShortfallLine(const ShortfallContour& contour, const SmallSamples& samples)
        : contour_{contour}, laws_{samples.laws}, is_risen_{samples.is_risen} {}

    [[nodiscard]] Bracket delta_of_risen(double y) const;
    [[nodiscard]] Bracket known(double y) const;
    [[nodiscard]] Bracket doubt(double y) const;
    [[nodiscard]] Bracket doubt_per_delta() const;

    ShortfallContour contour_;
    Analyticity laws_;
    bool is_risen_;
    Bracket period_ = 0;
    double tail_ = 0;  // what the nodes left out, over M(-a) e^{ay}
    NodeSum sum_;      // of the capped losses, at a - 1
    // The atom beside which the nodes are taken: log of its mass, and its place.
    struct Atom {
        Bracket log_mass, place;
    };
    std::optional<Atom> atom_;
};

}  // namespace mizan::inversion

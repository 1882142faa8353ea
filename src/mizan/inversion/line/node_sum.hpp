// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "mizan/inversion/line/composition.hpp"
#include "mizan/numeric/filter.hpp"

namespace mizan::inversion {

/// The sum of a trapezoidal rule on the line Re s = c: with F(s) = M(s) e^{-sε}/(s(s+1)),
///
///     (h/2π) Σ_{|k|<N} F(c + ikh) ψ(kh),
///
/// where ψ is 1 or a filter. The nodes are computed once and serve every ε.
class NodeSum {
public:
    NodeSum() = default;
    NodeSum(const Composition& parts, const Tilted& tilted, double c, double step,
            std::size_t nodes, const Filter* filter = nullptr);

    /// The same of F - F_0, where F_0 belongs to a law on the line: M_0(c + iω) is
    /// M(c) e^{iω·centre - variance·ω²/2}. Where nearly all losses are near the centre little is
    /// left, and as little rounds.
    static NodeSum beside_normal(double variance, const Composition& parts, const Tilted& tilted,
                                 double c, double step, std::size_t nodes,
                                 const Filter* filter = nullptr);

    /// How many times the usual work so many nodes take. Infinite if that is more than the question
    /// has left.
    [[nodiscard]] static double patience_for(const Composition& parts, double work_per_node,
                                             std::size_t nodes);

    /// Empty where ε is so far from the centre of the losses that rounding leaves no digit of the
    /// phases.
    [[nodiscard]] std::optional<Bracket> at(double epsilon) const;

    /// The same in plain numbers, with the derivative by ε: for searching.
    struct Estimate {
        double value;
        double slope;
    };
    [[nodiscard]] std::optional<Estimate> estimate(double epsilon) const;

    /// e^{K(c) - cε}.
    [[nodiscard]] Bracket scale(double epsilon) const;
    [[nodiscard]] Bracket log_scale(double epsilon) const;

    [[nodiscard]] Bracket log_moment() const { return log_moment_; }
    [[nodiscard]] double centre() const { return centre_.middle(); }
    [[nodiscard]] Bracket exact_centre() const { return centre_; }
    [[nodiscard]] std::size_t size() const { return real_.size(); }
    [[nodiscard]] bool finite() const;

private:
    // log Φ at all nodes, K(c) and the centre.
    struct LogPhi;
    [[nodiscard]] LogPhi take(const Composition& parts, const Tilted& tilted, std::size_t nodes);

    // Takes in the sizes of the terms from `begin` on, and what they are off.
    void count(std::size_t begin, std::span<const double> modulus, std::span<const double> error);
    // Once all are counted.
    void close();

    [[nodiscard]] bool is_out_of_reach(double shift) const;

    double c_ = 0, step_ = 0;
    Bracket log_moment_ = 0;  // K(c)
    Bracket centre_ = 0;

    // Node k contributes the real part of (real + i·imag) e^{iω_k (centre - ε)}, ω_k = k·step.
    std::vector<double> real_, imag_;
    double modulus_sum_ = 0;  // Σ |real + i·imag|
    double error_ = 0;        // bound of the error of Σ, and
    double phase_error_ = 0;  // per unit of |centre - ε|
};

}  // namespace mizan::inversion

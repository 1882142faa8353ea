// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/inversion/line/line.hpp"
#include "mizan/numeric/precise.hpp"

namespace mizan::inversion {

/// δ(ε) by the same sum as Line, in arithmetic of thirty digits: for those who want every digit of
/// an answer, and for compositions in which rare losses are so large that M(c) e^{-cε} is millions
/// of times δ on every line, and all but the last digits of the sum cancel.
///
/// Theorem    Mizan26 L5: the profile where nearly all cancels
/// States     Let φ(kh) = Σ_j v_j y_j^k / Σ_j v_j over J points with |y_j| ≤ 1, and let numbers be
///            pairs of doubles, υ = 2^-102, in which the v_j are known up to a_jυ and the y_j up to
///            b_jυ, relatively. Then φ(kh) is computed up to 1.01 υ (2 Σ|v_j| (a_j + 129 + J/8) + k
///            Σ|v_j| (b_j + 2)) / Σ v_j + 4υ
/// Needs      errors of weights and turns below 10^-20; no number near the ends of the doubles
/// Guarantee  upper bound of the error, which with those of T1 is inside the bracket
/// Source     Mizan26 (docs/proofs/floating-point.md, with proof)
/// Test       SampledGaussianLoss.PreciseCharacteristicFunctionIsWithinItsError
class PreciseLine {
public:
    /// As Line::along, with at most so many nodes for all parts together. Empty also where a part
    /// does not offer its transform in this arithmetic.
    static std::optional<PreciseLine> along(const Composition& parts, const Contour& contour,
                                            double tolerance, std::size_t max_nodes);

    /// δ(ε) for any finite ε, negative ones too.
    [[nodiscard]] Bracket delta(double epsilon) const;

    /// The same in plain numbers, with the derivative: for searching.
    [[nodiscard]] Line::Estimate estimate(double epsilon) const;

    [[nodiscard]] double c() const { return c_; }
    [[nodiscard]] std::size_t nodes() const { return term_.size(); }

private:
    PreciseLine() = default;

    struct Sums {
        DoubleDouble value, slope;  // Σ Re F e^{iω(centre - ε)}, and of -s times that
        double error;               // of value
    };
    [[nodiscard]] Sums sums(double epsilon) const;

    double c_ = 0, step_ = 0;
    Bracket infinite_mass_ = 0;
    Precise base_;        // to which the integral is added
    Precise log_moment_;  // K(c)
    Aliases aliases_{0, 1, 0, 0, 0};
    DoubleDouble centre_;
    double centre_error_ = 0;
    double tail_ = 0;  // what the nodes left out, over e^{K(c) - cε}

    std::vector<ComplexDoubleDouble> term_;  // Φ/(s(s+1)) at the nodes, half of it at 0
    double error_ = 0;                       // bound of the error of Σ
    double size_ = 0, node_size_ = 0;        // Σ|term| and Σ k|term|
};

}  // namespace mizan::inversion

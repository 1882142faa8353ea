// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "mizan/numeric/bracket.hpp"

namespace mizan {

/// A low-pass filter that leaves every polynomial of degree below 2·order as it is:
///
///     ψ(ω) = e^{-y} Σ_{j<order} y^j/j!,   y = (width·ω)²/2,
///
/// the transform of a kernel k(t) = φ(t/width) P(t/width)/width with the normal density φ and
/// P = Σ_{j<order} (-1)^j He_{2j}/(2^j j!). ψ falls from 1 to 0; k is not positive.
class Filter {
public:
    /// Beyond these its values lose their digits.
    static constexpr double most_order = 128, most_exponent = 600;

    /// The share of the radius of a disc of analyticity up to which a Taylor polynomial is used.
    static constexpr double inner_share = 0.95;

    /// Needs width > 0, 1 ≤ order ≤ most_order.
    Filter(double width, std::size_t order);

    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] std::size_t order() const { return order_; }

    /// The frequency at which y is `most_exponent`.
    [[nodiscard]] double farthest() const;

    /// Multiplies values[k] by ψ(k·step), and adds to errors[k] a bound of the relative error. No
    /// frequency may lie beyond `farthest`.
    void apply(double step, std::span<double> values, std::span<double> errors) const;

    /// About the y from which on a filter of this order is below e^{-drop}.
    [[nodiscard]] static double exponent_for(double order, double drop);

    /// An upper bound of ψ(v) for all v ≥ ω.
    [[nodiscard]] double bound(double omega) const;

    /// log of (∫ P² φ)^{1/2}, so that ∫ |k f| ≤ e^{log_norm} (E f(width·Z)²)^{1/2}, Z normal.
    [[nodiscard]] Bracket log_norm() const { return log_norm_; }

    /// log of (E Z^{4·order})^{1/2}.
    [[nodiscard]] Bracket log_remainder_moment() const { return log_remainder_moment_; }

    /// log of a bound of |∫ e^{-ct} k(t) dt - 1|.
    [[nodiscard]] Bracket log_tilt_error(double c) const;

private:
    double width_;
    std::size_t order_;
    Bracket log_norm_ = 0, log_remainder_moment_ = 0, log_factorial_ = 0;
};

}  // namespace mizan

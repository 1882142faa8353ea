// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan::inversion {

/// A point of a quadrature rule for the law of a loss under P. Errors are in units u = 2^-53.
struct LossPoint {
    double loss;          ///< Λ
    double log_weight;    ///< log of the weight v under P
    double weight;        ///< v; may underflow where log_weight does not
    double dual_weight;   ///< v e^{-Λ}, the weight under Q
    double loss_error;    ///< absolute
    double weight_error;  ///< relative, for both weights; absolute for log_weight
};

/// As many natural digits of K(c), -log of its relative error, as doubles keep and one or two more.
inline constexpr double all_digits = 38;

/// Many points, side by side.
struct LossColumns {
    const double *loss, *weight, *dual_weight, *loss_error, *weight_error;
    std::size_t size;
};

/// Of the law that has these losses with weights e^{log_weight}, which may exceed a double.
[[nodiscard]] Cumulants cumulants_of(std::span<const double> losses,
                                     std::vector<double> log_weights);

/// M(c) - 1 as a sum over points, without cancellation. Because E_P[e^{-Λ}] = 1,
///
///     M(c) - 1 = E_P[ρ(cΛ) + c ρ(-Λ)],       ρ(y) = e^y - 1 - y ≥ 0,
///
/// and all terms have the same sign. The two parts of a term differ in sign if c < 0; they are then
/// at most three times as large as their sum, as long as c ≥ -1/2.
class MomentSum {
public:
    /// `shift` is taken off every exponent; 0 unless M(c) is near the end of doubles.
    MomentSum(double c, double shift) : c_{c}, shift_{shift} {}

    struct Tilted {
        double weight;  ///< v e^{cΛ - shift}
        double error;   ///< relative, in units u
    };
    Tilted add(const LossPoint& point);

    /// The same for many, all at once; only their tilted weights are told. False, and nothing is
    /// done, where a shift is taken off or some |cΛ| is so large that this does not work.
    [[nodiscard]] bool add(const LossColumns& points, double* tilted);

    /// K(c), if the exact sum over all points differs from M(c) - 1 by at most `omitted`, and the
    /// sum of the tilted weights from e^{-shift} M(c) by at most `omitted_share` of it. The whole
    /// line where errors are so large that their products count.
    [[nodiscard]] Bracket log_moment(double omitted, double omitted_share) const;

    /// The sum of the tilted weights.
    [[nodiscard]] double total() const { return total_; }

    /// What one point adds to the sums.
    struct Terms {
        double tilted, tilted_error;  ///< v e^{cΛ - shift}, its relative error
        double excess, size, error;   ///< of M(c) - 1; the sum of the moduli of its parts
    };

private:
    void add(const Terms& terms);

    double c_, shift_;
    double excess_ = 0, excess_rest_ = 0;        // M(c) - 1
    double excess_size_ = 0, excess_error_ = 0;  // Σ|terms|, their errors in u
    double total_ = 0, total_error_ = 0;         // e^{-shift} M(c)
    double points_ = 0;
    double largest_error_ = 0;  // of a tilted weight
};

}  // namespace mizan::inversion

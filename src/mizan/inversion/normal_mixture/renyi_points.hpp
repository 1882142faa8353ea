// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "mizan/units/doubles.hpp"

namespace mizan::inversion {

/// Points x = k·step, k = first, first + 1, …, of a trapezoidal rule for a sampled Gaussian when a
/// record goes, to some 20 digits: the loss Λ = log w(x) and the weight v = w(x) e^{-x²/2σ²},
/// relative to h/(σ√(2π)). Orders of Rényi divergence share them; docs/proofs/floating-point.md has
/// the errors.
class RenyiPoints {
public:
    /// Losses beyond this cannot be told apart by doubles.
    static constexpr double largest_exponent = largest_exponent_in_product;

    /// Numbers of points are best multiples of this.
    static constexpr std::size_t rounded_to = 16;

    /// At least `size` points, rounded up. 2^-300 ≤ q ≤ 1 - 2^-30, and no z = (2x - 1)/2σ² beyond
    /// largest_exponent.
    RenyiPoints(double q, double sigma, double step, double first, std::size_t size);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] double loss(std::size_t j) const { return *at(loss_high, j) + *at(loss_low, j); }
    [[nodiscard]] double log_weight(std::size_t j) const { return *at(log_weight_high, j); }

    /// Some of the points.
    struct Range {
        std::size_t begin, size;
    };

    struct Remainders {
        double sum;      ///< Σ v ρ(cΛ), ρ(y) = e^y - 1 - y
        double squares;  ///< Σ v e^{cΛ} (q (1 + e^z)/w)², roughly
    };
    /// For |cΛ| ≤ largest_exponent. Weights below e^-largest_exponent count as 0.
    [[nodiscard]] Remainders remainders(double c, Range range) const;

    /// Σ v e^{cΛ - shift}.
    [[nodiscard]] double powers(double c, double shift, Range range) const;

    /// The relative error of `remainders` and `powers` of so many points, in units u = 2^-53. The
    /// error of the exponents comes on top of it for `powers`.
    [[nodiscard]] static double error(std::size_t points) {
        return 21 + static_cast<double>(points) / 64;
    }

private:
    // Pairs of numbers, the first one of a loss to 26 bits.
    enum Column { loss_high, loss_low, log_weight_high, log_weight_low, weight, square, columns };
    [[nodiscard]] const double* at(Column column, std::size_t j) const {
        return table_.data() + static_cast<std::size_t>(column) * size_ + j;
    }

    std::size_t size_;
    std::vector<double> table_;  // column by column
};

}  // namespace mizan::inversion

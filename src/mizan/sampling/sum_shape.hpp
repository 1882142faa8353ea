// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace mizan {

/// A rough description of the law of a sum of likelihood ratios, minus their number. It only serves
/// to make good grids; no bound rests on it.
struct SumShape {
    /// Points are no closer than these shares of themselves and of the spread: nearer ones could
    /// not be told apart by rounded numbers.
    static constexpr double least_relative_gap = 1e-8, least_share_of_spread = 1e-3;

    double copies;     ///< how many ratios; all values are at least minus that
    double low, high;  ///< a little outside of all values
    double centre;     ///< the median
    double spread;     ///< as a standard deviation, from the quartiles

    /// From the smallest and the largest value, and some values that are as likely as each other.
    [[nodiscard]] static SumShape of(double copies, double lowest, double highest,
                                     std::vector<double> values);

    /// log((copies + centre) / (copies + x)). In the place of a smaller copies + x,
    /// `least_relative_gap`·copies is taken.
    [[nodiscard]] double depth(double x) const;

    /// The least distance of two points at x.
    [[nodiscard]] double least_gap(double x) const;

    /// How far apart points should be at x if there are about `half` below and above the centre
    /// each: there as dense as the spread, outside in proportion to the distance, below in the
    /// logarithm of the sum. Nowhere so close that rounding could not tell them apart.
    class Spacing;
};

class SumShape::Spacing {
public:
    Spacing(const SumShape& shape, double half);

    [[nodiscard]] double operator()(double x) const;

private:
    const SumShape& shape_;
    double step_below_ = 0, step_above_ = 0;  // of the inverse hyperbolic sine of the distance
};

/// So many values of equal weight of a law on points in order, or one.
[[nodiscard]] std::vector<double> quantiles(std::span<const double> at,
                                            std::span<const double> weight, double count);

/// The sums of any of these and any of those.
[[nodiscard]] std::vector<double> sums_of(std::span<const double> some,
                                          std::span<const double> others);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/inversion/normal_mixture/sampled_gaussian_grid.hpp"

namespace mizan::inversion {

/// Cumulants in plain numbers for searches, which ask for them at many c: one grid serves them all
/// up to where most searches end.
class SampledGaussianSearch {
public:
    /// For this q, sigma and direction.
    explicit SampledGaussianSearch(const SampledGaussianTilt& tilt);

    [[nodiscard]] Cumulants cumulants(double c) const;

private:
    struct Table {
        std::vector<double> log_w, up;  // up = w - 1
        std::vector<double> weight;     // under the law without the record

        // Whether a plain sum can hold w^order.
        [[nodiscard]] bool holds(double order) const;
    };
    [[nodiscard]] Table table_on(const SampledGaussianGrid& grid) const;

    SampledGaussianTilt tilt_;
    Table table_;
    double largest_c_ = -2;  // for which the table will do
};

/// K(c) of a sampled Gaussian, good to about e^{-digits} of itself apart from rounding; the whole
/// line where the grid cannot tell.
[[nodiscard]] Bracket log_moment(const SampledGaussianTilt& tilt, double digits);

/// So few digits of K(c) that a grid has few points, and so many that a bound is not far off.
inline constexpr double few_digits = 10;

/// The law of the loss on a grid, tilted by e^{cL}.
struct TiltedGrid {
    TiltedGrid(const SampledGaussianTilt& tilt, const SampledGaussianGrid& grid);

    SampledGaussianGrid grid;
    DensityRatios ratio;
    std::vector<double> weight;  ///< e^{-shift} times the weight
    double shift = 0;            ///< not 0 only if M(c) is near the end of doubles
    double omitted_twice = 2;    ///< bound of what the rule leaves out of E[w^α r²] and its like
    Bracket log_moment = Bracket::whole_line();
};

/// A grid for K(c) and for the bound on decay, which needs no more points.
[[nodiscard]] SampledGaussianGrid grid_for_moments(const SampledGaussianTilt& tilt, double digits,
                                                   double strip_digits);

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <optional>

#include "mizan/numeric/filter.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// A disc in which a profile is analytic, and the filter that lets the nodes of its line end
/// earliest.
struct FilterCut {
    double reach;  ///< radius of the disc
    double width, order;
    double last;  ///< frequency at which the filter has fallen far enough
};

/// Which discs and filters are tried.
struct CutSearch {
    double beyond;  ///< the distance from the centre of the disc to the least loss
    /// Radii go down to this share of it: where nearly all losses are next to the least one, small
    /// discs are best.
    double least_share;
    double least_order;
    double wanted;               ///< errors may be e^{-wanted}
    double drop;                 ///< at the last node the filter has to be e^{-drop}
    double farthest = infinity;  ///< no disc is larger
};

/// The best cut; empty where every disc needs a filter of too high an order. log_growth(r) bounds
/// the logarithm of the profile on the disc with radius r.
[[nodiscard]] std::optional<FilterCut> best_filter_cut(
    const CutSearch& search, const std::function<double(double)>& log_growth);

/// The work that a line with a filter may take, over the usual: nothing else is as narrow for few
/// runs.
inline constexpr double filtered_patience = 20;

/// The lowest frequency between `low` and `high`, to three percent, from which on the nodes may be
/// left out: left_out, which falls, is at most `wanted` there.
template <class LeftOut>
double earliest_end(double low, double high, double wanted, LeftOut left_out) {
    constexpr double close = 1.03;
    while (high > close * low) {
        const double middle = std::sqrt(low * high);
        (left_out(middle) <= wanted ? high : low) = middle;
    }
    return high;
}

}  // namespace mizan::inversion

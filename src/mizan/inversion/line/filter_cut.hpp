// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "mizan/numeric/filter.hpp"

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
    double wanted;  ///< errors may be e^{-wanted}
    double drop;    ///< at the last node the filter has to be e^{-drop}
};

/// The best cut; empty where every disc needs a filter of too high an order. log_growth(r) bounds
/// the logarithm of the profile on the disc with radius r.
[[nodiscard]] std::optional<FilterCut> best_filter_cut(
    const CutSearch& search, const std::function<double(double)>& log_growth);

}  // namespace mizan::inversion

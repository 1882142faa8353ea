// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/filter_cut.hpp"

#include <algorithm>
#include <cmath>

namespace mizan::inversion {

namespace {

// Radii fall from nearly the whole distance to the least loss by an eighth each. A finer search may
// end a line a little earlier and takes longer itself; the bound holds at every radius. Beyond the
// largest radius the bound of T3 grows without measure (it has a pole at √2).
constexpr double first_share = 0.92, ratio_of_shares = 0.87, largest_radius = 1.2;

// With an order that exceeds wanted + log_growth by this much, the filter's own error is e^{-4.5}
// of the error that is allowed.
constexpr double order_to_spare = 4.5;

// The exponent at the last node stays so far below that at which a filter loses its digits.
constexpr double share_of_most_exponent = 0.9;

}  // namespace

std::optional<FilterCut> best_filter_cut(const CutSearch& search,
                                         const std::function<double(double)>& log_growth) {
    std::optional<FilterCut> best;
    for (double share = first_share; share > search.least_share; share *= ratio_of_shares) {
        const double r = std::min({share * search.beyond, search.farthest, largest_radius});
        const double order =
            std::max(search.least_order, std::ceil(search.wanted + log_growth(r) + order_to_spare));
        if (!(order <= Filter::most_order)) continue;
        // With this width what the filter does to the profile is below e^{growth - order}
        // (docs/proofs/few-runs.md).
        const double width = Filter::inner_share * r / (2 * std::sqrt(order));
        const double exponent = Filter::exponent_for(order, search.drop);
        const double last = std::sqrt(2 * exponent) / width;
        if (exponent < share_of_most_exponent * Filter::most_exponent &&
            (!best || last < best->last)) {
            best = {r, width, order, last};
        }
    }
    return best;
}

}  // namespace mizan::inversion

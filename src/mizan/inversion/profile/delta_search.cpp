// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/delta_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/inversion/profile/filtering.hpp"
#include "mizan/inversion/profile/from_below.hpp"
#include "mizan/inversion/profile/precise_search.hpp"
#include "mizan/inversion/profile/smoothing.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan::inversion {

namespace {

// No line tells anything of a δ whose logarithm is smaller: no double holds the numbers it needs.
constexpr double least_log_delta = -largest_exponent_in_product;

// A second filtered line is made near the place that the first has found. If filtered lines leave
// the answer no wider than this multiple of its aim, no smoothed line is made, because it would be
// as wide.
constexpr int filtered_rounds = 2;
constexpr double times_content_is_filtered = 1e3;

// Narrows the answer by filtered lines, of which `instead` is the first; true if that is enough.
bool narrow_by_filtered(LineStock& stock, const Contour& contour,
                        std::optional<FilteredContour> instead, double epsilon, Bracket& best) {
    const double content = stock.aim.content;
    for (int round = 0; instead && round < filtered_rounds; ++round) {
        auto line =
            FilteredLine::along(stock.parts, *instead, Tolerance::filtered, NodeLimits::most);
        if (!line) break;
        best = intersect(best, line->delta(epsilon));
        stock.filtered_lines.remember(*std::move(line));
        if (relative_width(best) < content || !(best.middle() > 0)) return true;
        instead = filtered(stock.parts, contour, plain::log(best.middle()), Tolerance::filtered);
    }
    return !stock.filtered_lines.empty() &&
           relative_width(best) < times_content_is_filtered * content;
}

void search_within(LineStock& stock, double patience, double epsilon, Bracket& best) {
    stock.needed = 0;
    const Composition& parts = stock.parts;
    const double content = stock.aim.content, tolerance = tolerance_for(parts, content);
    const auto contour = stock.contour_at(epsilon, tolerance);
    if (!contour) return;
    if (contour->log_value < least_log_delta) {
        best.upper = std::max(best.lower, std::min(best.upper, stock.chernoff_bound(epsilon)));
        return;
    }
    const double about = plain::exp(contour->log_value);
    if (suits_sight_from_below(stock, *contour, about)) {
        best = delta_from_below(stock, epsilon, about, best);
        if (relative_width(best) <= enough_from_below(content)) return;
    }
    if (auto line = stock.lattice_line(*contour, tolerance)) {
        best = intersect(best, line->delta(epsilon));
        stock.lattice_lines.remember(*std::move(line));
        if (relative_width(best) < content) return;
    }
    const auto instead = filtered(parts, *contour, contour->log_value, Tolerance::filtered);
    if (auto line = Line::along(parts, *contour, tolerance, nodes_worth_trying(instead), patience,
                                &stock.needed)) {
        best = intersect(best, line->delta(epsilon));
        stock.lines.remember(*std::move(line));
        if (!(relative_width(best) < content)) best = precise_delta(stock, epsilon, best);
        return;
    }
    if (const Bracket precise = precise_delta(stock, epsilon, best); precise.upper < best.upper) {
        best = precise;
        return;
    }
    if (narrow_by_filtered(stock, *contour, instead, epsilon, best)) return;
    // The first try has made this smoothed line already.
    const bool is_again = patience > patience_for(parts, stock.aim.is_patient).usual;
    if (is_again || !stock.aim.is_smoothed) return;
    if (auto smoothed =
            smoothed_along(parts, *contour, smoothed_width(content), stock.aim.smoothing)) {
        best = intersect(best, smoothed->line.delta(epsilon));
        stock.smoothed_lines.remember(std::move(smoothed->line));
    }
}

}  // namespace

void search_delta(LineStock& stock, double epsilon, Bracket& known) {
    const Patience patience = patience_for(stock.parts, stock.aim.is_patient);
    search_within(stock, patience.usual, epsilon, known);
    const bool is_wide = !(relative_width(known) <= patience.wide);
    if (is_wide && stock.goes_on(patience.times)) {
        search_within(stock, patience.times, epsilon, known);
    }
    if (!(relative_width(known) <= Widths::left_wide)) {
        known = delta_from_below(stock, epsilon, known.upper, known);
    }
}

}  // namespace mizan::inversion

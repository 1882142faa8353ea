// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/filtering.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/profile/effort.hpp"
#include "mizan/inversion/profile/root_of_curve.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

// A filter may help for at most so many runs; the transform of more runs decays soon enough.
constexpr double few_runs = 100;

// A plain line is preferred if it takes at most so many times as many nodes as a filtered one,
// because its errors are smaller.
constexpr double times_filtered = 2;

// At most so many rough lines lead to the place of a filtered line. They end when it moves by less
// than this share of itself.
constexpr int most_rounds = 5;
constexpr double close = 0.02;

}  // namespace

std::optional<FilteredContour> filtered(const Composition& parts, const Contour& contour,
                                        double log_delta, double tolerance) {
    if (runs_of(parts) > few_runs) return std::nullopt;
    return filtered_contour(parts, contour, log_delta, tolerance);
}

std::size_t nodes_worth_trying(const std::optional<FilteredContour>& instead) {
    constexpr auto most = static_cast<double>(NodeLimits::most);
    return static_cast<std::size_t>(instead ? std::min(most, times_filtered * instead->nodes())
                                            : most);
}

std::optional<FilteredLine> filtered_near(const Composition& parts, Contour contour, double delta,
                                          double tolerance) {
    for (int round = 0; round < most_rounds; ++round) {
        const auto rough = filtered_contour(parts, contour, plain::log(delta), Tolerance::rough);
        if (!rough) break;
        const auto line = FilteredLine::along(parts, *rough, Tolerance::rough, NodeLimits::most);
        if (!line) break;
        const double last = contour.epsilon;
        const double epsilon = near_root(*line, last, delta, 0, RoughLine::precision).epsilon;
        const auto next = contour_at_epsilon(parts, epsilon, tolerance, contour.saddle);
        if (!next || !(next->c > 0)) break;
        contour = *next;
        if (std::abs(epsilon - last) < close * epsilon) break;
    }
    const auto there = filtered(parts, contour, plain::log(delta), tolerance);
    if (!there) return std::nullopt;
    return FilteredLine::along(parts, *there, tolerance, NodeLimits::most);
}

}  // namespace mizan::inversion

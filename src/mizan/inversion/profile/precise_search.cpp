// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/precise_search.hpp"

#include <algorithm>
#include <utility>

#include "mizan/inversion/profile/root_of_curve.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double least_runs = 1000;

// Each line begins at the place that the line before has found. With fewer rounds an answer may
// stay wider.
constexpr int most_rounds = 3;

// A larger δ counts as this much, because hardly a digit of it cancels.
constexpr double largest_delta = 0.1;

// The line for a δ whose digits cancel, about `delta` at `epsilon`.
std::optional<PreciseLine> line_at(const LineStock& stock, double epsilon, double delta) {
    const auto contour =
        contour_for_cancellation(stock.parts, epsilon, delta, Tolerance::precise, stock.saddle);
    if (!contour) return std::nullopt;
    return PreciseLine::along(stock.parts, *contour, Tolerance::precise, NodeLimits::precise);
}

}  // namespace

bool suits_precision(const Composition& parts) {
    double runs = 0;
    for (const Part& part : parts) runs += part.loss->is_precise() ? part.count : -infinity;
    return runs >= least_runs && parts.size() <= most_precise_parts;
}

Bracket precise_delta(LineStock& stock, double epsilon, Bracket known) {
    if (!suits_precision(stock.parts)) return known;
    for (int round = 0; round < most_rounds; ++round) {
        const double guess = std::min(known.upper, largest_delta);
        if (!(guess > 0) || !stock.cancels(epsilon, guess)) break;
        auto line = line_at(stock, epsilon, guess);
        if (!line) break;
        known = intersect(known, line->delta(epsilon));
        stock.precise_lines.remember(*std::move(line));
        if (relative_width(known) < stock.aim.content) break;
    }
    return known;
}

Bracket precise_epsilon(LineStock& stock, double delta, Bracket known) {
    const double above = delta - stock.infinite_mass.upper, never = stock.infinite_mass.middle();
    if (!suits_precision(stock.parts)) return known;
    for (int round = 0; round < most_rounds; ++round) {
        // On the line for ε = 0 no ε cancels by more than 1/δ.
        const double guess = is_located(known) ? known.middle() : 0;
        if (!stock.cancels(guess, above)) break;
        auto line = line_at(stock, guess, above);
        if (!line) break;
        known = narrowed(known, *line, guess, delta, never);
        stock.precise_lines.remember(*std::move(line));
        if (known.width() <= stock.aim.content * known.upper) break;
    }
    return known;
}

std::optional<PreciseLine> verifying_line(LineStock& stock, double epsilon, double delta) {
    const bool hidden = delta < largest_delta && stock.cancels(epsilon, delta);
    const auto contour = hidden ? contour_for_cancellation(stock.parts, epsilon, delta,
                                                           Tolerance::verified, stock.saddle)
                                : stock.contour_at(epsilon, Tolerance::verified);
    if (!contour) return std::nullopt;
    return PreciseLine::along(stock.parts, *contour, Tolerance::verified, NodeLimits::precise);
}

}  // namespace mizan::inversion

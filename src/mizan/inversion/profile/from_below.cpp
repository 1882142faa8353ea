// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/from_below.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "mizan/inversion/profile/precise_search.hpp"
#include "mizan/inversion/profile/root_of_curve.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

// Rare losses dominate a line if its saddle lies beyond this share of the tilt from which on K
// grows very fast.
constexpr double share_of_steepest = 0.8;

// If losses are spread wider than this, other lines have few nodes.
constexpr double widest_spread = 0.02;

// Rounding hides about so much of δ for every unit of √runs times the spread. Of a single mechanism
// other lines lose about the second number, whatever the spread is. Of several mechanisms, for
// which others are wide, rounding may hide the third number, as a share of δ.
constexpr double rounding_of_spread = 1e-12, rounding_of_others = 1e-14;
constexpr double most_rounding_of_several = 1e-6;

// Answers narrower than this are good enough.
constexpr double enough = 1e-6;

// No line is made for an answer that is so many times narrower than rounding makes a line that is
// there.
constexpr double times_hidden = 3;

// A guess of δ is limited to this value, because lines from below are made for a small δ. It is
// corrected as long as each correction halves it.
constexpr double largest_guess = 0.1, halved = 0.5;
constexpr int most_rounds = 4;

bool is_ruled_by_rare_losses(const Composition& parts, double saddle) {
    return std::ranges::any_of(parts, [&](const Part& part) {
        return saddle > share_of_steepest * part.loss->steepest_tilt();
    });
}

// About the ε at which δ is `target`, if the loss is normal.
double guess_from_below(const LineStock& stock, double target) {
    return stock.spread() * std::sqrt(-2 * plain::log(target));
}

// About what rounding hides of δ.
double rounding_from_below(const LineStock& stock) {
    return rounding_of_spread * std::sqrt(runs_of(stock.parts)) * stock.spread();
}

// Whether rounding hides what a new line half way between the poles would tell: it is at least
// about as wide as a line that is there already.
bool is_hidden_in_the_middle(const LineStock& stock, double epsilon, Bracket known) {
    return rounding_from_below(stock) > known.upper ||
           std::ranges::any_of(stock.middle_lines, [&](const MiddleLine& line) {
               return line.rounding(epsilon) > times_hidden * known.width();
           });
}

}  // namespace

bool suits_sight_from_below(const LineStock& stock, const Contour& contour, double delta) {
    const Composition& parts = stock.parts;
    if (!is_ruled_by_rare_losses(parts, contour.saddle) || suits_precision(parts)) return false;
    if (!(stock.spread() < widest_spread)) return false;
    return rounding_from_below(stock) <=
           (parts.size() > 1 ? most_rounding_of_several * delta : rounding_of_others);
}

double enough_from_below(double content) { return std::max(content, enough); }

Bracket delta_from_below(LineStock& stock, double epsilon, double guess, Bracket known) {
    if (!(epsilon >= 0) || rounding_from_below(stock) > guess) return known;
    // The first guess may be far above δ. The line that it leads to gives a better one.
    const auto narrow_by = [&](auto& lines, auto line_for) {
        double delta = std::min(guess, largest_guess);
        for (int round = 0; round < most_rounds && delta > 0; ++round) {
            auto line = line_for(delta);
            if (!line) break;
            known = intersect(known, line->delta(epsilon));
            const bool is_hidden = line->rounding(epsilon) > known.upper;  // from a finer line, too
            lines.remember(*std::move(line));
            const double last = std::exchange(delta, known.middle());
            if (is_hidden || relative_width(known) < stock.aim.content || delta > halved * last) {
                break;
            }
        }
    };
    if (const auto samples = SmallSamples::of(stock.parts)) {
        narrow_by(stock.shortfall_lines, [&](double delta) {
            return ShortfallLine::at(*samples, epsilon, delta, Tolerance::filtered);
        });
    } else {
        // Where δ is much smaller than a line would show, this bound tells so at once.
        if (known.upper == 1) known = intersect(known, {0, stock.chernoff_bound(epsilon)});
        narrow_by(stock.middle_lines, [&](double delta) -> std::optional<MiddleLine> {
            if (is_hidden_in_the_middle(stock, epsilon, known)) return std::nullopt;
            return MiddleLine::at(stock.parts, epsilon, delta, Tolerance::filtered);
        });
    }
    return known;
}

Bracket epsilon_from_below(LineStock& stock, double target, Bracket known) {
    if (rounding_from_below(stock) > target) return known;
    const double guess = is_located(known) ? known.middle() : guess_from_below(stock, target);
    const double tolerance = filtered_tolerance_for(stock.aim.content);
    const auto narrow_by = [&](auto& lines, auto line) {
        if (!line) return;
        known = narrowed(known, *line, line->epsilon(), target, 0);
        lines.remember(*std::move(line));
    };
    if (const auto samples = SmallSamples::of(stock.parts)) {
        narrow_by(stock.shortfall_lines, ShortfallLine::near(*samples, guess, target, tolerance));
    } else {
        narrow_by(stock.middle_lines, MiddleLine::near(stock.parts, guess, target, tolerance));
    }
    return known;
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mizan/inversion/profile/delta_search.hpp"
#include "mizan/inversion/profile/effort.hpp"
#include "mizan/inversion/profile/epsilon_search.hpp"
#include "mizan/inversion/profile/from_below.hpp"
#include "mizan/inversion/profile/precise_search.hpp"
#include "mizan/inversion/profile/root_of_curve.hpp"
#include "mizan/inversion/profile/smoothing.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

// How little work `keeps` takes. A line on a lattice may have so many times as many nodes as
// another. If δ seems to exceed the target by more than e^surplus, no line is tried. A smoothed
// line has this relative width, and is tried only if ε is farther from the answer than so many
// widths.
constexpr std::size_t times_few_on_lattice = 16;
constexpr double surplus = 0.2, rough_smoothing = 1e-3, widths_away = 3;

}  // namespace

Profile::Profile(Composition parts, Aim aim) : stock_(std::move(parts), aim) {}

void Profile::aim_at(Aim aim) {
    stock_.aim = aim;
    stock_.is_too_dear = false;
    stock_.is_exhausted = false;
}

Bracket Profile::delta(double epsilon) {
    const Bracket infinite_mass = stock_.infinite_mass;
    if (stock_.parts.empty()) return -expm1(Bracket(std::min(epsilon, 0.0)));  // no loss at all
    if (epsilon == infinity || epsilon >= largest_loss(stock_.parts)) return infinite_mass;
    Bracket best(infinite_mass.lower, 1);
    if (stock_.aim.negligible > 0 && epsilon > 0) {
        best.upper = std::min(1.0, stock_.chernoff_bound(epsilon));
        if (best.upper - infinite_mass.upper <= stock_.aim.negligible) return best;
    }
    return stock_.latest_tell(epsilon, best) ? best : searched_delta(stock_, epsilon, best);
}

Bracket Profile::delta(double epsilon, const compose::Atom& atom) {
    Bracket best = delta(epsilon);
    for (const SmoothedLine& line : stock_.smoothed_lines) {
        best = intersect(best, line.delta(epsilon, atom));
    }
    return best;
}

Bracket Profile::epsilon(Delta delta) {
    if (stock_.parts.empty()) return 0;
    const double target = delta.value(), above = target - stock_.infinite_mass.upper;
    if (stock_.infinite_mass.lower > target) return infinity;
    if (!(above > 0)) return {0, infinity};
    if (target >= 1) return 0;
    // δ(0) is at most 1 - e^{-L} plus the infinite mass, where L is the largest finite loss.
    if ((stock_.infinite_mass - expm1(-Bracket(largest_loss(stock_.parts)))).upper <= target)
        return 0;

    // For a large δ the answer may be 0.
    if (target > large_delta && this->delta(0).upper <= target) return 0;
    Bracket found = EpsilonSearch(stock_, target).run(known_epsilon(delta));
    if (!(relative_width(found) <= Widths::left_wide))
        found = epsilon_from_below(stock_, target, found);
    latest_ = {target, found};
    return found;
}

Bracket Profile::known_epsilon(Delta delta) const {
    return latest_ && latest_->delta == delta.value() ? latest_->epsilon : Bracket(0, infinity);
}

double Profile::estimated_epsilon(Delta delta) {
    const double above = delta.value() - stock_.infinite_mass.middle();
    const Bracket known = known_epsilon(delta);
    if (known.upper < infinity) return known.middle();
    const auto guess = above > 0 && above < 1 ? guess_at_delta(stock_.parts, above) : std::nullopt;
    if (!guess) return std::numeric_limits<double>::quiet_NaN();
    stock_.saddle = std::max(0.0, guess->saddle);
    return guess->epsilon;
}

bool Profile::keeps(double epsilon, Delta delta) {
    const double target = delta.value(), above = target - stock_.infinite_mass.upper;
    if (epsilon >= largest_loss(stock_.parts)) return above >= 0;
    if (!(above > 0)) return false;
    if (known_epsilon(delta).upper <= epsilon) return true;
    const auto chernoff = stock_.chernoff_at(epsilon);
    if (!chernoff) return false;
    if (chernoff->log_bound < plain::log(above) && stock_.bound_at(*chernoff, epsilon) <= target)
        return true;
    // If δ seems to be larger than the target, no line will show that it is not.
    if (chernoff->log_value > plain::log(above) + surplus) return false;
    const auto contour = stock_.contour_at(epsilon, Tolerance::rough);
    if (!contour) return false;
    if (const auto line = stock_.lattice_line(*contour, Tolerance::rough,
                                              times_few_on_lattice * NodeLimits::few)) {
        return line->delta(epsilon).upper <= target;
    }
    if (const auto line = Line::along(stock_.parts, *contour, Tolerance::rough, NodeLimits::few)) {
        return line->delta(epsilon).upper <= target;
    }
    // The slope of log δ is about -c.
    const double distance = (plain::log(above) - chernoff->log_value) / chernoff->c;
    if (!stock_.aim.is_smoothed || !(distance > widths_away * rough_smoothing * epsilon))
        return false;
    const auto smoothed = smoothed_along(stock_.parts, *contour, rough_smoothing);
    return smoothed && smoothed->line.delta(epsilon).upper <= target;
}

Bracket Profile::verified_delta(double epsilon) {
    const Bracket known = this->delta(epsilon);
    if (stock_.parts.empty() || relative_width(known) <= Widths::verified) return known;
    const auto line = verifying_line(stock_, epsilon, known.middle());
    return line ? intersect(known, line->delta(epsilon)) : known;
}

Bracket Profile::verified_epsilon(Delta delta) {
    const Bracket known = this->epsilon(delta);
    if (stock_.parts.empty() || known.upper == infinity ||
        relative_width(known) <= Widths::verified) {
        return known;
    }
    const double target = delta.value();
    const auto line = verifying_line(stock_, known.middle(), target);
    return line ? intersect(known,
                            narrowest_epsilon(*line, known, target, stock_.infinite_mass.middle()))
                : known;
}

}  // namespace mizan::inversion

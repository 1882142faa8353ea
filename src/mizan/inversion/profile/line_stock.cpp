// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/line_stock.hpp"

#include <cmath>
#include <utility>

#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

// If more than e^100 cancels, the digits of a double are too few.
constexpr double too_much_cancels = 100;

// A smoothed line is used again if it is at most so many times as wide as a new one.
constexpr double times_smoothed_width = 10;

// At this place, half way between both laws, every loss has its moments.
constexpr double halfway = -0.5;

}  // namespace

LineStock::LineStock(Composition composition, const Aim& aimed)
    : parts{std::move(composition)},
      aim{aimed},
      infinite_mass{inversion::infinite_mass(parts)},
      lattice{Lattice::of(parts)} {}

std::optional<Contour> LineStock::contour_at(double epsilon, double tolerance) {
    const auto found = contour_at_epsilon(parts, epsilon, tolerance, saddle);
    if (found && found->saddle > 0) saddle = found->saddle;
    return found;
}

std::optional<Contour> LineStock::contour_reaching(double delta, double tolerance) {
    const auto found = contour_at_delta(parts, delta, tolerance, saddle);
    if (found && found->saddle > 0) saddle = found->saddle;
    return found;
}

std::optional<Chernoff> LineStock::chernoff_at(double epsilon) {
    const auto found = chernoff_at_epsilon(parts, epsilon, saddle);
    if (found) saddle = found->c;
    return found;
}

double LineStock::bound_at(const Chernoff& chernoff, double epsilon) const {
    const Bracket c = chernoff.c, log_kappa = c * log(c) - (1 + c) * log1p(c);
    const Bracket log_moment = log_moment_bound(parts, chernoff.c);
    return (infinite_mass + exp(log_moment + log_kappa - c * epsilon)).upper;
}

double LineStock::chernoff_bound(double epsilon) {
    const auto chernoff = chernoff_at(epsilon);
    return chernoff ? bound_at(*chernoff, epsilon) : 1;
}

std::optional<LatticeLine> LineStock::lattice_line(const Contour& contour, double tolerance,
                                                   std::size_t most_nodes) const {
    return lattice ? LatticeLine::along(*lattice, parts, contour, tolerance, most_nodes)
                   : std::nullopt;
}

bool LineStock::cancels(double epsilon, double delta) const {
    return log_cancellation(parts, epsilon, delta, saddle) > plain::log(too_much_cancels);
}

bool LineStock::goes_on(double times) const {
    return 0 < needed && needed <= times && !is_too_dear;
}

bool LineStock::latest_tell(double epsilon, Bracket& best) {
    const double content = aim.content;
    return shortfall_lines.tell(epsilon, content, best) ||
           middle_lines.tell(epsilon, content, best) ||
           lattice_lines.tell(epsilon, content, best) || lines.tell(epsilon, content, best) ||
           filtered_lines.tell(epsilon, content, best) ||
           precise_lines.tell(epsilon, content, best) ||
           smoothed_lines.tell(epsilon, times_smoothed_width * smoothed_width(content), best);
}

double LineStock::spread() const {
    double variance = 0;
    for (const Part& part : parts) variance += part.count * part.loss->cumulants(halfway).variance;
    return std::sqrt(variance);
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/small_sample_profile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

// One line serves distances to the end of the losses that differ by at most this factor. The
// distances go from 1/300 of the unit to 300 times the unit: nearer to the end nothing is lost, and
// farther out nothing is left.
constexpr double step_of_distances = 1.12;
constexpr int most_steps = 50;

// Bounds of E_P(1 - e^{ε-L})₊ that hold for any pair.
Bracket of_any(double epsilon) { return {std::max(0.0, -expm1(Bracket(epsilon)).upper), 1}; }

// A bracket of δ elsewhere from δ at `edge`: δ falls, and e^{-x}(δ(x) - 1 + e^x) = E_P(e^{-L} -
// e^{-x})₊ grows.
Bracket from_edge(double epsilon, double edge, Bracket delta) {
    if (epsilon >= edge) return intersect(of_any(epsilon), {0, delta.upper});
    const Bracket shortfall = Bracket(delta.upper) + expm1(Bracket(edge));
    const Bracket most = exp(epsilon - Bracket(edge)) * max(0, shortfall) - expm1(Bracket(epsilon));
    return intersect(of_any(epsilon), {0, std::max(most.upper, of_any(epsilon).lower)});
}

}  // namespace

std::optional<SmallSampleProfile> SmallSampleProfile::of(const Composition& parts, double error) {
    auto samples = SmallSamples::of(parts);
    constexpr double seldom =
        1;  // the most draws of a record of which such lines tell more than others
    if (!samples || !(error > 0) || samples->laws.least.lower < -seldom) return std::nullopt;
    return SmallSampleProfile(*std::move(samples), error);
}

SmallSampleProfile::SmallSampleProfile(SmallSamples samples, double error)
    : samples_{std::move(samples)}, error_{error} {
    // The distance of P and Q is at most √(1 - (∫ √(dP dQ))²), and M(-1/2) is that integral.
    double variance = 0, log_overlap = 0;
    for (const Part& part : samples_.risen) {
        const Cumulants halfway = part.loss->cumulants(-0.5);
        variance += part.count * halfway.variance;
        log_overlap += part.count * halfway.log_moment;
    }
    apart_ = std::sqrt(std::max(0.0, -plain::expm1(2 * log_overlap)));
    unit_ = std::sqrt(variance) - samples_.laws.least.middle();
}

double SmallSampleProfile::beyond(double epsilon) const {
    return samples_.place(epsilon) - samples_.laws.least.middle();
}

double SmallSampleProfile::epsilon_at(double beyond) const {
    return samples_.place(beyond + samples_.laws.least.middle());
}

std::size_t SmallSampleProfile::nodes() const {
    std::size_t most = 0;
    for (const auto& [step, line] : lines_) {
        if (line) most = std::max(most, line->nodes());
    }
    return most;
}

// The disc of the line's filter has to fit between the end of the losses and the point nearest to
// it, and its period over the farthest point. Between these two points the size of what the line
// sees grows by about a digit.
std::optional<ShortfallLine> SmallSampleProfile::line_for(int step) const {
    constexpr double digit = 0.1, margin = 1.2;
    const double nearest = unit_ * plain::pow(step_of_distances, step - 0.5);
    const double epsilon = epsilon_at(nearest);
    const double about = std::min(1.0, apart_ + plain::expm1(std::max(0.0, -epsilon)));
    auto contour = shortfall_contour(samples_, epsilon, plain::log(about), digit * error_ / about);
    if (!contour) return std::nullopt;
    contour->period += margin * (step_of_distances - 1) * nearest;
    auto line = ShortfallLine::along(samples_, *contour);
    if (!line) return std::nullopt;
    // A bracket wider than this is not better than what is known without a line.
    constexpr double little = 1e-3;
    for (const double distance : {nearest, step_of_distances * nearest}) {
        if (!(line->delta(epsilon_at(distance)).width() < little * apart_)) return std::nullopt;
    }
    return line;
}

const ShortfallLine* SmallSampleProfile::line(int step) {
    const auto [place, is_new] = lines_.try_emplace(step);
    if (is_new) place->second = line_for(step);
    return place->second ? &*place->second : nullptr;
}

Bracket SmallSampleProfile::delta(double epsilon) {
    const double distance = beyond(epsilon);
    // All losses lie on the other side of ε: δ is 1 - e^ε or 0.
    if (samples_.place(epsilon) <= samples_.laws.least.lower) {
        return max(0, samples_.is_risen ? -expm1(Bracket(epsilon)) : Bracket(0));
    }
    if (!std::isfinite(distance) || !std::isfinite(unit_)) return of_any(epsilon);
    const double exact = plain::log(distance / unit_) / plain::log(step_of_distances);
    const double nearest = std::clamp(exact, -1.0 * most_steps, 1.0 * most_steps);
    int step = static_cast<int>(std::lround(nearest));
    if (std::abs(exact) <= most_steps) {
        if (const ShortfallLine* here = line(step)) {
            return intersect(of_any(epsilon), here->delta(epsilon));
        }
    }
    // Too near to the end of the losses, or too far from it, for a line: the next one tells how
    // much is left.
    while (step != 0 && line(step) == nullptr) step += step < 0 ? 1 : -1;
    const ShortfallLine* next = line(step);
    if (next == nullptr) return of_any(epsilon);
    const double edge = epsilon_at(unit_ * plain::pow(step_of_distances, step));
    return from_edge(epsilon, edge, next->delta(edge));
}

}  // namespace mizan::inversion

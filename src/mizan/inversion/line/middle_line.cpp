// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/middle_line.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/line/cut_off.hpp"
#include "mizan/inversion/line/rough_line.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/rounding.hpp"

namespace mizan::inversion {

namespace {

constexpr double c = -0.5;

// With P and Q exchanged. Empty where some part has no such pair, or shows everything now and then.
std::optional<Composition> exchanged(const Composition& parts) {
    Composition all;
    for (const auto& [loss, count] : parts) {
        auto other = loss->reversed();
        if (!other || loss->infinite_mass().upper > 0 || other->infinite_mass().upper > 0) {
            return std::nullopt;
        }
        all.push_back({std::move(other), count});
    }
    return all;
}

// coth y - 1/y for y > 0. Where the two nearly cancel it is y/3 - y³/45 + 2y⁵/945 - …, whose terms
// change sign and fall: what is left out lies between 0 and the first term of it.
Bracket coth_less_pole(Bracket y) {
    constexpr double small = 0.0625;
    if (!(y.upper < small)) return 1 + 2 / expm1(2 * y) - 1 / y;
    const Bracket z = square(y);
    const Bracket rest = hull(0, -1382 * z / 638512875);
    const Bracket sum =
        1 / Bracket(3) +
        z * (-1 / Bracket(45) +
             z * (2 / Bracket(945) + z * (-1 / Bracket(4725) + z * (2 / Bracket(93555) + rest))));
    return y * sum;
}

}  // namespace

std::optional<MiddleLine> MiddleLine::at(const Composition& parts, double epsilon, double delta,
                                         double tolerance) {
    constexpr double patience = 200;        // no other line is as narrow
    constexpr double least_epsilon = 1e-9;  // so that ε = 0 does not ask for an error of 0
    constexpr double deviations = 8;        // as far as the transform of a normal law matters
    const auto reversed = exchanged(parts);
    if (!reversed || !(epsilon >= 0) || !(delta > 0)) return std::nullopt;
    // Each alias counts 2/Λ times, and Λ is about as long as the losses that are allowed for.
    const double log_wanted =
        plain::log(tolerance * delta * std::min(1.0, epsilon + least_epsilon));
    MiddleLine line(epsilon, LossTail(parts, log_wanted), LossTail(*reversed, log_wanted));
    constexpr double longer = 1.05;  // than the losses that are allowed for
    const double period = longer * std::max(line.above_.place(), line.below_.place() + 2 * epsilon);
    const double step = with_few_bits(2 * constant::pi().lower / period);
    if (!(step > 0) || !std::isfinite(step)) return std::nullopt;
    line.period_ = 2 * constant::pi() / Bracket(step);

    double runs = 0, variance = 0;
    for (const Part& part : parts) {
        runs += part.count;
        variance += part.count * part.loss->cumulants(c).variance;
    }
    const double wanted = constant::pi().lower * tolerance * delta;
    LineUse use{.highest_frequency = deviations / std::sqrt(variance),
                .accuracy = std::max(least_accuracy, tolerance * delta / (period * runs)),
                .runs = runs};
    Tilted tilted = tilt(parts, c, use);
    const auto cutoff = cut_off(parts, tilted, use.highest_frequency / deviations,
                                step * static_cast<double>(most_nodes_of_line), wanted);
    if (!cutoff) return std::nullopt;
    const auto nodes = static_cast<std::size_t>(std::ceil(cutoff->omega / step)) + 2;
    use.highest_frequency = step * static_cast<double>(nodes);
    use.fall = fall_margin *
               std::max(1 / std::sqrt(variance), cutoff->fall);  // errors stay small where Φ is
    double work = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!tilted[i]->expect(use)) tilted[i] = parts[i].loss->tilt(c, use);
        work += tilted[i]->work_per_node();
    }
    if (!(NodeSum::patience_for(parts, work, nodes) <= patience)) return std::nullopt;
    line.tail_ = cutoff->integral / constant::pi().lower * (1 + 1e-15);
    line.sum_ = NodeSum(parts, tilted, c, step, nodes, nullptr, NodeSum::OnAxis::left_out);
    if (!line.sum_.finite()) return std::nullopt;
    return line;
}

// Rough lines lead to the place. Each is asked only where its period is long enough.
std::optional<MiddleLine> MiddleLine::near(const Composition& parts, double guess, double delta,
                                           double tolerance) {
    constexpr double close = 0.3;  // the place is found if it moves by less
    constexpr int most_lines = 12, most_steps = 16;
    double epsilon = guess;
    for (int round = 0; round < most_lines; ++round) {
        const auto line = at(parts, epsilon, delta, RoughLine::tolerance);
        if (!line) return std::nullopt;
        double next = epsilon;
        for (int step = 0; step < most_steps; ++step) {
            const Line::Estimate there = line->estimate(next);
            const double change = newton_step(there, delta);
            const double last = next;
            const bool falls = there.delta > 0 && std::isfinite(change);
            next = falls ? std::clamp(next + change, next / 2, 2 * next) : next / 2;
            if (std::abs(next - last) <= RoughLine::precision * next) break;
        }
        const double moved = std::abs(next - epsilon);
        epsilon = next;
        if (moved > close * epsilon) continue;
        if (line->rounding(epsilon) > delta) return std::nullopt;  // as would that of a finer line
        return at(parts, epsilon, delta, tolerance);
    }
    return std::nullopt;
}

Line::Estimate MiddleLine::estimate(double epsilon) const {
    const auto found = sum_.estimate(epsilon);
    if (!found) return {0, 0};
    const double share = 1 / plain::expm1(period_.middle() / 2);
    const double on_axis = -4 * sum_.scale(epsilon).middle() / period_.middle();
    return {found->value + known(epsilon).middle(),
            found->slope + (plain::exp(epsilon) * share + on_axis / 2)};
}

// What is known of the aliases, 1 + (1 + e^ε)/(e^{Λ/2} - 1), and the node on the axis, -4 M(-1/2)
// e^{ε/2}/Λ: each is large where Λ is small, and the sum is not. With y = Λ/4, and
// 1 + 2/(e^{2y} - 1) = coth y, it has no large term.
Bracket MiddleLine::known(double epsilon) const {
    const Bracket y = period_ / 4;
    return coth_less_pole(y) + expm1(Bracket(epsilon)) / expm1(2 * y) -
           expm1(sum_.log_scale(epsilon)) / y;
}

// The nodes lie 2π/Λ apart, where Λ > 2ε. The sum of 1/|s(s+1)| over them is then at least about
// min(1, Λ/12), unless the transform decays before, and each node errs by at least 128 units in the
// last place.
double MiddleLine::least_rounding(const Composition& parts, double epsilon) {
    constexpr double units = 128 * unit_roundoff, whole = 6;
    double log_moment = 0, variance = 0;
    for (const Part& part : parts) {
        const Cumulants halfway = part.loss->cumulants(c);
        log_moment += part.count * halfway.log_moment;
        variance += part.count * halfway.variance;
    }
    const double sum = std::min(1.0, epsilon / whole) / std::max(1.0, std::sqrt(variance));
    return units * plain::exp(log_moment + epsilon / 2) * sum;
}

double MiddleLine::rounding(double epsilon) const {
    const auto sum = sum_.at(epsilon);
    return sum ? sum->width() + known(epsilon).width() : infinity;
}

Bracket MiddleLine::delta(double epsilon) const {
    const auto sum = sum_.at(epsilon);
    const Bracket e = epsilon, after = e + period_, before = period_ - e;
    if (!sum || !(before.lower > 0)) return {0, 1};
    const Bracket share = 1 / expm1(period_ / 2);
    const Bracket unknown =
        share * (Bracket(above_.beyond(after.lower)) + exp(e) * below_.beyond(before.lower));
    const Bracket tail = sum_.scale(epsilon) * Bracket(-tail_, tail_);
    const Bracket delta = *sum + known(epsilon) + tail - Bracket(0, unknown.upper);
    if (!(delta.lower <= delta.upper)) return {0, 1};
    const double lower = std::clamp(delta.lower, 0.0, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/middle_line.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/line/cut_off.hpp"
#include "mizan/inversion/line/rough_line.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/normal.hpp"

namespace mizan::inversion {

namespace {

constexpr double c = -0.5;

// Nodes are many where the transform of few runs falls slowly.
constexpr std::size_t most_nodes = 2 * most_nodes_of_line;

// Rounding usually hides about so much of δ for every unit of √(runs · variance). If that is more
// than the second share of δ, a fine line does more to keep the digits. No line is much finer than
// rounding.
constexpr double usual_rounding = 1e-12, much_rounding = 1e-7;
constexpr double share_of_rounding = 0.01, fine = 1e-5;

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

}  // namespace

std::optional<MiddleLine> MiddleLine::at(const Composition& parts, double epsilon, double delta,
                                         double tolerance) {
    // No other line is as narrow as a fine one. A rough one only leads to it.
    const double patience = tolerance < RoughLine::tolerance ? 200 : 20;
    constexpr double least_epsilon = 1e-9;  // so that ε = 0 does not ask for an error of 0
    constexpr double deviations = 8;        // as far as the transform of a normal law matters
    const auto reversed = exchanged(parts);
    if (!reversed || !(epsilon >= 0) || !(delta > 0)) return std::nullopt;
    double runs = 0, variance = 0;
    for (const Part& part : parts) {
        runs += part.count;
        variance += part.count * part.loss->cumulants(c).variance;
    }
    const double rounding = usual_rounding * std::sqrt(runs * variance) / delta;
    const bool keeps_digits = tolerance < fine && rounding > much_rounding;
    tolerance = std::max(tolerance, std::min(rounding * share_of_rounding, fine));
    // Each alias counts 2/Λ times, and Λ is about as long as the losses that are allowed for.
    const double log_wanted =
        plain::log(tolerance * delta * std::min(1.0, epsilon + least_epsilon));
    MiddleLine line(epsilon, LossTail(parts, log_wanted), LossTail(*reversed, log_wanted));
    constexpr double longer = 1.05;  // than the losses that are allowed for
    const double period = longer * std::max(line.above_.place(), line.below_.place() + 2 * epsilon);
    const double step = with_few_bits(2 * constant::pi().lower / period);
    if (!(step > 0) || !std::isfinite(step)) return std::nullopt;
    line.period_ = 2 * constant::pi() / Bracket(step);

    const double wanted = constant::pi().lower * tolerance * delta;
    LineUse use{.highest_frequency = deviations / std::sqrt(variance),
                .accuracy = std::max(least_accuracy_beside, tolerance * delta / (period * runs)),
                .runs = runs,
                .keeps_digits = keeps_digits};
    Tilted tilted = tilt(parts, c, use);
    const auto cutoff = cut_off(parts, tilted, use.highest_frequency / deviations,
                                step * static_cast<double>(most_nodes), wanted);
    if (!cutoff) return std::nullopt;
    const auto nodes = static_cast<std::size_t>(std::ceil(cutoff->omega / step)) + 2;
    use.highest_frequency = step * static_cast<double>(nodes);
    use.nodes = static_cast<double>(nodes);
    use.fall = fall_margin *
               std::max(1 / std::sqrt(variance), cutoff->fall);  // errors stay small where Φ is
    double work = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!tilted[i]->expect(use)) tilted[i] = parts[i].loss->tilt(c, use);
        work += tilted[i]->work_per_node();
    }
    if (!(NodeSum::patience_for(parts, work, nodes) <= patience)) return std::nullopt;
    // The normal law that takes the place of the many small losses is as narrow as the last node
    // allows.
    const double last = step * static_cast<double>(nodes - 1);
    line.variance_ = 2 * (3 - plain::log(wanted)) / (last * last);
    const Bracket of_normal = exp(-Bracket(line.variance_) * square(Bracket(last)) / 2) / last;
    line.tail_ = ((cutoff->integral + of_normal) / constant::pi()).upper;
    line.sum_ = NodeSum::beside_normal(line.variance_, parts, tilted, c, step, nodes);
    if (!line.sum_.finite()) return std::nullopt;
    return line;
}

std::optional<MiddleLine> MiddleLine::near(const Composition& parts, double guess, double delta,
                                           double tolerance) {
    constexpr double least_share = 1.0 / 64;
    const auto place = RoughSearch({}, guess, delta, least_share * guess).run([&](double epsilon) {
        return at(parts, epsilon, delta, RoughLine::tolerance);
    });
    // Where rounding hides δ, it would do so on a finer line as well.
    if (!place || place->rough.rounding(place->epsilon) > delta) return std::nullopt;
    // What a line would take too much work for, a less fine one still tells in part.
    constexpr double times_wider = 30;
    for (double wider = tolerance; wider < RoughLine::tolerance; wider *= times_wider) {
        if (auto line = at(parts, place->epsilon, delta, wider)) return line;
    }
    return std::nullopt;
}

// The law whose transform on the line is M(-1/2) e^{iω·centre - variance·ω²/2}.
MiddleLine::NormalLaw MiddleLine::normal_law() const {
    const Bracket log_moment = sum_.log_moment() + Bracket(variance_) / 8;
    const Bracket half = sum_.exact_centre() / 2;
    return {.log_mass = log_moment + half,
            .log_other_mass = log_moment - half,
            .mean = sum_.exact_centre() + Bracket(variance_) / 2,
            .other_mean = sum_.exact_centre() - Bracket(variance_) / 2,
            .deviation = sqrt(Bracket(variance_))};
}

// What the sum leaves of δ: its profile, and what is known of the aliases.
Bracket MiddleLine::known(double epsilon) const {
    const NormalLaw normal = normal_law();
    const Bracket e = epsilon, share = 1 / expm1(period_ / 2);
    const Bracket above = normal::tail((e - normal.mean) / normal.deviation);
    const Bracket other = normal::tail((e - normal.other_mean) / normal.deviation);
    return exp(normal.log_mass) * above - exp(e + normal.log_other_mass) * other -
           expm1(normal.log_mass) * (1 + share) - exp(e) * expm1(normal.log_other_mass) * share;
}

Line::Estimate MiddleLine::estimate(double epsilon) const {
    const auto found = sum_.estimate(epsilon);
    if (!found) return {0, 0};
    const NormalLaw normal = normal_law();
    const Bracket other = normal::tail((epsilon - normal.other_mean) / normal.deviation);
    const Bracket slope = exp(epsilon + normal.log_other_mass) * other +
                          exp(Bracket(epsilon)) * expm1(normal.log_other_mass) / expm1(period_ / 2);
    return {found->value + known(epsilon).middle(), found->slope - slope.middle()};
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
    const NormalLaw normal = normal_law();
    const Bracket of_normal =
        share * (exp(normal.log_mass) * normal::tail((after - normal.mean) / normal.deviation) +
                 exp(e + normal.log_other_mass) *
                     normal::tail((before + normal.other_mean) / normal.deviation));
    const Bracket left_out = sum_.scale(epsilon) * Bracket(-tail_, tail_);
    const Bracket delta =
        *sum + known(epsilon) + left_out + Bracket(-unknown.upper, of_normal.upper);
    if (!(delta.lower <= delta.upper)) return {0, 1};
    const double lower = std::clamp(delta.lower, 0.0, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

}  // namespace mizan::inversion

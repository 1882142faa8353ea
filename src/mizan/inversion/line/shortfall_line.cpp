// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/shortfall_line.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "mizan/inversion/line/filter_cut.hpp"
#include "mizan/inversion/line/rough_line.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double pi = std::numbers::pi;

// log of the largest (e^v - 1) e^{-av}.
Bracket log_peak(Bracket a) { return (a - 1) * log(a - 1) - a * log(a); }

// The disc and the filter that let the nodes end earliest. Most losses are next to the least one,
// so that small discs are best.
std::optional<FilterCut> best_cut(const Analyticity& laws, double a, double y, double wanted,
                                  double drop) {
    constexpr double least_share = 0.01, least_order = 8;
    const double beyond = y - laws.least.middle();
    return best_filter_cut(
        {.beyond = beyond,
         .least_share = least_share,
         .least_order = least_order,
         .wanted = wanted,
         .drop = drop},
        [&](double r) { return a * r + plain::log(beyond + r) + laws.log_growth(y, r).upper; });
}

}  // namespace

std::optional<SmallSamples> SmallSamples::of(const Composition& parts) {
    if (parts.empty()) return std::nullopt;
    const bool is_risen = parts.front().loss->continuation().has_value();
    Composition reversed;
    for (const auto& [loss, count] : parts) {
        auto other = loss->reversed();
        if (!other) return std::nullopt;
        reversed.push_back({std::move(other), count});
    }
    const auto laws = Analyticity::of(is_risen ? parts : reversed);
    if (!laws) return std::nullopt;
    return is_risen ? SmallSamples{parts, std::move(reversed), *laws, true}
                    : SmallSamples{std::move(reversed), parts, *laws, false};
}

double ShortfallContour::nodes() const { return last * period / (2 * pi) + 2; }

std::optional<ShortfallContour> shortfall_contour(const SmallSamples& samples, double epsilon,
                                                  double log_delta, double tolerance) {
    const double y = samples.place(epsilon), least = samples.laws.least.middle();
    const double beyond = y - least;
    const double log_wanted = plain::log(tolerance) + log_delta - (samples.is_risen ? 0 : epsilon);
    if (!(beyond > 0) || !std::isfinite(log_wanted)) return std::nullopt;
    const double wanted = -log_wanted;
    // δ of the risen losses at y, which the right aliases are multiples of.
    const double log_other =
        samples.is_risen ? log_delta
                         : plain::log(std::min(1.0, plain::exp(log_delta) - plain::expm1(y)));

    // The line is tried at these shares of the least loss. Nearer to -1 less cancels, but the
    // period is longer: lines are tried until e^0.7 times more digits cancel than at best, where a
    // sum of doubles of size 1 errs by about e^-34.5.
    constexpr double log_unit = -34.5, log_twice = 0.7, share_above_one = 0.2, spare = 2;
    constexpr std::array shares{1.0, 1.5, 2.2, 3.2, 4.6, 6.6, 9.5, 14.0, 20.0, 30.0};
    std::optional<ShortfallContour> best;
    double least_rounding = infinity;
    for (const double share : shares) {
        const double a = std::max(share / beyond, 1 + share_above_one * share);
        const double size = log_moment_near(samples.capped, a - 1) + a * y;
        const double log_rounding =
            size - plain::log(a) + log_unit + plain::log1p(samples.laws.runs / 64);
        least_rounding = std::min(least_rounding, log_rounding);
        const bool is_affordable = log_rounding < std::max(log_wanted, least_rounding + log_twice);
        if (!is_affordable) break;
        const auto cut = best_cut(samples.laws, a, y, wanted, size + wanted + spare);
        if (!cut) continue;
        const double smeared = a * cut->width * (a * cut->width);
        const double right = (log_other + wanted + smeared + spare) / a;
        const double left =
            beyond + 2 * cut->width * std::sqrt(std::max(1.0, size + wanted + (spare + 1)));
        const double period = std::max({left, right, 3 * a * cut->width * cut->width});
        if (!(cut->last * period < (best ? best->last * best->period : infinity))) continue;
        best = ShortfallContour{.a = a,
                                .period = period,
                                .reach = cut->reach,
                                .filter = {cut->width, static_cast<std::size_t>(cut->order)},
                                .last = cut->last,
                                .log_wanted = log_wanted,
                                .epsilon = epsilon,
                                .log_rounding = log_rounding};
    }
    return best;
}

std::optional<ShortfallLine> ShortfallLine::along(const SmallSamples& samples,
                                                  const ShortfallContour& contour) {
    const Composition& parts = samples.capped;
    const double step = with_few_bits(2 * constant::pi().lower / contour.period);
    if (!(step > 0) || !std::isfinite(step)) return std::nullopt;
    const Filter& filter = contour.filter;
    const double last = std::min(contour.last, filter.farthest() - 4 * step);
    if (!(last > step)) return std::nullopt;

    ShortfallLine line(contour, samples);
    line.period_ = 2 * constant::pi() / Bracket(step);
    const double c = contour.a - 1, y = samples.place(contour.epsilon);
    const double size = log_moment_near(parts, c) + contour.a * y;
    // |s(s+1)| is about a² up to the frequency a: what all nodes hold is at most scale/2a.
    const double runs = samples.laws.runs;
    constexpr double most_error = 1e-3;
    const double accuracy = plain::exp(contour.log_wanted - size) * contour.a / (4 * runs);
    const LineUse use{.highest_frequency = last + 2 * step,
                      .accuracy = std::clamp(accuracy, least_accuracy / runs, most_error),
                      .runs = runs};
    Tilted tilted = tilt(parts, c, use);
    const auto left_out = [&](double omega) {
        return (exp(Bracket(log_decay(parts, tilted, omega))) * filter.bound(omega) /
                (omega * constant::pi()))
            .upper;
    };
    const double wanted = plain::exp(contour.log_wanted - size);
    const double high = earliest_end(step, last, wanted, left_out);
    const auto nodes = static_cast<std::size_t>(std::ceil(high / step)) + 2;
    const auto times = [&](const LineUse& for_nodes) {
        double work = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!tilted[i]->expect(for_nodes)) tilted[i] = parts[i].loss->tilt(c, for_nodes);
            work += tilted[i]->work_per_node();
        }
        return NodeSum::patience_for(parts, work, nodes);
    };
    // Where the transform falls by itself, errors far out count less, and points that are good for
    // many runs may be enough; a rough line does not need them.
    constexpr double patience_for_digits = 12, rough = 1e-14, least_fall = 1e-9;
    LineUse falling = use;
    falling.highest_frequency = high + 2 * step;
    falling.fall =
        fall_margin * high / std::sqrt(std::max(least_fall, -2 * log_decay(parts, tilted, high)));
    const bool is_fine = accuracy < rough && times(falling) <= patience_for_digits;
    if (!is_fine && !(times(use) <= filtered_patience)) return std::nullopt;
    line.tail_ = left_out(high);
    line.sum_ = NodeSum(parts, tilted, c, step, nodes, &line.contour_.filter);
    if (!line.sum_.finite()) return std::nullopt;
    return line;
}

std::optional<ShortfallLine> ShortfallLine::at(const SmallSamples& samples, double epsilon,
                                               double delta, double tolerance) {
    const auto contour = shortfall_contour(samples, epsilon, plain::log(delta), tolerance);
    return contour ? along(samples, *contour) : std::nullopt;
}

// Rough lines lead to the place. Each is asked only near the ε that it was made for.
std::optional<ShortfallLine> ShortfallLine::near(const SmallSamples& samples, double guess,
                                                 double delta, double tolerance) {
    constexpr double close = 0.1;  // the place is found if it moves by less
    constexpr int most_lines = 24, most_steps = 8;
    double epsilon = guess;
    for (int round = 0; round < most_lines; ++round) {
        const auto line = at(samples, epsilon, delta, RoughLine::tolerance);
        if (!line) return std::nullopt;
        const double beyond = samples.place(epsilon) - samples.laws.least.middle();
        const double halfway = epsilon - std::min(beyond, epsilon) / 2;
        const double lowest = halfway > RoughLine::precision * beyond ? halfway : 0;
        const double highest = epsilon + (samples.is_risen ? beyond : beyond / 2);
        double next = epsilon;
        for (int step = 0; step < most_steps; ++step) {
            const Line::Estimate there = line->estimate(next);
            const double change = newton_step(there, delta);
            const double last = next;
            const bool falls = there.delta > 0 && std::isfinite(change);
            next = falls ? std::clamp(next + change, lowest, highest) : lowest;
            if (std::abs(next - last) <= RoughLine::precision * beyond) break;
        }
        const double moved = std::abs(next - epsilon);
        epsilon = next;
        if (moved > close * beyond) continue;
        // Where ε = 0 is enough already, the last line is made for ε = 0, in order to show that.
        if (epsilon < close * beyond && line->estimate(0).delta <= delta) epsilon = 0;
        return at(samples, epsilon, delta, tolerance);
    }
    return std::nullopt;
}

// D(x) = e^x - 1 + δ(x): of the aliases to the right all but δ is known.
Bracket ShortfallLine::known_aliases(double y) const {
    const Bracket a = contour_.a;
    return exp(Bracket(y)) * geometric((a - 1) * period_) - geometric(a * period_);
}

// What the right aliases of δ add, for each unit of δ(y).
Bracket ShortfallLine::doubt_per_delta() const {
    const Bracket a = contour_.a;
    return geometric(a * period_) *
           exp(contour_.filter.log_norm() + square(a * contour_.filter.width()));
}

// The other terms of docs/proofs/small-samples.md.
Bracket ShortfallLine::doubt(double y) const {
    const Filter& filter = contour_.filter;
    const Bracket a = contour_.a, mu = filter.width(), r = contour_.reach;
    const Bracket norm = filter.log_norm(), far = Filter::inner_share * r, beyond = y - laws_.least;
    const Bracket growth = laws_.log_growth(y, contour_.reach);
    const Bracket gap = period_ - beyond;  // from the least loss to the first left alias
    const Bracket turned = period_ - 2 * a * square(mu);
    const bool apart =
        gap.lower > 0 && (gap * period_).lower > (2 * square(mu)).upper && turned.lower > 0;
    if (!(growth.upper < infinity) || !apart) return infinity;

    const Bracket order = static_cast<double>(filter.order());
    const Bracket taylor =
        exp(a * r + log(beyond + r) + growth + norm + filter.log_remainder_moment() +
            2 * order * log(mu / far) - log1p(-Bracket(Filter::inner_share)));
    const Bracket chernoff = exp(log_peak(a) + norm + y) * sum_.scale(-y);
    const Bracket outside = chernoff * exp(-square(far / mu) / 4);
    const Bracket left = 2 * chernoff * exp(-square(gap / mu) / 4);
    const Bracket tilted =
        exp(filter.log_tilt_error(contour_.a)) *
        (exp(Bracket(y)) * geometric((a - 1) * period_) + geometric(a * period_));
    const Bracket right = doubt_per_delta() * exp(-square(turned / mu) / 4);
    return taylor + outside + left + tilted + right;
}

// D(y). Its doubt is a share of δ(y): the first bracket takes δ(y) ≤ 1 for it, and the next ones
// the bound of δ(y) that was found.
Bracket ShortfallLine::shortfall(double y) const {
    const Bracket all(0, infinity);
    const auto sum = sum_.at(-y);
    if (!sum) return all;
    const double error = doubt(y).upper, share = doubt_per_delta().upper;
    if (!(error < 1) || !(share < 1)) return all;
    const Bracket known = exp(Bracket(y)) * (*sum + sum_.scale(-y) * Bracket(-tail_, tail_)) -
                          known_aliases(y) + Bracket(-error, error);
    Bracket found = known + Bracket(-share, share);
    for (int round = 0; round < 2; ++round) {
        const double delta = std::clamp((found - expm1(Bracket(y))).upper, 0.0, 1.0);
        const Bracket rest = delta * Bracket(share);
        found = known + hull(-rest, rest);
    }
    return found;
}

double ShortfallLine::rounding(double epsilon) const {
    const auto sum = sum_.at(is_risen_ ? -epsilon : epsilon);
    return sum ? (is_risen_ ? plain::exp(epsilon) : 1) * sum->width() : infinity;
}

Bracket ShortfallLine::delta(double epsilon) const {
    const Bracket e = epsilon;
    const Bracket delta = is_risen_ ? shortfall(epsilon) - expm1(e) : exp(e) * shortfall(-epsilon);
    if (!(delta.lower <= delta.upper)) return {0, 1};
    const double lower = std::clamp(delta.lower, 0.0, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

Line::Estimate ShortfallLine::estimate(double epsilon) const {
    const double y = is_risen_ ? epsilon : -epsilon;
    const auto found = sum_.estimate(-y);
    if (!found) return {is_risen_ ? 0.0 : 1.0, 0};
    const double a = contour_.a, period = period_.middle(), growth = plain::exp(y);
    const double farther = growth / plain::expm1((a - 1) * period);
    const double shortfall = growth * found->value - farther + 1 / plain::expm1(a * period);
    const double slope = growth * (found->value - found->slope) - farther;
    if (is_risen_) return {shortfall - plain::expm1(y), slope - growth};
    return {shortfall / growth, (shortfall - slope) / growth};
}

}  // namespace mizan::inversion

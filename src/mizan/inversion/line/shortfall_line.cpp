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
                                  double drop, double farthest) {
    constexpr double least_share = 0.01, least_order = 8;
    const double beyond = y - laws.least.middle();
    return best_filter_cut(
        {.beyond = beyond,
         .least_share = least_share,
         .least_order = least_order,
         .wanted = wanted,
         .drop = drop,
         .farthest = farthest},
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

namespace {

// What a contour is sought for.
struct ContourSearch {
    const SmallSamples& samples;
    double epsilon;
    double y;           // its place
    double log_wanted;  // log of the error of D that is wanted
    double log_other;   // of δ of the risen losses at y, which the right aliases are multiples of
    bool has_atom;
};

// Beside an atom the disc has to end before it, and stays so far from it that ε may move a little.
// Where not much of the disc would be left, there is none.
constexpr double least_share_above = 0.3, share_of_disc = 0.8;

// About log of what rounding leaves of D, over e^{K + ay}: every node has lost as many digits, or
// has them beside the atom where the losses are near it.
double log_rounding_of(const ContourSearch& search, double a, double variance) {
    const double runs = search.samples.laws.runs;
    return search.has_atom ? 0.5 * plain::log(runs * variance) - 29.2
                           : plain::log1p(runs / 64) - plain::log(a) - 30;
}

std::optional<ShortfallContour> best_contour(const ContourSearch& search) {
    const auto& [samples, epsilon, y, log_wanted, log_other, has_atom] = search;
    const double beyond = y - samples.laws.least.middle(), wanted = -log_wanted;
    // The line is tried at these shares of the least loss. Nearer to -1 less cancels, but the
    // period is longer: lines are tried until e^0.7 times more digits cancel than at best.
    constexpr double log_twice = 0.7, share_above_one = 0.2, spare = 2;
    constexpr std::array shares{1.0, 1.5, 2.2, 3.2, 4.6, 6.6, 9.5, 14.0, 20.0, 30.0};
    std::optional<ShortfallContour> best;
    double least_rounding = infinity;
    for (const double share : shares) {
        const double a = std::max(share / beyond, 1 + share_above_one * share);
        const Cumulants here = cumulants_near(samples.capped, a - 1);
        const double size = here.log_moment + a * y, above = y + here.mean;
        if (has_atom && !(above > least_share_above * beyond)) continue;
        const double log_rounding = size + log_rounding_of(search, a, here.variance);
        least_rounding = std::min(least_rounding, log_rounding);
        const bool is_affordable = log_rounding < std::max(log_wanted, least_rounding + log_twice);
        if (!is_affordable) break;
        const auto cut = best_cut(samples.laws, a, y, wanted, size + wanted + spare,
                                  has_atom ? share_of_disc * above : infinity);
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
                                .log_rounding = log_rounding,
                                .has_atom = has_atom};
    }
    return best;
}

}  // namespace

std::optional<ShortfallContour> shortfall_contour(const SmallSamples& samples, double epsilon,
                                                  double log_delta, double tolerance) {
    // With an atom there are more nodes, as its transform does not decay: it is asked for where
    // more than this share of δ would be lost without it.
    constexpr double log_little = -21;
    const double y = samples.place(epsilon), to_risen = samples.is_risen ? 0 : -epsilon;
    const double log_wanted = plain::log(tolerance) + log_delta + to_risen;
    if (!(y > samples.laws.least.middle()) || !std::isfinite(log_wanted)) return std::nullopt;
    const double log_other =
        samples.is_risen ? log_delta
                         : plain::log(std::min(1.0, plain::exp(log_delta) - plain::expm1(y)));
    ContourSearch search{samples, epsilon, y, log_wanted, log_other, false};
    const auto plain = best_contour(search);
    const double enough = std::max(log_wanted, log_delta + to_risen + log_little);
    if (plain && plain->log_rounding < enough) return plain;
    search.has_atom = true;
    const auto beside = best_contour(search);
    const bool is_better = beside && (!plain || beside->log_rounding < plain->log_rounding);
    return is_better ? beside : plain;
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
    const double size = cumulants_near(parts, c).log_moment + contour.a * y;
    // |s(s+1)| is about a² up to the frequency a: what all nodes hold is at most scale/2a.
    const double runs = samples.laws.runs;
    constexpr double most_error = 1e-3;
    const double accuracy = plain::exp(contour.log_wanted - size) * contour.a / (4 * runs);
    // Of few parts each digit of a fine line counts, of many or of a rough one time.
    constexpr double rough = 1e-14;
    constexpr std::size_t few_parts = 8;
    const bool digits_count = accuracy < rough && parts.size() <= few_parts;
    const LineUse use{.highest_frequency = last + 2 * step,
                      .accuracy = std::clamp(accuracy, least_accuracy_beside / runs, most_error),
                      .runs = runs,
                      .nodes = digits_count ? 0 : contour.nodes()};
    Tilted tilted = tilt(parts, c, use);
    double centre = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) centre += parts[i].count * tilted[i]->centre();
    const bool has_atom =
        contour.has_atom && y + centre > contour.reach && -centre > samples.laws.least.upper;
    // The transform of an atom does not decay.
    const auto left_out = [&](double omega) {
        const Bracket decay = exp(Bracket(log_decay(parts, tilted, omega))) + (has_atom ? 1 : 0);
        return (decay * filter.bound(omega) / (omega * constant::pi())).upper;
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
    constexpr double patience_for_digits = 12, least_fall = 1e-9;
    LineUse falling = use;
    falling.highest_frequency = high + 2 * step;
    falling.fall =
        fall_margin * high / std::sqrt(std::max(least_fall, -2 * log_decay(parts, tilted, high)));
    const bool is_fine = accuracy < rough && times(falling) <= patience_for_digits;
    if (!is_fine && !(times(use) <= filtered_patience)) return std::nullopt;
    line.tail_ = left_out(high);
    line.sum_ =
        has_atom ? NodeSum::beside_normal(0, parts, tilted, c, step, nodes, &line.contour_.filter)
                 : NodeSum(parts, tilted, c, step, nodes, &line.contour_.filter);
    if (!line.sum_.finite()) return std::nullopt;
    if (has_atom) {
        const Bracket place = -line.sum_.exact_centre();
        line.atom_ = Atom{line.sum_.log_moment() + Bracket(contour.a) * place, place};
    }
    return line;
}

std::optional<ShortfallLine> ShortfallLine::at(const SmallSamples& samples, double epsilon,
                                               double delta, double tolerance) {
    const auto contour = shortfall_contour(samples, epsilon, plain::log(delta), tolerance);
    return contour ? along(samples, *contour) : std::nullopt;
}

std::optional<ShortfallLine> ShortfallLine::near(const SmallSamples& samples, double guess,
                                                 double delta, double tolerance) {
    RoughSearch search({samples.laws.least.middle(), samples.is_risen}, guess, delta);
    const auto place = search.run(
        [&](double epsilon) { return at(samples, epsilon, delta, RoughLine::tolerance); });
    if (!place) return std::nullopt;
    // Where ε = 0 is enough already, the last line is made for ε = 0, in order to show that.
    constexpr double close = 0.1;
    const double beyond = samples.place(place->epsilon) - samples.laws.least.middle();
    const bool is_nothing =
        place->epsilon < close * beyond && place->rough.estimate(0).delta <= delta;
    return at(samples, is_nothing ? 0 : place->epsilon, delta, tolerance);
}

// What the sum leaves of δ: D_0(y) - (e^y - 1), D_0 being the atom's, and the aliases to the right,
// of which all but δ is known, as D(x) = e^x - 1 + δ(x). Without an atom D_0 is 0.
Bracket ShortfallLine::known(double y) const {
    const Bracket a = contour_.a, growth = exp(Bracket(y));
    const Bracket near = geometric((a - 1) * period_), far = geometric(a * period_);
    if (!atom_) return far - growth * near - expm1(Bracket(y));
    const auto& [log_mass, place] = *atom_;
    const Bracket above = y - place;
    return growth * (1 + near) * expm1(-place) +
           expm1(log_mass) * (expm1(above) + exp(above) * near - far);
}

// What the right aliases of δ add, for each unit of δ(y).
Bracket ShortfallLine::doubt_per_delta() const {
    const Bracket a = contour_.a;
    return geometric(a * period_) *
           exp(contour_.filter.log_norm() + square(a * contour_.filter.width()));
}

// The other terms of docs/proofs/small-samples.md, and the same of the atom.
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
    Bracket size = exp(log(beyond + r) + growth), mass = 1, count = 1;
    if (atom_) {
        const auto& [log_mass, place] = *atom_;
        const Bracket above = y - place;
        const bool is_below = above.lower > contour_.reach && place.lower > laws_.least.upper;
        if (!is_below) return infinity;
        size += exp(log_mass + above + r) * (above + r);
        mass += exp(log_mass + max(0, -place));
        count = 2;
    }
    const Bracket taylor =
        size * exp(a * r + norm + filter.log_remainder_moment() + 2 * order * log(mu / far) -
                   log1p(-Bracket(Filter::inner_share)));
    const Bracket chernoff = count * exp(log_peak(a) + norm + y) * sum_.scale(-y);
    const Bracket outside = chernoff * exp(-square(far / mu) / 4);
    const Bracket left = 2 * chernoff * exp(-square(gap / mu) / 4);
    const Bracket tilted =
        mass * exp(filter.log_tilt_error(contour_.a)) *
        (exp(Bracket(y)) * geometric((a - 1) * period_) + geometric(a * period_));
    const Bracket right = mass * doubt_per_delta() * exp(-square(turned / mu) / 4);
    return taylor + outside + left + tilted + right;
}

// δ(y) of the risen losses, where it is at most 1. A part of its doubt is a share of itself.
Bracket ShortfallLine::delta_of_risen(double y) const {
    const Bracket all(-infinity, infinity);
    const auto sum = sum_.at(-y);
    if (!sum) return all;
    const double error = doubt(y).upper, share = doubt_per_delta().upper;
    if (!(error < 1) || !(share < 1)) return all;
    const Bracket found = exp(Bracket(y)) * (*sum + sum_.scale(-y) * Bracket(-tail_, tail_)) +
                          known(y) + Bracket(-error, error);
    const double most = std::clamp((found.upper / (1 - Bracket(share))).upper, 0.0, 1.0);
    return found + most * Bracket(-share, share);
}

double ShortfallLine::rounding(double epsilon) const {
    const auto sum = sum_.at(is_risen_ ? -epsilon : epsilon);
    return sum ? (is_risen_ ? plain::exp(epsilon) : 1) * sum->width() : infinity;
}

Bracket ShortfallLine::delta(double epsilon) const {
    // With P and Q exchanged it is e^ε D(-ε).
    const Bracket delta =
        is_risen_ ? delta_of_risen(epsilon)
                  : exp(Bracket(epsilon)) * delta_of_risen(-epsilon) - expm1(Bracket(epsilon));
    if (!(delta.lower <= delta.upper)) return {0, 1};
    const double lower = std::clamp(delta.lower, 0.0, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

Line::Estimate ShortfallLine::estimate(double epsilon) const {
    const double y = is_risen_ ? epsilon : -epsilon;
    const auto found = sum_.estimate(-y);
    if (!found) return {is_risen_ ? 0.0 : 1.0, 0};
    const double growth = plain::exp(y),
                 near = 1 + 1 / plain::expm1((contour_.a - 1) * period_.middle());
    const double mass = atom_ ? plain::exp(atom_->log_mass.middle()) : 0;
    const double place = atom_ ? atom_->place.middle() : 0, risen = mass * plain::exp(y - place);
    double delta = growth * found->value + known(y).middle();
    double slope = growth * (found->value - found->slope) + near * (risen - growth);
    if (y < place) {
        delta -= risen - mass;
        slope -= risen;
    }
    if (is_risen_) return {delta, slope};
    return {delta / growth - plain::expm1(epsilon), (delta - slope - 1) / growth};
}

}  // namespace mizan::inversion

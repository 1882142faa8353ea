// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/filtered_contour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "mizan/inversion/line/composition.hpp"
#include "mizan/inversion/line/filter_cut.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double pi = std::numbers::pi;

// The disc and the filter that let the nodes end earliest.
std::optional<FilterCut> best_cut(const Analyticity& laws, double c, double epsilon, double wanted,
                                  double drop) {
    constexpr double least_share = 0.05;
    return best_filter_cut({.beyond = epsilon - laws.least.middle(),
                            .least_share = least_share,
                            .least_order = -infinity,
                            .wanted = wanted,
                            .drop = drop},
                           [&](double r) { return laws.log_bound(c, epsilon, r).upper; });
}

/// Which lines and periods are tried.
struct Search {
    /// Shares of the distance to the plain line's place on the real axis. Lines are taken at the
    /// first five, periods bounded from all of them.
    static constexpr std::array shares{0.2, 0.3, 0.45, 0.7, 1.0, 1.35,
                                       1.7, 2.1, 2.6,  3.3, 4.5, 6.5};
    static constexpr std::size_t lines = 5;
    /// Digits besides those that are wanted, as powers of e.
    static constexpr double spare = 2;
    /// Up to e^10 may cancel for a few runs, with a little more for the plain line's own place.
    static constexpr double log_cancelled = 10, little_more = 0.1, runs_of_rounding = 4;
    /// Places nearer to the line do not bound its right aliases.
    static constexpr double beyond = 1.2;
};

struct Order {
    double c, log_moment;
};

// The period at which the right aliases are e^{-wanted}, and from where they are bounded best.
template <class Orders>
Order shortest_period(const Orders& seen, double c, double epsilon, double width, double wanted) {
    Order best{0, infinity};
    for (const auto& [beyond, log_moment] : seen) {
        if (beyond < Search::beyond * c) continue;
        const double tilt = beyond - c, smeared = tilt * width * (tilt * width);
        const double needed =
            (log_moment - beyond * epsilon + log_kappa(beyond) + smeared + wanted + Search::spare) /
            tilt;
        if (needed < best.log_moment) best = {beyond, needed};
    }
    return best;
}

}  // namespace

std::optional<Analyticity> Analyticity::of(const Composition& parts) {
    Analyticity all;
    for (const auto& [loss, count] : parts) {
        const auto one = loss->continuation();
        if (!one) return std::nullopt;
        all.least += count * one->least;
        all.spread = (all.spread + count * Bracket(one->spread)).upper;
        all.runs = (all.runs + Bracket(count)).upper;
    }
    return all;
}

// The arcsine is off by far less than a part in 10^12.
Bracket Analyticity::log_growth(Bracket e, double r) const {
    const Bracket sine = Bracket(r) / (e - least);
    if (!(sine.lower > 0 && sine.upper <= 0.96) || !(r < 1.3)) return infinity;
    const Bracket angle = plain::asin(sine.upper) * (1 + 1e-12);
    return e + r + spread * square(angle + r) / 2 - runs * log1p(-square(Bracket(r)) / 2);
}

Bracket Analyticity::log_bound(double c, Bracket epsilon, double r) const {
    return c * Bracket(r) + log_growth(epsilon, r) + log(Bracket(4));
}

double FilteredContour::nodes() const { return last * period / (2 * pi) + 2; }

std::optional<FilteredContour> filtered_contour(const Composition& parts, const Contour& near,
                                                double log_delta, double tolerance) {
    const auto laws = Analyticity::of(parts);
    const double epsilon = near.epsilon, wanted = -plain::log(tolerance) - log_delta;
    if (!laws || !(near.c > 0) || !(epsilon >= 0) || !std::isfinite(wanted)) return std::nullopt;

    constexpr const auto& shares = Search::shares;
    constexpr std::size_t own = Search::lines - 1;  // the plain line's own place
    std::array<Order, shares.size()> seen{};
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const double c = near.c * shares[i];
        seen[i] = {c, cumulants_near(parts, c).log_moment};
    }
    const auto cancelled = [&](const Order& at) {
        return at.log_moment - at.c * epsilon - plain::log(at.c) - log_delta;
    };
    // Nearer to 0 the period is shorter, but more cancels: up to here the digits suffice.
    const double affordable = std::max(
        Search::log_cancelled - plain::log(std::max(1.0, laws->runs / Search::runs_of_rounding)),
        cancelled(seen[own]) + Search::little_more);
    std::optional<FilteredContour> best;
    for (std::size_t i = 0; i < Search::lines; ++i) {
        const double c = seen[i].c;
        if (!(cancelled(seen[i]) < affordable)) continue;
        const double size = seen[i].log_moment - c * epsilon;
        const auto cut = best_cut(*laws, c, epsilon, wanted, size + wanted + Search::spare);
        if (!cut) continue;
        const auto [reference, right] = shortest_period(seen, c, epsilon, cut->width, wanted);
        const double left = epsilon - laws->least.middle() +
                            2 * cut->width * std::sqrt(wanted + epsilon + (Search::spare + 1));
        const double period = std::max(left, right);
        if (!(cut->last * period < (best ? best->last * best->period : infinity))) continue;
        best = FilteredContour{.c = c,
                               .period = period,
                               .reference = reference,
                               .reach = cut->reach,
                               .filter = {cut->width, static_cast<std::size_t>(cut->order)},
                               .last = cut->last,
                               .log_delta = log_delta,
                               .epsilon = epsilon};
    }
    return best;
}

}  // namespace mizan::inversion

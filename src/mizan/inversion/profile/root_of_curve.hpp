// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "mizan/inversion/line/lattice_line.hpp"
#include "mizan/inversion/line/line.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

// A curve gives δ at any ε ≥ 0: `delta(ε)` as a bracket, `estimate(ε)` in plain numbers, with the
// slope.

/// How the place is sought at which a curve falls to a δ. Each end of an answer is proved by the
/// curve itself; these numbers decide how near to the truth it is, and how much is asked.
struct RootSearch {
    /// The first stride from a guess is this share of it; then so many halvings.
    static constexpr double first_stride = 1e-4;
    static constexpr int halvings = 50;
    /// Newton's method ends after so many rounds, or when the error that remains is below its
    /// precision, being so many times what its last steps let expect. Strides take its place if
    /// the curve says nothing after `patience` rounds.
    static constexpr int most_rounds = 60, patience = 12;
    static constexpr double times_expected = 16;
    /// Relative precision of the place, for an end that is narrowed and for the narrowest.
    static constexpr double precision = 1e-13, finest_precision = 1e-14;
    /// Steps to an end are longer than the miss demands by this factor, no shorter than this share
    /// of ε (of 1e-300 at ε = 0), and at first no longer than one part in 64.
    static constexpr double longer = 1.1, least_step = 1e-15, least_epsilon = 1e-300;
    static constexpr double parts_of_longest = 64;
    /// They double so often and then grow by sixteen; at most so many are tried. From a step that
    /// grew by sixteen the search goes back to within a fifth.
    static constexpr int most_steps = 22, doublings = 7;
    static constexpr double doubled = 2, faster = 16, close = 1.2;
};

inline bool says_nothing(Bracket delta, double infinite_mass) {
    return delta.upper >= 1 && delta.lower <= infinite_mass;
}

// An estimate of where the curve falls to `delta`. Strides from the guess grow until they have
// passed that place, because far from it the curve may tell nothing.
template <class Curve>
double near_root_by_strides(const Curve& line, double guess, double delta) {
    const auto is_low = [&](double epsilon) { return line.estimate(epsilon).delta > delta; };
    const bool rises = is_low(guess);
    double near = guess, far = guess;
    for (double stride = RootSearch::first_stride * guess; stride < guess && is_low(far) == rises;
         stride *= 2) {
        near = far;
        far = std::max(0.0, far + (rises ? stride : -stride));
    }
    for (int round = 0; round < RootSearch::halvings; ++round) {
        const double middle = (near + far) / 2;
        (is_low(middle) == rises ? near : far) = middle;
    }
    return far;
}

// Newton's method on log δ estimates where the curve falls to `delta`. Where it leads to places at
// which the curve tells nothing, strides from the guess may still succeed. On a lattice, whose
// curve is level between its cells, the cells can be searched.
struct Root {
    double epsilon, slope;
};

template <class Curve>
Root near_root(const Curve& line, double guess, double delta, double infinite_mass,
               double precision) {
    double low = 0, high = infinity, epsilon = std::max(guess, 0.0), slope = 0;
    double last_moved = 0;  // by a step of Newton's
    for (int round = 0; round < RootSearch::most_rounds; ++round) {
        const Line::Estimate at = line.estimate(epsilon);
        slope = at.slope;
        (at.delta > delta ? low : high) = epsilon;
        const double above = (at.delta - infinite_mass) / (delta - infinite_mass);
        double next = epsilon + (at.delta - infinite_mass) * plain::log(above) / -slope;
        const bool is_newton = above > 0 && next > low && next < high;
        if (!is_newton) next = high == infinity ? 2 * epsilon + 1 : (low + high) / 2;
        const double moved = std::abs(next - epsilon), shrunk = moved / last_moved;
        epsilon = next;
        // Every Newton step is about as long as the square of the one before, times a constant.
        const double expected = is_newton && last_moved > 0 ? moved * shrunk * shrunk : infinity;
        last_moved = is_newton ? moved : 0;
        if (std::min(moved, RootSearch::times_expected * expected) <= precision * epsilon ||
            !(high > low))
            break;
        if (round != RootSearch::patience || !says_nothing(line.delta(epsilon), infinite_mass))
            continue;
        if (!(guess > 0)) break;
        if constexpr (std::is_same_v<Curve, LatticeLine>) {
            epsilon = line.near_root(guess, delta);
        } else {
            epsilon = near_root_by_strides(line, guess, delta);
        }
        slope = line.estimate(epsilon).slope;
        break;
    }
    return {epsilon, slope};
}

// Whether the middle of the bracket is a better guess than that of a saddle.
inline bool is_located(Bracket epsilon) { return epsilon.width() < epsilon.upper / 2; }

// The bracket of the least ε, narrowed by a line. Each end is accepted only after δ was evaluated
// there.
template <class Curve>
Bracket narrowed(Bracket known, const Curve& line, double guess, double delta,
                 double infinite_mass) {
    if (known.lower == 0 && line.delta(0).upper <= delta) return 0;
    const double near = is_located(known) ? known.middle() : guess;
    const Root root = near_root(line, near, delta, infinite_mass, RootSearch::precision);
    const double epsilon = root.epsilon, slope = root.slope;
    const Bracket there = line.delta(epsilon);
    if (says_nothing(there, infinite_mass)) return known;
    const double least = std::max(epsilon, RootSearch::least_epsilon) * RootSearch::least_step;
    // A step beyond the longest shows that the slope cannot be trusted. On a lattice the curve may
    // be level apart from a fall nearby, so the shortest step is tried first; elsewhere the
    // longest.
    const double longest = std::max(epsilon / RootSearch::parts_of_longest, least);
    const auto offset = [&](double miss) {
        const double step = RootSearch::longer * miss / -slope;
        if (std::is_same_v<Curve, LatticeLine> && !(step < longest)) return least;
        return std::clamp(step, least, longest);
    };
    // The first step that is long enough. Steps double first and then grow faster, because a curve
    // may tell little nearby. The search then goes back from that step to within a fifth.
    const auto long_enough = [](double step, double farthest,
                                auto is_end) -> std::optional<double> {
        double growth = 1;
        for (int round = 0; round < RootSearch::most_steps && step < farthest; ++round) {
            if (is_end(step)) {
                for (double shorter = step / growth;
                     growth > RootSearch::doubled && step > RootSearch::close * shorter;) {
                    const double between = std::sqrt(shorter * step);
                    (is_end(between) ? step : shorter) = between;
                }
                return step;
            }
            growth = round < RootSearch::doublings ? RootSearch::doubled : RootSearch::faster;
            step *= growth;
        }
        return std::nullopt;
    };
    const auto up = long_enough(offset(there.upper - delta), infinity, [&](double step) {
        return line.delta(epsilon + step).upper <= delta;
    });
    // δ has to exceed `delta`: beyond the largest finite loss the curve may be level at `delta`.
    const auto down = long_enough(offset(delta - there.lower), epsilon, [&](double step) {
        return line.delta(epsilon - step).lower > delta;
    });
    return intersect(known, {down ? epsilon - *down : 0, up ? epsilon + *up : infinity});
}

// The least ε with δ(ε) ≤ `delta`, which is `known` already, between neighbouring doubles if the
// curve is sharp enough. Each end is accepted only after δ was evaluated there.
template <class Curve>
Bracket narrowest_epsilon(const Curve& curve, Bracket known, double delta, double infinite_mass) {
    if (known.lower == 0 && curve.delta(0).upper <= delta) return 0;
    const Root root =
        near_root(curve, known.middle(), delta, infinite_mass, RootSearch::finest_precision);
    const double miss = curve.delta(root.epsilon).middle() - delta, change = miss / -root.slope;
    const double newton = std::isfinite(change) ? root.epsilon + change : root.epsilon;
    const double near = std::clamp(newton, known.lower, known.upper);
    const double unit = std::nextafter(near, infinity) - near;
    // δ has to exceed `delta`: beyond the largest finite loss the curve may be level at `delta`.
    const auto is_below = [&](double epsilon) { return curve.delta(epsilon).lower > delta; };
    const auto is_above = [&](double epsilon) { return curve.delta(epsilon).upper <= delta; };
    const auto first = [&](double step, auto is_end, double otherwise) {
        for (double units = 0; units < 0x1p60; units = std::max(1.0, 2 * units)) {
            const double epsilon = near + units * step;
            if (!known.contains(epsilon)) break;
            if (is_end(epsilon)) return epsilon;
        }
        return otherwise;
    };
    return {first(-unit, is_below, known.lower), first(unit, is_above, known.upper)};
}

}  // namespace mizan::inversion

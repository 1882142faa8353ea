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

// A curve tells δ at any ε ≥ 0: `delta(ε)` as a bracket, `estimate(ε)` in plain numbers, with the
// slope.

inline bool says_nothing(Bracket delta, double infinite_mass) {
    return delta.upper >= 1 && delta.lower <= infinite_mass;
}

// About where the curve falls to `delta`, by strides from the guess that grow until they have
// passed it: far from there the curve may tell nothing.
template <class Curve>
double near_root_by_strides(const Curve& line, double guess, double delta) {
    const auto is_low = [&](double epsilon) { return line.estimate(epsilon).delta > delta; };
    const bool rises = is_low(guess);
    double near = guess, far = guess;
    for (double stride = 1e-4 * guess; stride < guess && is_low(far) == rises; stride *= 2) {
        near = far;
        far = std::max(0.0, far + (rises ? stride : -stride));
    }
    for (int round = 0; round < 50; ++round) {
        const double middle = (near + far) / 2;
        (is_low(middle) == rises ? near : far) = middle;
    }
    return far;
}

// Newton's method on log δ finds about where the curve falls to `delta`. Where it leads to places
// of which the curve tells nothing, strides from the guess may not; and the cells of a lattice,
// between which its curve is level, can be searched.
struct Root {
    double epsilon, slope;
};

template <class Curve>
Root near_root(const Curve& line, double guess, double delta, double infinite_mass,
               double precision) {
    constexpr int patience = 12;
    double low = 0, high = infinity, epsilon = std::max(guess, 0.0), slope = 0;
    double last_moved = 0;  // by a step of Newton's
    for (int round = 0; round < 60; ++round) {
        const Line::Estimate at = line.estimate(epsilon);
        slope = at.slope;
        (at.delta > delta ? low : high) = epsilon;
        const double above = (at.delta - infinite_mass) / (delta - infinite_mass);
        double next = epsilon + (at.delta - infinite_mass) * plain::log(above) / -slope;
        const bool is_newton = above > 0 && next > low && next < high;
        if (!is_newton) next = high == infinity ? 2 * epsilon + 1 : (low + high) / 2;
        const double moved = std::abs(next - epsilon), shrunk = moved / last_moved;
        epsilon = next;
        // Every step is about as long as the square of the last one, times a constant.
        const double expected = is_newton && last_moved > 0 ? moved * shrunk * shrunk : infinity;
        last_moved = is_newton ? moved : 0;
        if (std::min(moved, 16 * expected) <= precision * epsilon || !(high > low)) break;
        if (round != patience || !says_nothing(line.delta(epsilon), infinite_mass)) continue;
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

// Whether the middle of what is known is a better guess than that of a saddle.
inline bool is_located(Bracket epsilon) { return epsilon.width() < epsilon.upper / 2; }

// What is known already of the least ε, narrowed by a line: each end is accepted only by evaluating
// δ there.
template <class Curve>
Bracket narrowed(Bracket known, const Curve& line, double guess, double delta,
                 double infinite_mass) {
    if (known.lower == 0 && line.delta(0).upper <= delta) return 0;
    const double near = is_located(known) ? known.middle() : guess;
    const Root root = near_root(line, near, delta, infinite_mass, 1e-13);
    const double epsilon = root.epsilon, slope = root.slope;
    const Bracket there = line.delta(epsilon);
    if (says_nothing(there, infinite_mass)) return known;
    const double least = std::max(epsilon, 1e-300) * 1e-15;
    // A step longer than the longest means that the slope cannot be trusted: on a lattice, whose
    // curve may be level but for a fall nearby, the shortest step is tried first, elsewhere the
    // longest.
    const double longest = std::max(epsilon / 64, least);
    const auto offset = [&](double miss) {
        const double step = 1.1 * miss / -slope;
        if (std::is_same_v<Curve, LatticeLine> && !(step < longest)) return least;
        return std::clamp(step, least, longest);
    };
    // The first step that is long enough. They double, and then grow faster, where little can be
    // told; from such a one back to within a fifth.
    const auto long_enough = [](double step, double farthest,
                                auto is_end) -> std::optional<double> {
        constexpr int most_rounds = 22, doublings = 7;
        constexpr double close = 1.2;
        double growth = 1;
        for (int round = 0; round < most_rounds && step < farthest; ++round) {
            if (is_end(step)) {
                for (double shorter = step / growth; growth > 2 && step > close * shorter;) {
                    const double between = std::sqrt(shorter * step);
                    (is_end(between) ? step : shorter) = between;
                }
                return step;
            }
            growth = round < doublings ? 2 : 16;
            step *= growth;
        }
        return std::nullopt;
    };
    const auto up = long_enough(offset(there.upper - delta), infinity, [&](double step) {
        return line.delta(epsilon + step).upper <= delta;
    });
    // Not also where δ = `delta`: beyond the largest finite loss the curve is level.
    const auto down = long_enough(offset(delta - there.lower), epsilon, [&](double step) {
        return line.delta(epsilon - step).lower > delta;
    });
    return intersect(known, {down ? epsilon - *down : 0, up ? epsilon + *up : infinity});
}

// The least ε with δ(ε) ≤ `delta`, which is `known` already, between neighbouring doubles where the
// curve is sharp enough: each end is accepted only by evaluating δ there.
template <class Curve>
Bracket narrowest_epsilon(const Curve& curve, Bracket known, double delta, double infinite_mass) {
    if (known.lower == 0 && curve.delta(0).upper <= delta) return 0;
    const Root root = near_root(curve, known.middle(), delta, infinite_mass, 1e-14);
    const double miss = curve.delta(root.epsilon).middle() - delta, change = miss / -root.slope;
    const double newton = std::isfinite(change) ? root.epsilon + change : root.epsilon;
    const double near = std::clamp(newton, known.lower, known.upper);
    const double unit = std::nextafter(near, infinity) - near;
    // Not also where δ = `delta`: beyond the largest finite loss the curve is level.
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

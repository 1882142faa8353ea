// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "mizan/inversion/line/lattice_line.hpp"
#include "mizan/inversion/line/line.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

// A curve tells δ at any ε ≥ 0: `delta(ε)` as a bracket, `estimate(ε)` in plain numbers, with the
// slope.

inline bool says_nothing(Bracket delta, double infinite_mass) {
    return delta.upper >= 1 && delta.lower <= infinite_mass;
}

// About where the curve falls to `delta`, by strides from the guess that grow until they have passed it: far from
// there the curve may tell nothing.
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

// Newton's method on log δ finds about where the curve falls to `delta`. Where it leads to places of which the curve
// tells nothing, strides from the guess may not; and the cells of a lattice, between which its curve is level, can
// be searched.
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
        double next = epsilon + (at.delta - infinite_mass) * std::log(above) / -slope;
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

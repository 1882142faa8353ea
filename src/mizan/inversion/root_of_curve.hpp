// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "mizan/inversion/line.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

// A curve tells δ at any ε ≥ 0: `delta(ε)` as a bracket, `estimate(ε)` in plain numbers, with the
// slope.

inline bool says_nothing(Bracket delta, double infinite_mass) {
    return delta.upper >= 1 && delta.lower <= infinite_mass;
}

// Newton's method on log δ finds about where the curve falls to `delta`.
struct Root {
    double epsilon, slope;
};

template <class Curve>
Root near_root(const Curve& line, double guess, double delta, double infinite_mass,
               double precision) {
    constexpr int patience = 12;
    double low = 0, high = infinity, epsilon = std::max(guess, 0.0), slope = 0;
    for (int round = 0; round < 60; ++round) {
        const Line::Estimate at = line.estimate(epsilon);
        slope = at.slope;
        (at.delta > delta ? low : high) = epsilon;
        const double above = (at.delta - infinite_mass) / (delta - infinite_mass);
        double next = epsilon + (at.delta - infinite_mass) * std::log(above) / -slope;
        if (!(above > 0) || !(next > low && next < high)) {
            next = high == infinity ? 2 * epsilon + 1 : (low + high) / 2;
        }
        const double moved = std::abs(next - epsilon);
        epsilon = next;
        if (moved <= precision * epsilon || !(high > low)) break;
        if (round == patience && says_nothing(line.delta(epsilon), infinite_mass)) break;
    }
    return {epsilon, slope};
}

// The least ε with δ(ε) ≤ `delta`, between neighbouring doubles where the curve is sharp enough: each
// end is accepted only by evaluating δ there. `known` is about where it is.
template <class Curve>
Bracket narrowest_epsilon(const Curve& curve, Bracket known, double delta, double infinite_mass) {
    if (known.lower == 0 && curve.delta(0).upper <= delta) return 0;
    const Root root = near_root(curve, known.middle(), delta, infinite_mass, 1e-14);
    const double miss = curve.delta(root.epsilon).middle() - delta;
    const double change = miss / -root.slope;
    const double near = std::isfinite(change) ? std::max(0.0, root.epsilon + change) : root.epsilon;
    const double unit = std::nextafter(near, infinity) - near;
    Bracket found(0, infinity);
    for (double units = 0; near + units * unit < known.upper; units = std::max(1.0, 2 * units)) {
        if (curve.delta(near + units * unit).upper <= delta) {
            found.upper = near + units * unit;
            break;
        }
    }
    for (double units = 0; near - units * unit > known.lower; units = std::max(1.0, 2 * units)) {
        if (curve.delta(near - units * unit).lower >= delta) {
            found.lower = near - units * unit;
            break;
        }
    }
    return found;
}

}  // namespace mizan::inversion

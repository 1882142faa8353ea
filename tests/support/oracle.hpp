// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <ostream>

#include "mizan/numeric/bracket.hpp"

#include "support/digits.hpp"

namespace mizan::oracle {

/// Fifty decimal digits: what mizan's doubles are measured against.
using Real = Digits<50>;

/// The bracket contains the exact value, where `exact` may itself be off in its 40th digit: far
/// less than the 17th, where doubles err.
inline bool contains(const Bracket& bracket, const Real& exact) {
    const Real doubt = abs(exact) * Real(1e-40);
    return Real(bracket.lower) <= exact + doubt && exact - doubt <= Real(bracket.upper);
}

/// The bracket is no wider than `relative` times the exact value.
inline bool is_sharp(const Bracket& bracket, const Real& exact, double relative) {
    return Real(bracket.upper) - Real(bracket.lower) <= Real(relative) * abs(exact);
}

/// Pr[Z > x] for a standard normal Z.
inline Real normal_tail(const Real& x) { return erfc(x / sqrt(Real(2))) / 2; }

/// The x with Pr[Z > x] = p, for p <= 1/2: Newton's steps on the logarithm of the tail, which is
/// concave, from a point beyond x.
inline Real normal_quantile(const Real& p) {
    Real x = sqrt(-2 * log(2 * p));
    for (int step = 0; step < 10; ++step) {
        const Real tail = normal_tail(x), density = exp(-x * x / 2) / sqrt(2 * Real::pi());
        x += (log(tail) - log(p)) * tail / density;
    }
    return x;
}

/// The integral over [a, b] of an analytic function, in doubles or in Reals, by the tanh-sinh rule.
template <class Number>
Number integral(const auto& f, Number a, Number b) {
    using std::atan2, std::cosh, std::exp, std::sinh;
    const Number step = Number(1) / 32, quarter_turn = atan2(Number(1), Number(0));
    Number sum = 0;
    for (int i = -160; i <= 160; ++i) {
        const Number t = i * step, u = quarter_turn * sinh(t);
        const Number weight = quarter_turn * cosh(t) / (cosh(u) * cosh(u));
        sum += weight * f(a + (b - a) / (1 + exp(-2 * u)));
    }
    return sum * step * (b - a) / 2;
}

}  // namespace mizan::oracle

namespace mizan {

/// Readable failures in GoogleTest and RapidCheck.
inline std::ostream& operator<<(std::ostream& out, const Bracket& x) { return out << to_string(x); }

}  // namespace mizan

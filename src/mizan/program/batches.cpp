// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/batches.hpp"

#include <cmath>
#include <utility>

namespace mizan {

namespace {

/// Fractions of this many records are fine enough: one part in 2⁵⁰ is next to the last digit of a
/// double.
constexpr double many = 1LL << 50;

}  // namespace

Fraction fraction_of(Bracket q) {
    double part = 1, whole = 0, last_part = 0, last_whole = 1;
    for (double rest = q.upper; rest < many && whole < many;) {
        const double digit = std::floor(rest);
        last_part = std::exchange(part, digit * part + last_part);
        last_whole = std::exchange(whole, digit * whole + last_whole);
        const double quotient = part / whole;
        if (q.lower <= quotient && quotient <= q.upper) {
            return {static_cast<Count>(part), static_cast<Count>(whole)};
        }
        rest = 1 / (rest - digit);
    }
    return {static_cast<Count>(std::ceil(q.upper * many)), static_cast<Count>(many)};
}

}  // namespace mizan

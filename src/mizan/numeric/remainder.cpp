// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/remainder.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

namespace {

// x^2/2 (1 + x/3 (1 + x/4 (1 + ...))) for |x| < 1/2, in plain doubles: this is where Laplace curves
// spend their time. With u = 2^-53, each step s = 1 + x/k s' of Horner's rule adds at most u |s|
// and passes on a sixth of what came before plus two roundings, so all of them together stay below
// 2.1 u; what is cut off is less than u/2, and the outer factor rounds twice. Less than 5 u: 8
// units in the last place are safe.
double series(double x) {
    const int terms = std::abs(x) < 0x1p-10 ? 7 : std::abs(x) < 0x1p-3 ? 11 : 18;
    double sum = 1;
    for (int k = terms; k >= 3; --k) sum = 1 + x / k * sum;
    return x * x / 2 * sum;
}

Bracket by_series(double x) {
    const double value = series(x);
    return {std::max(0.0, rounding::widen_down(value, 8)), rounding::widen_up(value, 8)};
}

Bracket at(double x) {
    if (x == infinity || x == -infinity) return infinity;
    if (x == 0) return 0;
    const Bracket value = std::abs(x) < 0.5 ? by_series(x) : expm1(Bracket(x)) - x;
    return max(value, 0);
}

// x²/6 (1 + x²/20 (1 + x²/42 (1 + …))) for x ≤ 1.
Bracket sinhc_by_series(Bracket x) {
    const Bracket square_x = square(x);
    Bracket tail{1, 1.01};
    for (int k = 18; k >= 4; k -= 2) tail = 1 + square_x / (k * (k + 1)) * tail;
    return square_x / 6 * tail;
}

Bracket sinhc_remainder_at(double x) {
    if (x == infinity) return infinity;
    return x <= 1 ? sinhc_by_series(x) : sinh(Bracket(x)) / x - 1;
}

}  // namespace

Bracket exp_remainder(Bracket x) {
    // Falls until 0, rises from there.
    const Bracket left = at(x.lower), right = at(x.upper);
    if (x.lower >= 0) return {left.lower, right.upper};
    if (x.upper <= 0) return {right.lower, left.upper};
    return {0, std::max(left.upper, right.upper)};
}

PlainRemainder plain_exp_remainder(double x) {
    if (std::abs(x) < 0.5) return {series(x), 3};
    const double rise = plain::expm1(x), value = rise - x;
    return {value, plain::most_ulps * std::abs(rise) / value * (1 + 0x1p-40) + 1};
}

Bracket sinhc_remainder(Bracket x) {
    const double least = std::max(x.lower, 0.0);
    return {sinhc_remainder_at(least).lower, sinhc_remainder_at(std::max(x.upper, least)).upper};
}

}  // namespace mizan

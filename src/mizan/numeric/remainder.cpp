// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/remainder.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/units/quantity.hpp"

namespace mizan {

namespace {

// x^2/2 (1 + x/3 (1 + x/4 (1 + ...))), cut after `terms` factors: what follows is at most
// |x|/(terms + 1) (1 + |x| + x^2 + ...), less than twice its first term.
Bracket by_series(double x) {
    const int terms = std::abs(x) < 0x1p-10 ? 7 : 18;
    const Bracket cut = Bracket(-2, 2) * std::abs(x) / (terms + 1);
    Bracket sum = 1 + cut;
    for (int k = terms; k >= 3; --k) sum = 1 + Bracket(x) / k * sum;
    return square(Bracket(x)) / 2 * sum;
}

Bracket at(double x) {
    if (x == infinity || x == -infinity) return infinity;
    const Bracket value = std::abs(x) < 0.5 ? by_series(x) : expm1(Bracket(x)) - x;
    return max(value, 0);
}

}  // namespace

Bracket exp_remainder(Bracket x) {
    // Falls until 0, rises from there.
    const Bracket left = at(x.lower), right = at(x.upper);
    if (x.lower >= 0) return {left.lower, right.upper};
    if (x.upper <= 0) return {right.lower, left.upper};
    return {0, std::max(left.upper, right.upper)};
}

}  // namespace mizan

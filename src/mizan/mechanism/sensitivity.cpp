// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/sensitivity.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/units/quantity.hpp"

namespace mizan {

Bracket l1_norm(std::span<const double> coordinates) {
    Bracket sum = 0;
    for (const double x : coordinates) sum += abs(Bracket(x));
    return sum;
}

Bracket l2_norm(std::span<const double> coordinates) {
    double largest = 0;
    for (const double x : coordinates) largest = std::max(largest, abs(Bracket(x)).upper);
    if (largest == 0 || largest == infinity) return largest;
    // A power of two near the largest coordinate: dividing by it is exact and keeps squares small.
    const Bracket unit = std::ldexp(1.0, std::ilogb(largest));
    Bracket sum = 0;
    for (const double x : coordinates) sum += square(x / unit);
    return unit * sqrt(sum);
}

}  // namespace mizan

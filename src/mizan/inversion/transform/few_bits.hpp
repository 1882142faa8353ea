// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace mizan::inversion {

/// At most `step`, and so near to it that its multiples below 2^29 are exact doubles.
[[nodiscard]] inline double with_few_bits(double step) {
    constexpr int bits = 24;
    int exponent = 0;
    const double mantissa = std::frexp(step, &exponent);
    return std::ldexp(std::floor(std::ldexp(mantissa, bits)), exponent - bits);
}

}  // namespace mizan::inversion

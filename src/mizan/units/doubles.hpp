// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace mizan {

// Where doubles end. The largest one is about e^709.8, the smallest with all digits about e^-708.4.

/// Up to this x, e^x and e^-x are doubles with all their digits.
inline constexpr double largest_exponent = 700;

/// The same where e^x is multiplied by something up to e^10 besides.
inline constexpr double largest_exponent_in_product = 690;

/// A product of probabilities below it may be a double with fewer digits than others, or 0.
inline constexpr double least_sharp_double = 1e-280;

/// All whole numbers from 0 to this one are doubles.
inline constexpr double largest_whole = 0x1p53;

/// Whether x is one of them.
[[nodiscard]] inline bool is_whole(double x) {
    return 0 <= x && x <= largest_whole && x == static_cast<double>(static_cast<std::int64_t>(x));
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "mizan/numeric/rounding.hpp"

namespace mizan {

/// A number of some 106 bits as the unevaluated sum of two doubles, |low| ≤ half a unit in the last
/// place of high. For sums of which all but the last digits cancel. Errors are in units
/// `double_double_unit` = 2^-102 and proven in docs/proofs/floating-point.md, as long as nothing
/// comes near the ends of the doubles: every result below is off by one unit at most, relatively, a
/// quotient by two.
struct DoubleDouble {
    double high = 0, low = 0;

    constexpr DoubleDouble() = default;
    constexpr DoubleDouble(double x) : high{x} {}  // NOLINT(google-explicit-constructor)
    constexpr DoubleDouble(double high_part, double low_part) : high{high_part}, low{low_part} {}
};

inline constexpr double double_double_unit = 0x1p-102;

/// x + y exactly, if |x| ≥ |y|.
[[nodiscard]] inline DoubleDouble quick_two_sum(double x, double y) {
    const double sum = x + y;
    return {sum, y - (sum - x)};
}

/// x + y exactly.
[[nodiscard]] inline DoubleDouble two_sum(double x, double y) {
    const double sum = x + y, part = sum - x;
    return {sum, (x - (sum - part)) + (y - part)};
}

/// x y - product exactly, if product is x y rounded.
[[nodiscard]] inline double product_rest(double x, double y, double product) {
#ifdef __FP_FAST_FMA
    return std::fma(x, y, -product);
#else
    // Both in two halves of 26 bits, so that all four products are exact.
    constexpr double splitter = 0x1p27 + 1;
    const double x_scaled = splitter * x, y_scaled = splitter * y;
    const double x1 = x_scaled - (x_scaled - x), x2 = x - x1;
    const double y1 = y_scaled - (y_scaled - y), y2 = y - y1;
    return ((x1 * y1 - product) + x1 * y2 + x2 * y1) + x2 * y2;
#endif
}

/// x y exactly.
[[nodiscard]] inline DoubleDouble two_product(double x, double y) {
    const double product = x * y;
    return {product, product_rest(x, y, product)};
}

[[nodiscard]] inline DoubleDouble operator-(DoubleDouble x) { return {-x.high, -x.low}; }

[[nodiscard]] inline DoubleDouble operator+(DoubleDouble x, DoubleDouble y) {
    const DoubleDouble high = two_sum(x.high, y.high), low = two_sum(x.low, y.low);
    const DoubleDouble sum = quick_two_sum(high.high, high.low + low.high);
    return quick_two_sum(sum.high, sum.low + low.low);
}

[[nodiscard]] inline DoubleDouble operator-(DoubleDouble x, DoubleDouble y) { return x + -y; }

[[nodiscard]] inline DoubleDouble operator*(DoubleDouble x, DoubleDouble y) {
    const DoubleDouble product = two_product(x.high, y.high);
    return quick_two_sum(product.high, product.low + (x.high * y.low + x.low * y.high));
}

[[nodiscard]] inline DoubleDouble operator/(DoubleDouble x, DoubleDouble y) {
    const double first = x.high / y.high;
    const DoubleDouble rest = x - y * first;
    return quick_two_sum(first, rest.high / y.high);
}

/// x · 2^n for a power of two; exact.
[[nodiscard]] inline DoubleDouble scaled(DoubleDouble x, double power_of_two) {
    return {x.high * power_of_two, x.low * power_of_two};
}

}  // namespace mizan

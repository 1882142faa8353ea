// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#ifdef __FAST_MATH__
#error "mizan's bounds rest on IEEE arithmetic: build without -ffast-math"
#endif

namespace mizan::rounding {

// One operation, rounded up or down. The exact error of the rounded operation is computed (TwoSum,
// fused multiply-add), so a result that is exact is returned as it is. Used by Bracket only.

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double largest = std::numeric_limits<double>::max();
inline constexpr double tiniest = std::numeric_limits<double>::denorm_min();

// Below this the error of a product is itself too small to be represented.
inline constexpr double error_underflow = 0x1p-960;

inline double next_up(double x) {
    if (x == inf || std::isnan(x)) return x;
    if (x == 0) return tiniest;
    const auto bits = std::bit_cast<std::int64_t>(x);
    return std::bit_cast<double>(x > 0 ? bits + 1 : bits - 1);
}

inline double next_down(double x) { return -next_up(-x); }

inline double add_up(double x, double y) {
    const double sum = x + y;
    if (!std::isfinite(sum)) {
        if (std::isnan(sum)) return inf;
        const bool overflow = std::isfinite(x) && std::isfinite(y);
        return overflow && sum < 0 ? -largest : sum;
    }
    const double y_part = sum - x;
    const double error = (x - (sum - y_part)) + (y - y_part);
    return error > 0 ? next_up(sum) : sum;
}

inline double add_down(double x, double y) { return -add_up(-x, -y); }

inline double multiply_up(double x, double y) {
    const double product = x * y;
    if (!std::isfinite(product)) {
        if (std::isnan(product)) return inf;
        const bool overflow = std::isfinite(x) && std::isfinite(y);
        return overflow && product < 0 ? -largest : product;
    }
    if (x == 0 || y == 0) return 0;
    if (std::abs(product) < error_underflow) {
        return std::signbit(product) && product == 0 ? 0 : next_up(product);
    }
    return std::fma(x, y, -product) > 0 ? next_up(product) : product;
}

inline double multiply_down(double x, double y) { return -multiply_up(-x, y); }

// The divisor is not 0.
inline double divide_up(double x, double y) {
    const double quotient = x / y;
    if (!std::isfinite(quotient)) {
        if (std::isnan(quotient)) return inf;
        return std::isfinite(x) && quotient < 0 ? -largest : quotient;
    }
    if (x == 0 || std::isinf(y)) return 0;
    if (std::abs(quotient) < error_underflow || std::abs(x) < error_underflow) {
        return std::signbit(quotient) && quotient == 0 ? 0 : next_up(quotient);
    }
    const double remainder = std::fma(-quotient, y, x);
    return (y > 0 ? remainder : -remainder) > 0 ? next_up(quotient) : quotient;
}

inline double divide_down(double x, double y) { return -divide_up(-x, y); }

// `value` was computed with an error of at most `ulps` units in its last place.
inline double widen_up(double value, int ulps) {
    if (!std::isfinite(value)) return value == -inf ? -largest * (1 - 0x1p-48) : value;
    return next_up(value + (std::abs(value) * (ulps * 0x1p-52) + ulps * tiniest));
}

inline double widen_down(double value, int ulps) { return -widen_up(-value, ulps); }

}  // namespace mizan::rounding

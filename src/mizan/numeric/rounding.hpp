// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

/// Marks a function to be compiled twice, for processors with and without fused multiply-add:
/// std::fma is one instruction or a call, with the same bits. MIZAN_NARROW leaves that out.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(MIZAN_NARROW)
#define MIZAN_FUSED __attribute__((target_clones("fma", "default")))
#else
#define MIZAN_FUSED
#endif

namespace mizan {

/// u, the relative error of one operation that is rounded to the nearest double.
inline constexpr double unit_roundoff = 0x1p-53;

/// Pays for what rounding takes from a sum or product of bounds: n operations lose at most about
/// n u, so a million of them lose 1.2e-10, and nine times as much is paid for.
inline constexpr double bound_margin = 1 + 1e-9;

}  // namespace mizan

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

/// The next double above x if `is_short`, otherwise x. There is no branch, because processors
/// cannot foresee whether an operation rounded down. For numbers other than 0 and NaN.
inline double next_up_if(bool is_short, double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    const std::int64_t sign = bits >> 63;  // all ones below 0, where upward is toward 0
    return std::bit_cast<double>(bits + ((static_cast<std::int64_t>(is_short) ^ sign) - sign));
}

// A sum, product or quotient that left the doubles: `overflow` says that the exact one is finite.
inline double not_finite_up(double result, bool overflow) {
    if (std::isnan(result)) return inf;
    return overflow && result < 0 ? -largest : result;
}

inline double add_up(double x, double y) {
    const double sum = x + y;
    if (!(std::abs(sum) <= largest)) [[unlikely]] {
        return not_finite_up(sum, std::isfinite(x) && std::isfinite(y));
    }
    // A sum of 0 is exact, so it never moves.
    const double y_part = sum - x;
    const double error = (x - (sum - y_part)) + (y - y_part);
    return next_up_if(error > 0, sum);
}

inline double add_down(double x, double y) { return -add_up(-x, -y); }

// A product or quotient near 0, whose error may be too small to be represented.
inline double next_up_near_zero(double result) {
    return std::signbit(result) && result == 0 ? 0 : next_up(result);
}

inline bool error_is_seen(double result) {
    return std::abs(result) >= error_underflow && std::abs(result) <= largest;
}

inline double multiply_up(double x, double y) {
    const double product = x * y;
    if (error_is_seen(product)) [[likely]] {
        return next_up_if(std::fma(x, y, -product) > 0, product);
    }
    if (!std::isfinite(product)) {
        return not_finite_up(product, std::isfinite(x) && std::isfinite(y));
    }
    return x == 0 || y == 0 ? 0 : next_up_near_zero(product);
}

inline double multiply_down(double x, double y) { return -multiply_up(-x, y); }

// The divisor is not 0.
inline double divide_up(double x, double y) {
    const double quotient = x / y;
    if (error_is_seen(quotient) && std::abs(x) >= error_underflow) [[likely]] {
        const double remainder = std::fma(-quotient, y, x);
        return next_up_if((y > 0 ? remainder : -remainder) > 0, quotient);
    }
    if (!std::isfinite(quotient)) return not_finite_up(quotient, std::isfinite(x));
    return x == 0 || std::isinf(y) ? 0 : next_up_near_zero(quotient);
}

inline double divide_down(double x, double y) { return -divide_up(-x, y); }

// `value` was computed with an error of at most `ulps` units in its last place.
inline double widen_up(double value, int ulps) {
    if (!std::isfinite(value)) return value == -inf ? -largest * (1 - 0x1p-48) : value;
    // So many times the tiniest number, made of its bits: processors are slow to multiply such
    // numbers.
    const double tiny = std::bit_cast<double>(static_cast<std::int64_t>(ulps));
    return next_up(value + (std::abs(value) * (ulps * 0x1p-52) + tiny));
}

inline double widen_down(double value, int ulps) { return -widen_up(-value, ulps); }

}  // namespace mizan::rounding

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "mizan/numeric/angle.hpp"
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

/// Products are off by one unit at most, relative to their modulus.
struct ComplexDoubleDouble {
    DoubleDouble real, imag;

    [[nodiscard]] double modulus() const { return plain::hypot(real.high, imag.high); }
};

[[nodiscard]] inline ComplexDoubleDouble operator+(const ComplexDoubleDouble& x,
                                                   const ComplexDoubleDouble& y) {
    return {x.real + y.real, x.imag + y.imag};
}

[[nodiscard]] inline ComplexDoubleDouble operator*(const ComplexDoubleDouble& x,
                                                   const ComplexDoubleDouble& y) {
    return {x.real * y.real - x.imag * y.imag, x.real * y.imag + x.imag * y.real};
}

[[nodiscard]] inline ComplexDoubleDouble operator*(DoubleDouble x, const ComplexDoubleDouble& y) {
    return {x * y.real, x * y.imag};
}

[[nodiscard]] inline ComplexDoubleDouble conjugate(const ComplexDoubleDouble& x) {
    return {x.real, -x.imag};
}

/// e^x for |x| ≤ 600, off by at most exp_error(x), relatively.
[[nodiscard]] DoubleDouble exp(DoubleDouble x);
[[nodiscard]] inline double exp_error(double x) {
    const double size = std::abs(x);
    return 4 + std::fmin(64 * size, 20 + 2 * size);
}

/// cos x + i sin x for |x| ≤ 2^40, off by at most cis_error(x).
[[nodiscard]] ComplexDoubleDouble cis(DoubleDouble x);
[[nodiscard]] inline double cis_error(double x) { return exp_error(x); }

/// e^z, off by at most exp_error(Re z) + cis_error(Im z) + 2, relatively.
[[nodiscard]] ComplexDoubleDouble exp(const ComplexDoubleDouble& z);

/// log z on the principal branch, off by at most log_error(log z), for |log z| ≤ 600.
[[nodiscard]] ComplexDoubleDouble log(const ComplexDoubleDouble& z);
[[nodiscard]] inline double log_error(const ComplexDoubleDouble& log_z) {
    return exp_error(log_z.real.high) + cis_error(log_z.imag.high) + 8 + 2 * log_z.modulus();
}

}  // namespace mizan

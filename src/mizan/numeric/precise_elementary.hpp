// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "mizan/numeric/double_double.hpp"
#include "mizan/numeric/elementary.hpp"

namespace mizan {

// Exponential and logarithm to some 20 digits, without calls and branches as in elementary.hpp; all
// 31 digits of a pair (double_double.hpp) would take several times as long. They come in steps that
// wait for each other, so that a loop over points can take each step for many points at once. The
// errors are proven in docs/proofs/floating-point.md.

/// x - n log 2 for the whole number n that brings it below 0.35; |x| ≤ 700.
struct ReducedExponent {
    DoubleDouble rest;
    double power;  ///< 2^n

    explicit ReducedExponent(DoubleDouble x) {
        constexpr double shifter = 0x1.8p52, inverse_ln_2 = 0x1.71547652b82fep0;
        const double shifted = x.high * inverse_ln_2 + shifter, n = shifted - shifter;
        const DoubleDouble near = two_sum(x.high - n * ln_2_high, -(n * ln_2_low));
        rest = quick_two_sum(near.high, near.low + x.low);
        power = std::bit_cast<double>((std::bit_cast<std::uint64_t>(shifted) + 1023) << 52);
    }
};

/// e^{x/64} - 1 for |x| ≤ 0.35, off by at most 2^-67.5 of itself.
inline DoubleDouble small_growth(DoubleDouble x) {
    const DoubleDouble s = scaled(x, 0x1p-6), square = two_product(s.high, s.high);
    // s + s²/2 + s³ (1/3! + s/4! + … + s^5/8!)
    const double t = s.high, v = square.high;
    const double cubic =
        t * v *
        ((0x1.5555555555555p-3 + v * (0x1.1111111111111p-7 + v * 0x1.a01a01a01a01ap-13)) +
         t * (0x1.5555555555555p-5 + v * (0x1.6c16c16c16c17p-10 + v * 0x1.a01a01a01a01ap-16)));
    const DoubleDouble sum = quick_two_sum(s.high, 0.5 * square.high);
    return quick_two_sum(sum.high,
                         sum.low + (cubic + (s.low + (0.5 * square.low + s.high * s.low))));
}

/// e^{2x} - 1 = 2y + y² from y = e^x - 1. Six times lead from small_growth(x) to e^x - 1, off by at
/// most 2^-67 of itself.
inline DoubleDouble doubled_growth(DoubleDouble y) {
    const DoubleDouble square = two_product(y.high, y.high);
    const DoubleDouble sum = quick_two_sum(2 * y.high, square.high);
    return quick_two_sum(sum.high, sum.low + (2 * y.low + (square.low + 2 * y.high * y.low)));
}

/// e^x - 1 from e^rest - 1, off by at most 2^-66 of the smaller of e^x and |e^x - 1| and 2^-103 of
/// the larger.
inline DoubleDouble growth(double power, DoubleDouble of_rest) {
    const DoubleDouble whole = two_sum(power, -1), sum = two_sum(whole.high, power * of_rest.high);
    return quick_two_sum(sum.high, sum.low + (whole.low + power * of_rest.low));
}

/// log w as n log 2 + log(1 + t), √½ ≤ 1 + t < √2, and `first` instead of log(1 + t), which is off
/// by 5u at most. If n = 0, `above_one` takes the place of w - 1.
struct ReducedLogarithm {
    double n, t, t_low, first;

    ReducedLogarithm(DoubleDouble w, DoubleDouble above_one) {
        constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd, exponent_bits = 0xfff0000000000000;
        constexpr std::uint64_t one = std::uint64_t{1023} << 52, bias = std::uint64_t{1024} << 52;
        constexpr std::uint64_t in_last_bits = 0x4330000000000000;
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(w.high), beyond = bits - root_half;
        n = std::bit_cast<double>(((beyond + bias) >> 52) | in_last_bits) - (0x1p52 + 1024);
        const double m = std::bit_cast<double>(bits - (beyond & exponent_bits));
        const double inverse_power = std::bit_cast<double>(one - (beyond & exponent_bits));
        t = n == 0 ? above_one.high : m - 1;
        t_low = n == 0 ? above_one.low : w.low * inverse_power;
        first = logarithm(m, t);
    }
};

/// log w from back = e^{-first} - 1, because (1 + t)(1 + back) = 1 + η and log(1 + η) is η up to
/// η². Off by at most 2^-65 of the smaller of itself and 1, apart from what w or above_one are off.
inline DoubleDouble logarithm(double n, double t, double t_low, double first, DoubleDouble back) {
    const DoubleDouble sum = two_sum(t, back.high), product = two_product(t, back.high);
    const double eta =
        (sum.high + product.high) +
        ((sum.low + product.low) + (t_low + back.low + t_low * back.high + t * back.low));
    const DoubleDouble high = two_sum(n * ln_2_high, first);
    return quick_two_sum(high.high, high.low + (n * ln_2_low + eta));
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/wide.hpp"

namespace mizan {

// Exponential, logarithm and sine without calls and branches: loops over points use them, which
// compilers then turn into vector instructions. Every operation is one of IEEE 754, so the answers
// have the same bits whichever instructions are chosen. The errors are proven in
// docs/proofs/floating-point.md.

inline constexpr double ln_2_high =
    0x1.62e42fefa38p-1;  // 42 bits, so that 10 bits times it are exact
inline constexpr double ln_2_low = 0x1.ef35793c7673p-45;

struct ExponentialValue {
    double value;      ///< e^x
    double minus_one;  ///< e^x - 1
};

/// e^y - 1 - y for |y| ≤ 0.35, off by at most 4.1u of itself.
inline double exponential_remainder(double y) {
    // y² (1/2! + y/3! + … + y^12/14!), even and odd powers side by side.
    const double v = y * y;
    const double even =
        0.5 + v * (0x1.5555555555555p-5 +
                   v * (0x1.6c16c16c16c17p-10 +
                        v * (0x1.a01a01a01a01ap-16 +
                             v * (0x1.27e4fb7789f5cp-22 +
                                  v * (0x1.1eed8eff8d898p-29 + v * 0x1.93974a8c07c9dp-37)))));
    const double odd = 0x1.5555555555555p-3 +
                       v * (0x1.1111111111111p-7 +
                            v * (0x1.a01a01a01a01ap-13 +
                                 v * (0x1.71de3a556c734p-19 +
                                      v * (0x1.ae64567f544e4p-26 + v * 0x1.6124613a86d09p-33))));
    return v * (even + y * odd);
}

/// For |x| ≤ 700; both are off by at most 8u of themselves, u = 2^-53.
inline ExponentialValue exponential(double x) {
    // n = x/ln 2, rounded, stands in the last bits of `shifted`.
    constexpr double shifter = 0x1.8p52, inverse_ln_2 = 0x1.71547652b82fep0;
    const double shifted = x * inverse_ln_2 + shifter, n = shifted - shifter;
    const double y = (x - n * ln_2_high) - n * ln_2_low;
    const double power =
        std::bit_cast<double>((std::bit_cast<std::uint64_t>(shifted) + 1023) << 52);
    const double grown = y + exponential_remainder(y);
    return {power + power * grown, power * grown + (power - 1)};
}

/// log w for a normal w > 0. If w lies in [0.71, 1.41], `above_one` takes the place of w - 1, which
/// may be known better than w. Off by at most 5u of itself, apart from what w or above_one are off.
inline double logarithm(double w, double above_one) {
    // w = m 2^n with √½ ≤ m < √2.
    constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd, exponent_bits = 0xfff0000000000000;
    constexpr std::uint64_t bias = std::uint64_t{1024} << 52, in_last_bits = 0x4330000000000000;
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(w), beyond = bits - root_half;
    const double n =
        std::bit_cast<double>(((beyond + bias) >> 52) | in_last_bits) - (0x1p52 + 1024);
    const double m = std::bit_cast<double>(bits - (beyond & exponent_bits));
    const double t = n == 0 ? above_one : m - 1;
    // log(1 + t) = t - (t²/2 - s (t²/2 + R)), s = t/(2 + t), R = 2 Σ_{k≥1} s^{2k}/(2k+1).
    const double s = t / (2 + t), v = s * s, v2 = v * v, half = 0.5 * t * t;
    const double odd =
        2.0 / 3 + v2 * (2.0 / 7 + v2 * (2.0 / 11 + v2 * (2.0 / 15 + v2 * (2.0 / 19))));
    const double even = 2.0 / 5 + v2 * (2.0 / 9 + v2 * (2.0 / 13 + v2 * (2.0 / 17)));
    const double rest = half - s * (half + v * (odd + v * even));
    return n * ln_2_high + (n * ln_2_low + (t - rest));
}

/// e^{iα} - 1.
struct Turn {
    double real, imag;
};

/// For |α| ≤ 2^21; off by at most 17u|α|.
inline Turn turn(double angle) {
    // With x = α/2 it is 2i sin x e^{ix}, and n = x/(π/2), rounded, is whole. Twice the angle y
    // that is left is α up to n half turns: whether n is odd is all that has to be known.
    constexpr double shifter = 0x1.8p52, two_over_pi = 0x1.45f306dc9c883p-1;
    constexpr double half_pi_high = 0x1.921fb544p0;  // 33 bits, so that 20 bits times it are exact
    constexpr double half_pi_low = 0x1.0b4611a626331p-34;
    const double x = angle / 2, shifted = x * two_over_pi + shifter, n = shifted - shifter;
    const double y = (x - n * half_pi_high) - n * half_pi_low;
    const double sine = plain::sine_near_zero(y), cosine = plain::cosine_near_zero(y);
    const std::uint64_t odd = std::bit_cast<std::uint64_t>(shifted) & 1;
    const auto sine_bits = std::bit_cast<std::uint64_t>(sine);
    const auto either = (sine_bits ^ std::bit_cast<std::uint64_t>(cosine)) & (0 - odd);
    const double sine_of_x = std::bit_cast<double>(sine_bits ^ either);  // up to its sign
    const auto imag = std::bit_cast<std::uint64_t>(2 * sine * cosine) ^ (odd << 63);
    return {-2 * sine_of_x * sine_of_x, std::bit_cast<double>(imag)};
}

/// e^{iα} - 1 for many α, by `turn` or, if some are too large for it, by plain::sin and plain::cos.
void turns(std::span<const double> angle, double* real, double* imag);

/// Every x becomes e^x; what lies below -700 becomes e^-700 and what lies above 700 e^700.
void exponentials(std::span<double> x);

}  // namespace mizan

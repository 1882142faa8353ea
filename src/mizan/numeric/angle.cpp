// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/angle.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "mizan/numeric/two_doubles.hpp"

namespace mizan::plain {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
constexpr DoubleDouble half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// x = quarter π/2 + rest up to whole turns, |rest| ≤ 0.786.
struct Reduced {
    double rest;
    std::uint64_t quarter;  // its last two bits count
};

constexpr std::uint32_t two_over_pi[] = {
#include "mizan/numeric/angle.inc"
};

// Whole numbers of nine digits to the base 2^32, the first digit the largest.
using Digits = std::array<std::uint32_t, 9>;

// The whole m < 2^53 times seven digits of 2/π.
Digits product(std::uint64_t m, const std::uint32_t* digits) {
    Digits result{};
    for (const std::size_t place : {std::size_t{1}, std::size_t{0}}) {
        const std::uint64_t factor = place == 1 ? m & 0xffffffff : m >> 32;
        std::uint64_t carry = 0;
        for (std::size_t i = 7; i-- > 0;) {
            const std::uint64_t sum = factor * digits[i] + result[i + place + 1] + carry;
            result[i + place + 1] = static_cast<std::uint32_t>(sum);
            carry = sum >> 32;
        }
        result[place] = static_cast<std::uint32_t>(carry);
    }
    return result;
}

// The 32 bits of a number of digits that begin so many bits after its first.
std::uint32_t bits_from(const Digits& number, int first) {
    const auto digit = [&](int i) -> std::uint64_t {
        return i < 0 || i >= static_cast<int>(number.size()) ? 0
                                                             : number[static_cast<std::size_t>(i)];
    };
    const int place = (first + 32) / 32 - 1, within = (first + 32) % 32;
    return static_cast<std::uint32_t>((digit(place) << 32 | digit(place + 1)) >> (32 - within));
}

// For all finite x that are no less than 1/2: x 2/π, of which only the digits around the point are
// computed, as a whole number.
Reduced reduced_exactly(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(std::abs(x));
    const int exponent = static_cast<int>(bits >> 52) - 1075;  // x = m 2^exponent
    const std::uint64_t m = (bits & 0xfffffffffffff) | std::uint64_t{1} << 52;
    const int skipped = std::max(0, (exponent - 2) / 32);  // digits that only make whole turns
    const Digits all = product(m, two_over_pi + skipped);
    // The point stands so many bits after the first: 64 are those of m.
    const int point = 64 + exponent - 32 * skipped;
    std::uint64_t quarter = bits_from(all, point - 32);
    std::array<std::uint32_t, 4> after{};
    for (int i = 0; i < 4; ++i) after[static_cast<std::size_t>(i)] = bits_from(all, point + 32 * i);
    const bool is_above = after[0] >> 31 != 0;  // more than a half: counted from the next quarter
    DoubleDouble share;
    double unit = 0x1p-32;
    for (const std::uint32_t digit : after) {
        // The difference from all ones is off by one in the last of 128 bits.
        const double term = unit * static_cast<double>(is_above ? ~digit : digit);
        share = share + term;
        unit *= 0x1p-32;
    }
    if (is_above) ++quarter;
    const DoubleDouble angle = share * half_pi;
    const bool is_negative = is_above != (x < 0);
    return {is_negative ? -angle.high : angle.high, x < 0 ? 0 - quarter : quarter};
}

Reduced reduced(double x) {
    constexpr double shifter = 0x1.8p52, two_over_pi_rounded = 0x1.45f306dc9c883p-1;
    constexpr double high = 0x1.921fb544p0, middle = 0x1.0b4611a6p-34, low = 0x1.3198a2e037073p-69;
    constexpr double few = 0x1p20, safe = 0x1p-40;
    if (!(std::abs(x) <= few)) return reduced_exactly(x);
    const double shifted = x * two_over_pi_rounded + shifter, n = shifted - shifter;
    if (n == 0) return {x, 0};
    const DoubleDouble rest = two_sum(x - n * high, -(n * middle));
    const double result = rest.high + (rest.low - n * low);
    if (std::abs(result) < safe) return reduced_exactly(x);
    return {result, std::bit_cast<std::uint64_t>(shifted)};
}

// The sine of rest + quarter π/2.
double sine_of(const Reduced& angle) {
    const double size =
        (angle.quarter & 1) != 0 ? cosine_near_zero(angle.rest) : sine_near_zero(angle.rest);
    return (angle.quarter & 2) != 0 ? -size : size;
}

// atan t for |t| ≤ 1/4, less t.
double arctangent_remainder(double t) {
    const double v = t * t, w = v * v;
    const double even =
        -1.0 / 3 +
        w * (-1.0 / 7 + w * (-1.0 / 11 + w * (-1.0 / 15 + w * (-1.0 / 19 + w * (-1.0 / 23)))));
    const double odd =
        1.0 / 5 + w * (1.0 / 9 + w * (1.0 / 13 + w * (1.0 / 17 + w * (1.0 / 21 + w * (1.0 / 25)))));
    return t * v * (even + v * odd);
}

// The angle of small/big, 0 ≤ small ≤ big: that of 0, 1/2 or 1 and what is left.
double angle_below_diagonal(double small, double big) {
    if (small < 0.25 * big) {
        const double t = small / big;
        return t + arctangent_remainder(t);
    }
    const bool is_middle = small < 0.75 * big;
    const DoubleDouble near = is_middle ? DoubleDouble(0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56)
                                        : DoubleDouble(0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55);
    const double slope = is_middle ? 0.5 : 1;
    const double t = (small - slope * big) / (big + slope * small);
    return near.high + (t + (arctangent_remainder(t) + near.low));
}

}  // namespace

double sin(double x) {
    if (!(std::abs(x) < infinite)) return undefined;
    if (x == 0) return x;
    return sine_of(reduced(x));
}

double cos(double x) {
    if (!(std::abs(x) < infinite)) return undefined;
    Reduced angle = reduced(x);
    ++angle.quarter;
    return sine_of(angle);
}

double atan2(double y, double x) {
    if (std::isnan(x) || std::isnan(y)) return undefined;
    double big = std::abs(x), small = std::abs(y);
    const bool is_steep = small > big;
    if (is_steep) std::swap(big, small);
    double angle = 0;
    if (big == infinite) {
        angle = small == infinite ? half_pi.high / 2 : 0;
    } else if (big > 0) {
        const double scale = big > 0x1p1000 ? 0x1p-100 : big < 0x1p-800 ? 0x1p200 : 1;
        angle = angle_below_diagonal(small * scale, big * scale);
    }
    if (is_steep) angle = half_pi.high - (angle - half_pi.low);
    if (std::signbit(x)) angle = 2 * half_pi.high - (angle - 2 * half_pi.low);
    return std::copysign(angle, y);
}

double asin(double x) { return atan2(x, std::sqrt((1 - x) * (1 + x))); }

double hypot(double x, double y) {
    const double big = std::max(std::abs(x), std::abs(y));
    if (std::isinf(x) || std::isinf(y)) return infinite;
    const double scale = big > 0x1p500 ? 0x1p-600 : big < 0x1p-400 ? 0x1p600 : 1;
    const double a = x * scale, b = y * scale;
    return std::sqrt(a * a + b * b) / scale;
}

}  // namespace mizan::plain

// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/logarithm.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/two_doubles.hpp"

namespace mizan::plain {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

// A multiple of 1/256, and minus its logarithm: `high`, a multiple of 2^-42, and `low`.
struct Inverse {
    double inverse, high, low;
};

constexpr Inverse inverses[] = {
#include "mizan/numeric/logarithm.inc"
};

constexpr double least_normal = std::numeric_limits<double>::min();

// log(w + rest) for a normal w, |rest| ≤ 2^-53 w, as the sum of high and low, which is smaller.
struct Logarithm {
    double high, low;

    // The logarithm is taken of 2^-lifted w.
    explicit Logarithm(double w, double rest = 0, int lifted = 0) {
        // w = 2^n z, where z lies between 0.69987 and twice that; 1 is the middle of an interval.
        constexpr std::uint64_t first = 0x3fe6655555555556, exponent_bits = 0xfff0000000000000;
        constexpr std::uint64_t one = 0x3ff0000000000000, upper_bits = 0xfffffffffffffe00;
        const auto bits = std::bit_cast<std::uint64_t>(w), beyond = bits - first;
        const std::uint64_t exponent = beyond & exponent_bits;
        const Inverse& nearest = inverses[beyond >> 44 & 255];
        const auto n = static_cast<double>((static_cast<std::int64_t>(exponent) >> 52) - lifted);
        const double z = std::bit_cast<double>(bits - exponent);
        const double upper = std::bit_cast<double>((bits - exponent) & upper_bits);
        // z inverse - 1, exactly; together with the rest it is rounded.
        double r = (upper * nearest.inverse - 1) + (z - upper) * nearest.inverse, lost = 0;
        if (rest != 0) {
            const double more = rest * std::bit_cast<double>(one - exponent) * nearest.inverse;
            const double sum = r + more;
            lost = (r - sum) + more;
            r = sum;
        }
        const double square = r * r;
        const double series =
            square * ((-0.5 + r * 0x1.5555555555555p-2) +
                      square * ((-0.25 + r * 0x1.999999999999ap-3) +
                                square * (-0x1.5555555555555p-3 + r * 0x1.2492492492492p-3)));
        const double whole = n * ln_2_high + nearest.high;
        high = whole + r;
        low = (((whole - high) + r) + (n * ln_2_low + nearest.low)) + series;
        if (rest != 0) low += lost;
    }

    [[nodiscard]] double value() const { return high + low; }
};

// For what is not a normal number above 0.
double log_at_the_ends(double x) {
    if (x == 0) return -infinite;
    if (x < 0) return undefined;
    if (!(x < infinite)) return x;  // infinity or NaN
    return Logarithm(x * 0x1p64, 0, 64).value();
}

Logarithm logarithm_of(double x) {
    return x < least_normal ? Logarithm(x * 0x1p64, 0, 64) : Logarithm(x);
}

}  // namespace

double log(double x) {
    if (!(x >= least_normal && x < infinite)) [[unlikely]]
        return log_at_the_ends(x);
    return Logarithm(x).value();
}

double log1p(double x) {
    constexpr double large = 0x1p60;
    if (!(x > -1 && x < large)) [[unlikely]]
        return x == -1 ? -infinite : log(x);
    const DoubleDouble sum = two_sum(1, x);
    return x == 0 ? x : Logarithm(sum.high, sum.low).value();
}

double asinh(double x) {
    const double size = std::abs(x);
    constexpr double large = 0x1p30, log_2 = 0x1.62e42fefa39efp-1;
    if (!(size < large)) return std::copysign(log(size) + log_2, x);
    const double square = size * size;
    return std::copysign(log1p(size + square / (1 + std::sqrt(1 + square))), x);
}

double pow(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (y == 1) return x;
    if (!(x > 0 && x < infinite)) return exp(y * log(x));
    const Logarithm base = logarithm_of(x);
    const DoubleDouble logarithm = quick_two_sum(base.high, base.low);
    const double power = y * logarithm.high;
    if (!(std::abs(power) < 800)) return exp(power);
    return exp(power, product_rest(y, logarithm.high, power) + y * logarithm.low);
}

}  // namespace mizan::plain

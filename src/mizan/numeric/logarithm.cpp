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

// w = 2^n z for a normal w, where z lies between 0.69987 and twice that; 1 is the middle of an
// interval.
struct Reduced {
    double n, above_one;  // z inverse - 1, exactly
    const Inverse& nearest;
    double per_rest;  // by what the last grows when w does: 2^-n inverse

    explicit Reduced(double w, int lifted = 0) : Reduced(std::bit_cast<std::uint64_t>(w), lifted) {}

private:
    static constexpr std::uint64_t first = 0x3fe6655555555556, one = 0x3ff0000000000000;
    static constexpr std::uint64_t exponent_bits = 0xfff0000000000000;
    static constexpr std::uint64_t upper_bits = 0xfffffffffffffe00;

    Reduced(std::uint64_t bits, int lifted) : nearest{inverses[(bits - first) >> 44 & 255]} {
        const std::uint64_t exponent = (bits - first) & exponent_bits;
        n = static_cast<double>((static_cast<std::int64_t>(exponent) >> 52) - lifted);
        const double z = std::bit_cast<double>(bits - exponent);
        const double upper = std::bit_cast<double>((bits - exponent) & upper_bits);
        above_one = (upper * nearest.inverse - 1) + (z - upper) * nearest.inverse;
        per_rest = std::bit_cast<double>(one - exponent) * nearest.inverse;
    }
};

// A logarithm as the sum of high and low, which is smaller.
struct Logarithm {
    double high, low;

    // Of 2^-lifted w for a normal w.
    explicit Logarithm(double w, int lifted = 0) {
        const Reduced reduced(w, lifted);
        add_up(reduced, reduced.above_one);
    }

    // Of w + rest, |rest| ≤ 2^-53 w.
    explicit Logarithm(DoubleDouble sum) {
        const Reduced reduced(sum.high);
        const DoubleDouble r = quick_two_sum(reduced.above_one, sum.low * reduced.per_rest);
        add_up(reduced, r.high);
        low += r.low;
    }

    [[nodiscard]] double value() const { return high + low; }

private:
    // n log 2 - log inverse + log(1 + r).
    void add_up(const Reduced& reduced, double r) {
        const double square = r * r;
        const double series =
            square * ((-0.5 + r * 0x1.5555555555555p-2) +
                      square * ((-0.25 + r * 0x1.999999999999ap-3) +
                                square * (-0x1.5555555555555p-3 + r * 0x1.2492492492492p-3)));
        const double whole = reduced.n * ln_2_high + reduced.nearest.high;
        high = whole + r;
        low = (((whole - high) + r) + (reduced.n * ln_2_low + reduced.nearest.low)) + series;
    }
};

// For what is not a normal number above 0.
double log_at_the_ends(double x) {
    if (x == 0) return -infinite;
    if (x < 0) return undefined;
    if (!(x < infinite)) return x;  // infinity or NaN
    return Logarithm(x * 0x1p64, 64).value();
}

Logarithm logarithm_of(double x) {
    return x < least_normal ? Logarithm(x * 0x1p64, 64) : Logarithm(x);
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
    return x == 0 ? x : Logarithm(two_sum(1, x)).value();
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

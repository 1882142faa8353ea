// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/exponential.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mizan/numeric/two_doubles.hpp"

namespace mizan::plain {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// 2^(j/128) is the double with these bits and j in the last bits of the exponent, times 1 + tail.
struct Power {
    std::uint64_t bits;
    double tail;
};

constexpr Power powers[] = {
#include "mizan/numeric/exponential.inc"
};

// e^x as power (1 + grown): x = n log(2)/128 + r, and e^r - 1 is a short series.
struct Exponential {
    double power, grown;

    // The power is 2^lifted times what it should be, to keep it among the normal numbers.
    explicit Exponential(double x, double rest = 0, int lifted = 0) {
        constexpr double shifter = 0x1.8p52, steps = 0x1.71547652b82fep7;
        // log(2)/128; 35 bits of it, so that 18 bits times them are exact.
        constexpr double high = 0x1.62e42fef8p-8, low = 0x1.1cf79abc9e3b4p-43;
        const double shifted = x * steps + shifter, n = shifted - shifter;
        const double r = (x - n * high) - (n * low - rest);
        const auto index = std::bit_cast<std::uint64_t>(shifted);
        const Power& nearest = powers[index % 128];
        const auto exponent = static_cast<std::uint64_t>(lifted) << 52;
        power = std::bit_cast<double>(nearest.bits + (index << 45) + exponent);
        const double square = r * r;
        grown = (nearest.tail + r) +
                (square * (0.5 + r * 0x1.5555555555555p-3) +
                 square * square * (0x1.5555555555555p-5 + r * 0x1.1111111111111p-7));
    }

    [[nodiscard]] double value() const { return power + power * grown; }
};

// Up to this size of x all that e^x is computed from are normal numbers.
constexpr double usual = 700;

// For |x| ≥ `usual`, and for NaN.
double exp_at_the_ends(double x, double rest) {
    if (std::isnan(x)) return x;
    if (x > 710) return infinite;
    if (x < -746) return 0;
    constexpr int by = 128;
    return x > 0 ? Exponential(x, rest, -by).value() * 0x1p128
                 : Exponential(x, rest, by).value() * 0x1p-128;
}

// e^x - 1 for |x| ≤ 1/16 by its series.
double series_of_expm1(double x) {
    const double square = x * x;
    const double even =
        0.5 + square * (0x1.5555555555555p-5 +
                        square * (0x1.6c16c16c16c17p-10 + square * 0x1.a01a01a01a01ap-16));
    const double odd = 0x1.5555555555555p-3 +
                       square * (0x1.1111111111111p-7 +
                                 square * (0x1.a01a01a01a01ap-13 + square * 0x1.71de3a556c734p-19));
    return x + square * (even + x * odd);
}

}  // namespace

double exp(double x) {
    if (!(std::abs(x) < usual)) [[unlikely]]
        return exp_at_the_ends(x, 0);
    return Exponential(x).value();
}

double exp(double x, double rest) {
    if (!(std::abs(x) < usual)) [[unlikely]]
        return exp_at_the_ends(x, rest);
    return Exponential(x, rest).value();
}

double expm1(double x) {
    const double size = std::abs(x);
    if (size <= 0x1p-4) return size < 0x1p-56 ? x : series_of_expm1(x);
    if (!(size < usual)) [[unlikely]]
        return exp_at_the_ends(x, 0) - 1;
    const Exponential parts(x);
    const DoubleDouble whole = two_sum(parts.power, -1);
    return whole.high + (whole.low + parts.power * parts.grown);
}

double sinh(double x) {
    const double size = std::abs(x);
    if (!(size < usual)) [[unlikely]] {
        const double root = exp(size / 2);
        return std::copysign(root / 2 * root, x);
    }
    const double grown = expm1(size);
    return std::copysign((grown + grown / (1 + grown)) / 2, x);
}

double cosh(double x) {
    const double size = std::abs(x);
    if (!(size < usual)) [[unlikely]] {
        const double root = exp(size / 2);
        return root / 2 * root;
    }
    const double value = Exponential(size).value();
    return value / 2 + 0.5 / value;
}

double tanh(double x) {
    const double size = std::abs(x);
    if (size > 20) return std::copysign(1.0, x);
    const double grown = expm1(2 * size);
    return std::copysign(grown / (2 + grown), x);
}

}  // namespace mizan::plain

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/renyi_points.hpp"

#include <algorithm>
#include <array>

#include "mizan/numeric/precise_elementary.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan::inversion {

namespace {

// The first 26 bits of x, so that products of two such numbers are exact.
inline double first_half(double x) {
    const double scaled = (0x1p27 + 1) * x;
    return scaled - (scaled - x);
}

// The work of one point at one order.
constexpr double products_of_power = 4;

// So many points take each step together.
constexpr std::size_t lanes = RenyiPoints::rounded_to;

struct Pairs {
    std::array<double, lanes> high, low;

    void set(std::size_t j, DoubleDouble x) {
        high[j] = x.high;
        low[j] = x.low;
    }
    DoubleDouble operator[](std::size_t j) const { return {high[j], low[j]}; }
};

// From e^{x/64} - 1 to e^x - 1.
inline void double_six_times(Pairs& growths) {
    for (int i = 0; i < 6; ++i) {
        for (std::size_t j = 0; j < lanes; ++j) growths.set(j, doubled_growth(growths[j]));
    }
}

MIZAN_WIDE void fill_points(double q, double sigma, double step, double first_point,
                            std::size_t size, double* __restrict loss_high,
                            double* __restrict loss_low, double* __restrict log_weight_high,
                            double* __restrict log_weight_low, double* __restrict weight,
                            double* __restrict square) {
    const DoubleDouble precision = DoubleDouble(1) / two_product(sigma, sigma);  // 1/σ²
    for (std::size_t begin = 0; begin < size; begin += lanes) {
        Pairs growths, loss;
        std::array<double, lanes> x, power, n, t, t_low, first, slope;
        for (std::size_t j = 0; j < lanes; ++j) {
            x[j] = (first_point + static_cast<double>(begin + j)) * step;
        }
        for (std::size_t j = 0; j < lanes; ++j) {
            const DoubleDouble exact_z = two_sum(x[j], -0.5) * precision;
            const bool far = exact_z.high < -RenyiPoints::largest_exponent;
            const ReducedExponent z(
                {far ? -RenyiPoints::largest_exponent : exact_z.high, far ? 0 : exact_z.low});
            power[j] = z.power;
            growths.set(j, small_growth(z.rest));
        }
        double_six_times(growths);
        for (std::size_t j = 0; j < lanes; ++j) {
            const DoubleDouble e = growth(power[j], growths[j]), product = two_product(q, e.high);
            const DoubleDouble up = quick_two_sum(product.high, product.low + q * e.low);
            const DoubleDouble sum = two_sum(1, up.high);
            const DoubleDouble w = quick_two_sum(sum.high, sum.low + up.low);
            const ReducedLogarithm log_w(w, up);
            n[j] = log_w.n;
            t[j] = log_w.t;
            t_low[j] = log_w.t_low;
            first[j] = log_w.first;
            slope[j] = q * (2 + e.high) / w.high;
            growths.set(j, small_growth(-log_w.first));
        }
        double_six_times(growths);
        for (std::size_t j = 0; j < lanes; ++j) {
            loss.set(j, logarithm(n[j], t[j], t_low[j], first[j], growths[j]));
        }
        for (std::size_t j = 0; j < lanes; ++j) {
            const double half = first_half(loss.high[j]);
            loss_high[begin + j] = half;
            loss_low[begin + j] = (loss.high[j] - half) + loss.low[j];
            const DoubleDouble log_weight =
                loss[j] - scaled(two_product(x[j], x[j]) * precision, 0.5);
            log_weight_high[begin + j] = log_weight.high;
            log_weight_low[begin + j] = log_weight.low;
            const bool none = log_weight.high < -RenyiPoints::largest_exponent;
            const double rough = exponential(none ? 0 : log_weight.high).value;
            const double v = none ? 0 : rough + rough * log_weight.low;
            weight[begin + j] = v;
            square[begin + j] = v * slope[j] * slope[j];
        }
    }
}

// Sums are taken of so many terms at a time, in so many strands.
constexpr std::size_t block = 64, strands = 16;
using Block = std::array<double, block>;

// Each of `size` numbers goes through eight additions at most.
inline double sum_of(Block& terms, std::size_t size) {
    const std::size_t rounded = (size + strands - 1) / strands * strands;
    for (std::size_t j = size; j < rounded; ++j) terms[j] = 0;
    for (std::size_t begin = strands; begin < rounded; begin += strands) {
        for (std::size_t j = 0; j < strands; ++j) terms[j] += terms[begin + j];
    }
    for (std::size_t j = 0; j < strands / 2; ++j) terms[j] += terms[j + strands / 2];
    for (std::size_t j = 0; j < strands / 4; ++j) terms[j] += terms[j + strands / 4];
    return (terms[0] + terms[2]) + (terms[1] + terms[3]);
}

// Exponents p + low, and e^p = 2^n (1 + r + tail) e^rest.
struct Exponents {
    Block p, low, power, r, rest, tail;

    // c·Λ
    void multiply(double c, const double* loss_high, const double* loss_low, std::size_t size) {
        const double c_high = first_half(c), c_low = c - c_high;
        for (std::size_t j = 0; j < size; ++j) {
            const DoubleDouble product =
                quick_two_sum(c_high * loss_high[j], c_low * loss_high[j] + c * loss_low[j]);
            p[j] = product.high;
            low[j] = product.low;
        }
    }

    // Finds power, r, rest and tail.
    void reduce(std::size_t size) {
        for (std::size_t j = 0; j < size; ++j) {
            constexpr double shifter = 0x1.8p52, inverse_ln_2 = 0x1.71547652b82fep0;
            const double shifted = p[j] * inverse_ln_2 + shifter, n = shifted - shifter;
            const DoubleDouble near = quick_two_sum(p[j] - n * ln_2_high, -(n * ln_2_low));
            r[j] = near.high;
            rest[j] = near.low;
            power[j] = std::bit_cast<double>((std::bit_cast<std::uint64_t>(shifted) + 1023) << 52);
        }
        for (std::size_t j = 0; j < size; ++j) tail[j] = exponential_remainder(r[j]);
    }
};

MIZAN_WIDE RenyiPoints::Remainders sum_remainders(double c, const double* loss_high,
                                                  const double* loss_low, const double* weight,
                                                  const double* square, std::size_t size) {
    RenyiPoints::Remainders total{0, 0};
    for (std::size_t done = 0; done < size; done += block) {
        const std::size_t some = std::min(block, size - done);
        Exponents e;
        e.multiply(c, loss_high + done, loss_low + done, some);
        e.reduce(some);
        Block remainder, squares;
        for (std::size_t j = 0; j < some; ++j) {
            const double grown = e.power[j] * (e.r[j] + e.tail[j]), value = e.power[j] + grown;
            // 2^n - 1 - p is nearly -2^n r; the part that rounding took from it is kept.
            const double whole = e.power[j] - 1, distance = whole - e.p[j];
            const double lost = (whole - distance) - e.p[j];
            const double low = lost + (e.rest[j] * value + e.low[j] * (grown + whole));
            remainder[j] = weight[done + j] *
                           (e.power[j] * e.tail[j] + ((e.power[j] * e.r[j] + distance) + low));
            squares[j] = square[done + j] * value;
        }
        total.sum += sum_of(remainder, some);
        total.squares += sum_of(squares, some);
    }
    return total;
}

MIZAN_WIDE double sum_powers(double c, double shift, const double* loss_high,
                             const double* loss_low, const double* log_weight,
                             const double* log_weight_low, std::size_t size) {
    double total = 0;
    for (std::size_t done = 0; done < size; done += block) {
        const std::size_t some = std::min(block, size - done);
        Exponents e;
        e.multiply(c, loss_high + done, loss_low + done, some);
        Block powers;
        for (std::size_t j = 0; j < some; ++j) {
            const DoubleDouble sum = two_sum(e.p[j], log_weight[done + j]);
            // Both may be so large that their lower halves are no small numbers.
            const DoubleDouble exponent =
                two_sum(sum.high - shift, sum.low + (e.low[j] + log_weight_low[done + j]));
            const bool vanishes = exponent.high < -RenyiPoints::largest_exponent;
            e.p[j] = vanishes ? -RenyiPoints::largest_exponent : exponent.high;
            e.low[j] = vanishes ? 0 : exponent.low;
        }
        e.reduce(some);
        for (std::size_t j = 0; j < some; ++j) {
            const double value = e.power[j] + e.power[j] * (e.r[j] + e.tail[j]);
            powers[j] = value + value * (e.rest[j] + e.low[j]);
        }
        total += sum_of(powers, some);
    }
    return total;
}

}  // namespace

RenyiPoints::RenyiPoints(double q, double sigma, double step, double first, std::size_t size)
    : size_{(size + lanes - 1) / lanes * lanes}, table_(columns * size_) {
    constexpr double products_of_point = 60;
    Work::spend(products_of_point * static_cast<double>(size_));
    double* const to = table_.data();
    fill_points(q, sigma, step, first, size_, to + loss_high * size_, to + loss_low * size_,
                to + log_weight_high * size_, to + log_weight_low * size_, to + weight * size_,
                to + square * size_);
}

RenyiPoints::Remainders RenyiPoints::remainders(double c, Range range) const {
    const std::size_t j = range.begin;
    Work::spend(products_of_power * static_cast<double>(range.size));
    return sum_remainders(c, at(loss_high, j), at(loss_low, j), at(weight, j), at(square, j),
                          range.size);
}

double RenyiPoints::powers(double c, double shift, Range range) const {
    const std::size_t j = range.begin;
    Work::spend(products_of_power * static_cast<double>(range.size));
    return sum_powers(c, shift, at(loss_high, j), at(loss_low, j), at(log_weight_high, j),
                      at(log_weight_low, j), range.size);
}

}  // namespace mizan::inversion

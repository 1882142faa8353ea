// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/centred_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "mizan/inversion/characteristic.hpp"
#include "mizan/inversion/elementary.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// Between two calls of the sine the first node of a block moves on by multiplication.
constexpr std::size_t blocks_between_sines = 8;

// Sums run in four strands, which are closed after so many terms each: that keeps their rounding
// errors apart.
constexpr std::size_t strands = 4, terms_of_strand = 16;

// Beyond this angle nothing is claimed.
constexpr double largest_angle = 1e9;

struct Turn {  // e^{iα} - 1
    double real, imag;
};

Turn turn(double angle) {
    const double sine = std::sin(angle / 2), cosine = std::cos(angle / 2);
    return {-2 * sine * sine, 2 * sine * cosine};
}

// (1 + x)(1 + y) - 1.
Turn operator*(Turn x, Turn y) {
    return {x.real + (y.real + (x.real * y.real - x.imag * y.imag)),
            x.imag + (y.imag + (x.real * y.imag + x.imag * y.real))};
}

// e^{iα} - 1 for all points.
struct Turns {
    explicit Turns(std::size_t size) : real(size), imag(size) {}

    [[nodiscard]] Turn operator[](std::size_t j) const { return {real[j], imag[j]}; }
    void set(std::size_t j, Turn turn) {
        real[j] = turn.real;
        imag[j] = turn.imag;
    }

    std::vector<double> real, imag;
};

// z = x y for all points, where all may be the same.
MIZAN_WIDE void multiply(const double* x_real, const double* x_imag, const double* y_real,
                         const double* y_imag, std::size_t size, double* z_real, double* z_imag) {
    for (std::size_t j = 0; j < size; ++j) {
        const Turn z = Turn{x_real[j], x_imag[j]} * Turn{y_real[j], y_imag[j]};
        z_real[j] = z.real;
        z_imag[j] = z.imag;
    }
}

Turns operator*(const Turns& x, const Turns& y) {
    Turns z(x.real.size());
    multiply(x.real.data(), x.imag.data(), y.real.data(), y.imag.data(), z.real.size(),
             z.real.data(), z.imag.data());
    return z;
}

// Four numbers side by side; processors that cannot do them at once do them in two halves.
using Four = double __attribute__((vector_size(32)));

inline void load(Four& four, const double* from) { std::memcpy(&four, from, sizeof four); }

// Σ_j z_j (1 + y_j) in strands. The number of points is a multiple of their number.
MIZAN_WIDE void add_products(const double* z_real, const double* z_imag, const double* y_real,
                             const double* y_imag, std::size_t size, double* sum_real,
                             double* sum_imag) {
    Four total_real = {}, total_imag = {};
    for (std::size_t begin = 0; begin < size; begin += strands * terms_of_strand) {
        const std::size_t end = std::min(begin + strands * terms_of_strand, size);
        Four real = {}, imag = {};
        for (std::size_t j = begin; j < end; j += strands) {
            Four zr, zi, yr, yi;
            load(zr, z_real + j);
            load(zi, z_imag + j);
            load(yr, y_real + j);
            load(yi, y_imag + j);
            real += zr + (zr * yr - zi * yi);
            imag += zi + (zr * yi + zi * yr);
        }
        total_real += real;
        total_imag += imag;
    }
    std::memcpy(sum_real, &total_real, sizeof total_real);
    std::memcpy(sum_imag, &total_imag, sizeof total_imag);
}

Turn sum_of_products(const Turns& z, const Turns& y) {
    std::array<double, strands> real{}, imag{};
    add_products(z.real.data(), z.imag.data(), y.real.data(), y.imag.data(), z.real.size(),
                 real.data(), imag.data());
    return {(real[0] + real[1]) + (real[2] + real[3]), (imag[0] + imag[1]) + (imag[2] + imag[3])};
}

// p z for all points.
MIZAN_WIDE void weigh(const double* weight, const Turns& z, Turns& weighed) {
    for (std::size_t j = 0; j < z.real.size(); ++j) {
        weighed.real[j] = weight[j] * z.real[j];
        weighed.imag[j] = weight[j] * z.imag[j];
    }
}

}  // namespace

void CentredPoints::add(double p, double d, double relative_error, double absolute_error) {
    weight.push_back(p);
    distance.push_back(d);
    distance_sum += p * std::abs(d);
    weight_error += p * std::abs(d) * relative_error;
    distance_error += p * absolute_error;
}

void add_log_characteristic(const CentredPoints& points, double step, std::size_t first,
                            double count, LogNodes sum) {
    // Points of no weight fill the last strands.
    const std::size_t size = (points.size() + strands - 1) / strands * strands;
    std::vector<double> weight = points.weight, distance = points.distance;
    weight.resize(size);
    distance.resize(size);
    double farthest = 0;
    for (const double d : distance) farthest = std::max(farthest, std::abs(d));

    Turns y1(size);
    for (std::size_t j = 0; j < size; ++j) y1.set(j, turn(step * distance[j]));
    const Turns y2 = y1 * y1, y4 = y2 * y2, y3 = y2 * y1;
    const std::array<Turns, lanes> y{Turns(size), y1, y2, y3, y4, y4 * y1, y4 * y2, y4 * y3};
    const Turns block_step = y4 * y4;
    std::array<Turn, lanes> y_sum;
    Turns weighed(size);
    for (std::size_t t = 0; t < lanes; ++t) {
        weigh(weight.data(), y[t], weighed);
        y_sum[t] = sum_of_products(weighed, y[0]);
    }

    // The error per unit of frequency, docs/floating-point.md; 1.01 pays for what is of second
    // order and for the rounding of these sums themselves.
    const double terms =
        static_cast<double>(terms_of_strand + size / (strands * terms_of_strand) + strands + 1);
    const double slope =
        1.01 * u *
        ((44 + terms + 8) * points.distance_sum + points.weight_error + points.distance_error);

    Turns x(size);  // at the first node of a block
    for (std::size_t at = 0, block = 0; at < sum.size(); at += lanes, ++block) {
        const double base = static_cast<double>(first + at) * step;
        if (block % blocks_between_sines != 0) {
            x = x * block_step;
        } else if (base != 0) {
            for (std::size_t j = 0; j < size; ++j) x.set(j, turn(base * distance[j]));
        }

        weigh(weight.data(), x, weighed);

        Lanes omega;
        Deviation deviation;
        for (std::size_t t = 0; t < lanes; ++t) {
            const Turn x_sum = sum_of_products(weighed, y[t]);
            omega[t] = static_cast<double>(first + at + t) * step;
            deviation.real[t] = y_sum[t].real + x_sum.real;
            deviation.imag[t] = y_sum[t].imag + x_sum.imag;
            const double growth = std::min(points.rule_growth * omega[t], 700.0);
            deviation.error[t] =
                (points.omitted + points.rule_error * exponential(growth).value) * (1 + 1e-12) +
                omega[t] * slope + 0x1p-1000;
            if (!(omega[t] * farthest < largest_angle && deviation.error[t] < 0.01 &&
                  omega[t] <= points.highest_frequency)) {
                forget(deviation, t);
            }
        }
        add_log(deviation, omega, 0, count, sum, at);
    }
}

}  // namespace mizan::inversion

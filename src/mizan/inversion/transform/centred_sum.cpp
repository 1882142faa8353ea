// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/centred_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// Sums run in four strands, which are closed after so many terms each: that keeps their rounding
// errors apart.
constexpr std::size_t strands = 4, terms_of_strand = 16;

// (1 + x)(1 + y) - 1.
Turn operator*(Turn x, Turn y) {
    return {x.real + (y.real + (x.real * y.real - x.imag * y.imag)),
            x.imag + (y.imag + (x.real * y.imag + x.imag * y.real))};
}

// e^{iα} - 1 for all points, somewhere in a Room.
struct Turns {
    double* real;
    double* imag;
};

// Memory for so many numbers and turns per point.
class Room {
public:
    Room(std::size_t size, std::size_t numbers, std::size_t turns)
        : size_{size}, memory_{new double[size * (numbers + 2 * turns)]}, free_{memory_.get()} {}

    double* numbers() { return std::exchange(free_, free_ + size_); }
    Turns turns() { return {.real = numbers(), .imag = numbers()}; }

private:
    std::size_t size_;
    std::unique_ptr<double[]> memory_;  // what a vector would fill
    double* free_;
};

// z = x y for all points. Only x and y may be the same.
MIZAN_WIDE void multiply(Turns x, Turns y, std::size_t size, Turns z) {
    for (std::size_t j = 0; j < size; ++j) {
        const Turn product = Turn{x.real[j], x.imag[j]} * Turn{y.real[j], y.imag[j]};
        z.real[j] = product.real;
        z.imag[j] = product.imag;
    }
}

// y_t = y_of y_and_of.
struct Power {
    std::size_t t, of, and_of;
};

// Four numbers side by side; processors that cannot do them at once do them in two halves.
using Four = double __attribute__((vector_size(32)));

inline void load(Four& four, const double* from) { std::memcpy(&four, from, sizeof four); }

// Sums in strands, of one term for each point. The number of points is a multiple of that of
// strands.
template <class Term>
inline void add_terms(std::size_t size, double* sum_real, double* sum_imag, Term term) {
    Four total_real = {}, total_imag = {};
    for (std::size_t begin = 0; begin < size; begin += strands * terms_of_strand) {
        const std::size_t end = std::min(begin + strands * terms_of_strand, size);
        Four real = {}, imag = {};
        for (std::size_t j = begin; j < end; j += strands) term(j, real, imag);
        total_real += real;
        total_imag += imag;
    }
    std::memcpy(sum_real, &total_real, sizeof total_real);
    std::memcpy(sum_imag, &total_imag, sizeof total_imag);
}

// Σ_j z_j (1 + y_j).
MIZAN_WIDE void add_products(Turns z, Turns y, std::size_t size, double* sum_real,
                             double* sum_imag) {
    add_terms(size, sum_real, sum_imag, [&](std::size_t j, Four& real, Four& imag) {
        Four zr, zi, yr, yi;
        load(zr, z.real + j);
        load(zi, z.imag + j);
        load(yr, y.real + j);
        load(yi, y.imag + j);
        real += zr + (zr * yr - zi * yi);
        imag += zi + (zr * yi + zi * yr);
    });
}

// Σ_j p_j y_j.
MIZAN_WIDE void add_weighed(const double* weight, Turns y, std::size_t size, double* sum_real,
                            double* sum_imag) {
    add_terms(size, sum_real, sum_imag, [&](std::size_t j, Four& real, Four& imag) {
        Four p, yr, yi;
        load(p, weight + j);
        load(yr, y.real + j);
        load(yi, y.imag + j);
        real += p * yr;
        imag += p * yi;
    });
}

// The sum of the strands that `add` leaves.
template <class Add>
Turn in_strands(Add add) {
    std::array<double, strands> real{}, imag{};
    add(real.data(), imag.data());
    return {(real[0] + real[1]) + (real[2] + real[3]), (imag[0] + imag[1]) + (imag[2] + imag[3])};
}

// p z for all points.
MIZAN_WIDE void weigh(const double* weight, Turns z, std::size_t size, Turns weighed) {
    for (std::size_t j = 0; j < size; ++j) {
        weighed.real[j] = weight[j] * z.real[j];
        weighed.imag[j] = weight[j] * z.imag[j];
    }
}

// What φ is off at eight nodes, if rounding costs `slope` per unit of frequency.
MIZAN_WIDE void fill_errors(const CentredPoints& points, double slope, const Lanes& omega,
                            Lanes& error) {
    for (std::size_t t = 0; t < lanes; ++t) {
        const double growth = points.rule_growth * omega[t];
        error[t] = (points.omitted +
                    points.rule_error *
                        exponential(growth < largest_exponent ? growth : largest_exponent).value) *
                       (1 + 1e-12) +
                   omega[t] * slope + 0x1p-1000;
    }
}

// What rounding of sums over so many points costs per unit of frequency,
// docs/proofs/floating-point.md; 1.01 pays for what is of second order and for the rounding of
// these sums themselves.
double error_per_frequency(const CentredPoints& points, std::size_t size) {
    const std::size_t rounds = size / (strands * terms_of_strand);
    const auto terms = static_cast<double>(terms_of_strand + rounds + strands + 1);
    return 1.01 * u *
           ((44 + terms + 8) * points.distance_sum + points.weight_error + points.distance_error);
}

// Where an angle or an error is too large, nothing is claimed of φ.
void forget_unknown(const CentredPoints& points, double farthest, const Lanes& omega,
                    Deviation& deviation) {
    constexpr double largest_error = 0.01;
    for (std::size_t t = 0; t < lanes; ++t) {
        if (!(omega[t] * farthest < largest_angle_of_sums && deviation.error[t] < largest_error &&
              omega[t] <= points.highest_frequency)) {
            forget(deviation, t);
        }
    }
}

}  // namespace

void add_log_characteristic(const CentredPoints& points, double step, std::size_t first,
                            double count, LogNodes sum) {
    // Points of no weight fill the last strands.
    const std::size_t size = (points.size() + strands - 1) / strands * strands;
    Room room(size, 3, lanes + 4);
    double *const weight = room.numbers(), *const distance = room.numbers();
    std::fill(std::ranges::copy(points.weight, weight).out, weight + size, 0.0);
    std::fill(std::ranges::copy(points.distance, distance).out, distance + size, 0.0);
    double farthest = 0;
    for (const double d : points.distance) farthest = std::max(farthest, std::abs(d));

    double* const angle = room.numbers();
    const auto turn_by = [&](double omega, Turns to) {
        for (std::size_t j = 0; j < size; ++j) angle[j] = omega * distance[j];
        turns({angle, size}, to.real, to.imag);
    };
    std::array<Turns, lanes> y;
    for (Turns& each : y) each = room.turns();
    turn_by(0, y[0]);
    turn_by(step, y[1]);
    for (const auto& [t, of, and_of] : {Power{2, 1, 1}, Power{3, 2, 1}, Power{4, 2, 2},
                                        Power{5, 4, 1}, Power{6, 4, 2}, Power{7, 4, 3}}) {
        multiply(y[of], y[and_of], size, y[t]);
    }
    const Turns block_step = room.turns();
    multiply(y[4], y[4], size, block_step);
    std::array<Turn, lanes> y_sum;
    for (std::size_t t = 0; t < lanes; ++t) {
        y_sum[t] = in_strands(
            [&](double* real, double* imag) { add_weighed(weight, y[t], size, real, imag); });
    }

    const double slope = error_per_frequency(points, size);
    Turns x = room.turns(), next = room.turns();  // at the first node of a block
    const Turns weighed = room.turns();
    for (std::size_t at = 0, block = 0; at < sum.size(); at += lanes, ++block) {
        const double base = static_cast<double>(first + at) * step;
        if (block % blocks_between_sines != 0) {
            multiply(x, block_step, size, next);
            std::swap(x, next);
        } else {
            turn_by(base, x);
        }
        weigh(weight, x, size, weighed);

        Lanes omega;
        Deviation deviation{};
        for (std::size_t t = 0; t < std::min(lanes, sum.size() - at); ++t) {
            const Turn x_sum = in_strands(
                [&](double* real, double* imag) { add_products(weighed, y[t], size, real, imag); });
            deviation.real[t] = y_sum[t].real + x_sum.real;
            deviation.imag[t] = y_sum[t].imag + x_sum.imag;
        }
        for (std::size_t t = 0; t < lanes; ++t) {
            omega[t] = static_cast<double>(first + at + t) * step;
        }
        fill_errors(points, slope, omega, deviation.error);
        forget_unknown(points, farthest, omega, deviation);
        add_log(deviation, omega, 0, count, sum, at);
    }
}

}  // namespace mizan::inversion

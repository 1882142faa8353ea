// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/centred_sum.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/characteristic.hpp"
#include "mizan/inversion/elementary.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// Between two calls of the sine the first node of a block moves on by multiplication.
constexpr std::size_t blocks_between_sines = 8;

// Partial sums are closed after so many terms, which keeps their rounding errors apart.
constexpr std::size_t chunk = 16;

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

struct Eight {
    Lanes real{}, imag{};

    void operator+=(const Eight& other) {
        for (std::size_t t = 0; t < lanes; ++t) {
            real[t] += other.real[t];
            imag[t] += other.imag[t];
        }
    }
};

// One point on its way along the nodes.
struct Walker {
    double weight, distance;
    Turn at_block;    // x
    Turn block_step;  // over eight nodes
    Eight in_block;   // y
};

Walker start(double weight, double distance, double step) {
    const Turn y1 = turn(step * distance), y2 = y1 * y1, y4 = y2 * y2;
    const std::array<Turn, lanes> y{Turn{0, 0}, y1,      y2,      y2 * y1,
                                    y4,         y4 * y1, y4 * y2, y4 * (y2 * y1)};
    Walker walker{weight, distance, {0, 0}, y4 * y4, {}};
    for (std::size_t t = 0; t < lanes; ++t) {
        walker.in_block.real[t] = y[t].real;
        walker.in_block.imag[t] = y[t].imag;
    }
    return walker;
}

void add_y(const Walker& walker, Eight& sum) {
    for (std::size_t t = 0; t < lanes; ++t) {
        sum.real[t] += walker.weight * walker.in_block.real[t];
        sum.imag[t] += walker.weight * walker.in_block.imag[t];
    }
}

// Adds p x (1 + y).
void add_x(const Walker& walker, Eight& sum) {
    const double real = walker.weight * walker.at_block.real;
    const double imag = walker.weight * walker.at_block.imag;
    for (std::size_t t = 0; t < lanes; ++t) {
        const double y_real = walker.in_block.real[t], y_imag = walker.in_block.imag[t];
        sum.real[t] += real + (real * y_real - imag * y_imag);
        sum.imag[t] += imag + (real * y_imag + imag * y_real);
    }
}

// Σ_j p_j y_j and Σ_j p_j x_j (1 + y_j), closed every `chunk` terms.
template <class Term>
inline Eight chunked_sum(const Walker* walkers, std::size_t size, Term add_term) {
    Eight total;
    for (std::size_t begin = 0; begin < size; begin += chunk) {
        Eight partial;
        const std::size_t end = std::min(begin + chunk, size);
        for (std::size_t j = begin; j < end; ++j) add_term(walkers[j], partial);
        total += partial;
    }
    return total;
}

MIZAN_WIDE Eight sum_of_y(const Walker* walkers, std::size_t size) {
    return chunked_sum(walkers, size, [](const Walker& walker, Eight& sum) { add_y(walker, sum); });
}

MIZAN_WIDE Eight sum_of_x(const Walker* walkers, std::size_t size) {
    return chunked_sum(walkers, size, [](const Walker& walker, Eight& sum) { add_x(walker, sum); });
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
    const std::size_t size = points.weight.size();
    std::vector<Walker> walkers;
    walkers.reserve(size);
    double farthest = 0;
    for (std::size_t j = 0; j < size; ++j) {
        walkers.push_back(start(points.weight[j], points.distance[j], step));
        farthest = std::max(farthest, std::abs(points.distance[j]));
    }
    const Eight y_sum = sum_of_y(walkers.data(), size);

    // The error per unit of frequency, docs/floating-point.md; 1.01 pays for what is of second
    // order and for the rounding of these sums themselves.
    const double terms = static_cast<double>(chunk + size / chunk + 2);
    const double slope =
        1.01 * u *
        ((44 + terms + 8) * points.distance_sum + points.weight_error + points.distance_error);

    for (std::size_t at = 0, block = 0; at < sum.size(); at += lanes, ++block) {
        const double base = static_cast<double>(first + at) * step;
        for (Walker& walker : walkers) {
            walker.at_block = block % blocks_between_sines == 0
                                  ? turn(base * walker.distance)
                                  : walker.at_block * walker.block_step;
        }
        const Eight x_sum = sum_of_x(walkers.data(), size);

        Lanes omega;
        Deviation deviation;
        for (std::size_t t = 0; t < lanes; ++t) {
            omega[t] = static_cast<double>(first + at + t) * step;
            deviation.real[t] = y_sum.real[t] + x_sum.real[t];
            deviation.imag[t] = y_sum.imag[t] + x_sum.imag[t];
            const double growth = std::min(points.rule_growth * omega[t], 700.0);
            deviation.error[t] =
                (points.omitted + points.rule_error * exponential(growth).value) * (1 + 1e-12) +
                omega[t] * slope + 0x1p-1000;
            if (!(omega[t] * farthest < largest_angle && deviation.error[t] < 0.01)) {
                forget(deviation, t);
            }
        }
        add_log(deviation, omega, 0, count, sum, at);
    }
}

}  // namespace mizan::inversion

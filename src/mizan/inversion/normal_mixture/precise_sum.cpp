// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/precise_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

constexpr double v = double_double_unit;

// Sums of products are closed after so many terms.
constexpr std::size_t chunk = 8;

// Eight numbers of two doubles each.
struct PreciseLanes {
    Lanes high{}, low{};

    void add(std::size_t t, DoubleDouble x) {
        const DoubleDouble sum = DoubleDouble(high[t], low[t]) + x;
        high[t] = sum.high;
        low[t] = sum.low;
    }
};

// Adds x·y to sums whose parts are not yet in order: high exactly, and in low all that it lost.
void add_products(DoubleDouble x, const PreciseLanes& y, double sign, PreciseLanes& sum) {
    const double first = sign * x.high, second = sign * x.low;
    for (std::size_t t = 0; t < lanes; ++t) {
        const double product = first * y.high[t];
        const double rest = product_rest(first, y.high[t], product);
        const double before = sum.high[t], after = before + product, part = after - before;
        const double lost = (before - (after - part)) + (product - part);
        sum.high[t] = after;
        sum.low[t] += (rest + (first * y.low[t] + second * y.high[t])) + lost;
    }
}

// One point on its way along the nodes.
struct Walker {
    ComplexDoubleDouble at_block;    // the term at the first node of the block
    ComplexDoubleDouble block_step;  // y^8
    PreciseLanes real, imag;         // y^t, t < 8
};

Walker start(const PrecisePoint& point) {
    Walker walker{point.weight, {}, {}, {}};
    ComplexDoubleDouble power{1, 0};
    for (std::size_t t = 0; t < lanes; ++t) {
        walker.real.high[t] = power.real.high;
        walker.real.low[t] = power.real.low;
        walker.imag.high[t] = power.imag.high;
        walker.imag.low[t] = power.imag.low;
        power = power * point.turn;
    }
    walker.block_step = power;
    return walker;
}

// Σ_j of the terms at the eight nodes of a block, which then moves on.
std::array<ComplexDoubleDouble, lanes> next_block(std::vector<Walker>& walkers) {
    PreciseLanes real, imag;
    for (std::size_t begin = 0; begin < walkers.size(); begin += chunk) {
        PreciseLanes real_part, imag_part;
        const std::size_t end = std::min(begin + chunk, walkers.size());
        for (std::size_t j = begin; j < end; ++j) {
            Walker& walker = walkers[j];
            const ComplexDoubleDouble& x = walker.at_block;
            add_products(x.real, walker.real, 1, real_part);
            add_products(x.imag, walker.imag, -1, real_part);
            add_products(x.real, walker.imag, 1, imag_part);
            add_products(x.imag, walker.real, 1, imag_part);
            walker.at_block = x * walker.block_step;
        }
        for (std::size_t t = 0; t < lanes; ++t) {
            real.add(t, two_sum(real_part.high[t], real_part.low[t]));
            imag.add(t, two_sum(imag_part.high[t], imag_part.low[t]));
        }
    }
    std::array<ComplexDoubleDouble, lanes> sums;
    for (std::size_t t = 0; t < lanes; ++t) {
        sums[t] = {{real.high[t], real.low[t]}, {imag.high[t], imag.low[t]}};
    }
    return sums;
}

// Adds count·log φ to one node, where φ is off by at most eta.
void add_log(const ComplexDoubleDouble& phi, double eta, double count, ComplexDoubleDouble& sum,
             double& sum_error) {
    const double modulus = phi.modulus();
    if (eta < modulus / 2) {
        const ComplexDoubleDouble log_phi = log(phi);
        const double error = count * (eta / (modulus - eta) * (1 + 1e-9) + v * log_error(log_phi));
        if (error <= log_3_above) {
            sum = sum + DoubleDouble(count) * log_phi;
            sum_error += error + 2 * v * (sum.modulus() + count * log_phi.modulus());
            return;
        }
    }
    // The phase is lost: an upper bound of the modulus instead.
    const double largest = (std::min(modulus, 1.0) + eta) * (1 + 1e-12);
    if (largest < 1) sum.real = sum.real + count * plain::log(largest) * (1 - 1e-12);
    sum_error += log_3_above + 2 * v * sum.modulus();
}

}  // namespace

void add_log_characteristic(const PrecisePoints& points, double count, PreciseNodes sum) {
    std::vector<Walker> walkers;
    walkers.reserve(points.point.size());
    double constant = 0, slope = 0;  // of the error of Σ v y^k, slope per node
    const std::size_t chunks = points.point.size() / chunk;
    const double sums = 128 + static_cast<double>(chunks + 1);
    for (const PrecisePoint& point : points.point) {
        walkers.push_back(start(point));
        const double size = point.weight.modulus();
        constant += size * (point.weight_error + sums);
        slope += size * (point.turn_error + 2);
    }
    DoubleDouble total;
    for (std::size_t at = 0; at < sum.log.size(); at += lanes) {
        const auto block = next_block(walkers);
        if (at == 0) {
            total = block[0].real;
            const double error = 1.01 * (v * constant + points.omitted * std::abs(total.high));
            const Precise log_moment = points.log_factor + log(Precise(total, error));
            sum.log_moment = sum.log_moment + count * log_moment;
        }
        const std::size_t used = std::min(lanes, sum.log.size() - at);
        for (std::size_t t = at == 0 ? 1 : 0; t < used; ++t) {  // φ(0) = 1
            const ComplexDoubleDouble phi{block[t].real / total, block[t].imag / total};
            // The errors of this sum and of the one at 0. The factor 1.01 covers terms of second
            // order.
            const double node = static_cast<double>(at + t);
            const double rounding =
                v * (2 * constant + node * slope) / std::abs(total.high) + 4 * v;
            double eta = 1.01 * (rounding + points.omitted);
            if (!(eta < 0.01) || !(total.high > 0)) eta = 2;
            add_log(points.conjugate ? conjugate(phi) : phi, eta, count, sum.log[at + t],
                    sum.error[at + t]);
        }
    }
}

}  // namespace mizan::inversion

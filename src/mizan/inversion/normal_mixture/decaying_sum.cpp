// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/decaying_sum.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr std::size_t chunk = 16;

struct Complex {
    double real, imag;
};

Complex operator*(Complex x, Complex y) {
    return {x.real * y.real - x.imag * y.imag, x.real * y.imag + x.imag * y.real};
}

Complex exponential(double real, double imag) {
    const double size = plain::exp(real);
    return {size * plain::cos(imag), size * plain::sin(imag)};
}

struct Eight {
    Lanes real{}, imag{};
};

struct Walker {
    DecayingPoint point;
    Complex at_block{};    // the term at the first node of the block
    Complex block_step{};  // over eight nodes
    Eight in_block{};      // e^{i t·step·z}
};

Walker start(const DecayingPoint& point, double step) {
    const auto turn = [&](double nodes) {
        return exponential(-nodes * step * point.rate, nodes * step * point.distance);
    };
    const Complex y1 = turn(1), y2 = turn(2), y4 = turn(4), y3 = y2 * y1;
    const std::array<Complex, lanes> y{Complex{1, 0}, y1, y2, y3, y4, y4 * y1, y4 * y2, y4 * y3};
    Walker walker{.point = point, .block_step = turn(8)};
    for (std::size_t t = 0; t < lanes; ++t) {
        walker.in_block.real[t] = y[t].real;
        walker.in_block.imag[t] = y[t].imag;
    }
    return walker;
}

Eight sum_of(const std::vector<Walker>& walkers) {
    Eight total;
    for (std::size_t begin = 0; begin < walkers.size(); begin += chunk) {
        Eight partial;
        const std::size_t end = std::min(begin + chunk, walkers.size());
        for (std::size_t j = begin; j < end; ++j) {
            const auto& [real, imag] = walkers[j].at_block;
            const Eight& y = walkers[j].in_block;
            for (std::size_t t = 0; t < lanes; ++t) {
                partial.real[t] += real * y.real[t] - imag * y.imag[t];
                partial.imag[t] += real * y.imag[t] + imag * y.real[t];
            }
        }
        for (std::size_t t = 0; t < lanes; ++t) {
            total.real[t] += partial.real[t];
            total.imag[t] += partial.imag[t];
        }
    }
    return total;
}

// Moves all terms to ω, drops those that became negligible, and sums up their errors.
struct Errors {
    double constant = 0;  // Σ|term| · error
    double slope = 0;     // the same per unit of frequency
};

Errors restart(std::vector<Walker>& walkers, double omega, double negligible, double& dropped) {
    Errors errors;
    const std::size_t chunks = walkers.size() / chunk;
    const auto sums = static_cast<double>(chunk + chunks);
    std::size_t kept = 0;
    for (Walker& walker : walkers) {
        const DecayingPoint& point = walker.point;
        const double log_size = point.log_weight - omega * point.rate;
        const double size = plain::exp(log_size);
        if (size < negligible) {
            dropped += size;
            continue;
        }
        const double angle = point.angle + omega * point.distance;
        walker.at_block = {size * plain::cos(angle), size * plain::sin(angle)};
        errors.constant += size * (point.weight_error + std::abs(point.log_weight) +
                                   2 * std::abs(point.angle) + 300 + sums);
        errors.slope += size * (point.distance_error + 3 * (std::abs(point.distance) + point.rate));
        walkers[kept++] = walker;
    }
    walkers.resize(kept);
    return errors;
}

}  // namespace

bool DecayingPoints::is_of_first_order() const {
    return std::ranges::all_of(
        point, [](const DecayingPoint& each) { return each.weight_error * u < 1e-3; });
}

void add_log_characteristic(const DecayingPoints& points, double step, std::size_t first,
                            double count, LogNodes sum) {
    std::vector<Walker> walkers;
    walkers.reserve(points.point.size());
    double farthest = 0, dropped = 0;
    for (const DecayingPoint& point : points.point) {
        walkers.push_back(start(point, step));
        farthest = std::max({farthest, std::abs(point.distance), point.rate});
    }
    Errors errors;
    for (std::size_t at = 0, block = 0; at < sum.size(); at += lanes, ++block) {
        const double base = static_cast<double>(first + at) * step;
        if (block % blocks_between_sines == 0) {
            errors = restart(walkers, base, points.negligible, dropped);
        } else {
            for (Walker& walker : walkers) walker.at_block = walker.at_block * walker.block_step;
        }
        const Eight phi = sum_of(walkers);
        Lanes omega;
        Deviation deviation;
        for (std::size_t t = 0; t < lanes; ++t) {
            omega[t] = static_cast<double>(first + at + t) * step;
            deviation.real[t] = phi.real[t] - 1;
            deviation.imag[t] = points.conjugate ? -phi.imag[t] : phi.imag[t];
            deviation.error[t] = 1.01 * (points.omitted + dropped +
                                         u * (errors.constant + omega[t] * errors.slope + 2));
        }
        if (!(omega.back() * farthest < largest_angle_of_sums && deviation.error.back() < 0.01)) {
            forget(deviation);
        }
        add_log(deviation, omega, 0, count, sum, at);
    }
}

}  // namespace mizan::inversion

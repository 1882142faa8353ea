// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/characteristic.hpp"

#include <limits>

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr double farthest = 0x1p45;           // angles beyond keep too little of their phase
constexpr double log_3 = 1.0986122886681099;  // rounded up

// e^{iα} - 1 = 2i sin(α/2) e^{iα/2}.
void turn(double angle, double& real, double& imag) {
    const double sine = std::sin(angle / 2), cosine = std::cos(angle / 2);
    real = -2 * sine * sine;
    imag = 2 * sine * cosine;
}

// log(1 + z) = 2 artanh(w), w = z/(2 + z), for |z| ≤ 1/4: the series of artanh up to w^17, off by
// at most 20 u |z|.
void log_near_one(const Deviation& z, Lanes& real, Lanes& imag) {
    for (std::size_t j = 0; j < lanes; ++j) {
        const double x = z.real[j], y = z.imag[j];
        const double a = 2 + x, scale = 1 / (a * a + y * y);
        const double wr = (x * a + y * y) * scale, wi = 2 * y * scale;
        const double vr = wr * wr - wi * wi, vi = 2 * wr * wi;
        double pr = 1.0 / 17, pi = 0;
        for (const double coefficient :
             {1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0}) {
            const double next = pr * vr - pi * vi + coefficient;
            pi = pr * vi + pi * vr;
            pr = next;
        }
        real[j] = 2 * (wr * pr - wi * pi);
        imag[j] = 2 * (wr * pi + wi * pr);
    }
}

}  // namespace

void TiltedLoss::multiply_bound(const Cells& cells, double count, std::span<double> squares) const {
    const double bound = std::exp(2 * count * log_decay(cells.first - cells.radius)) * (1 + 16 * u);
    if (!(bound < 1)) return;
    for (double& square : squares) square = std::max(square * bound, least_square);
}

bool TiltedLoss::multiply_characteristic(double, std::size_t, ProductNodes) const { return false; }

bool TiltedLoss::add_precise_log_characteristic(double, double, PreciseNodes) const {
    return false;
}

double TiltedLoss::cell_radius() const { return std::numeric_limits<double>::infinity(); }

Rotation::Rotation(double x, double step)
    : x_{x}, reach_{std::abs(static_cast<double>(lanes) * step * x)} {
    if (!(reach_ < farthest)) return;
    for (std::size_t j = 0; j < lanes; ++j) {
        turn(static_cast<double>(j) * step * x, real_[j], imag_[j]);
    }
}

bool Rotation::at(double omega, Lanes& real, Lanes& imag) const {
    const double angle = omega * x_;
    if (!(std::abs(angle) + reach_ < farthest)) return false;
    double base_real = 0, base_imag = 0;
    turn(angle, base_real, base_imag);
    // (1 + p)(1 + q) - 1 = p + q + pq.
    for (std::size_t j = 0; j < lanes; ++j) {
        real[j] = (base_real + real_[j]) + (base_real * real_[j] - base_imag * imag_[j]);
        imag[j] = (base_imag + imag_[j]) + (base_real * imag_[j] + base_imag * real_[j]);
    }
    return true;
}

void add_log(const Deviation& z, const Lanes& omega, double centre, double count, LogNodes sum,
             std::size_t at) {
    const std::size_t used = std::min(lanes, sum.size() - at);
    Lanes modulus, log_real, log_imag, rounding;
    bool near_one = true;
    for (std::size_t j = 0; j < lanes; ++j) {
        const double x = z.real[j], y = z.imag[j], size = x * x + y * y;
        near_one &= size <= 1.0 / 16 * (1 - 4 * u);
        modulus[j] = std::sqrt((1 + x) * (1 + x) + y * y);
        rounding[j] = 20 * u * std::sqrt(size);
    }
    if (near_one) {
        log_near_one(z, log_real, log_imag);
    } else {
        for (std::size_t j = 0; j < used; ++j) {
            log_real[j] = std::log(modulus[j]);
            log_imag[j] = std::atan2(z.imag[j], 1 + z.real[j]);
            rounding[j] = u * (32 + 8 * std::abs(log_real[j]));
        }
    }
    for (std::size_t j = 0; j < used; ++j) {
        const double eta = z.error[j] + 0x1p-1000, phase = omega[j] * centre;
        double real = log_real[j], imag = log_imag[j] - phase;
        double error = eta / (modulus[j] - eta) + rounding[j] +
                       3 * u * (std::abs(log_imag[j]) + std::abs(phase));
        const bool known = eta < modulus[j] / 2 && count * error <= log_3;
        if (!known) {
            const double largest = (std::min(modulus[j], 1.0) + eta) * (1 + 8 * u);
            real = largest < 1 ? std::log(largest) * (1 - 16 * u) : 0.0;
            imag = 0;
        }
        double& total_real = sum.real[at + j];
        double& total_imag = sum.imag[at + j];
        total_real += count * real;
        total_imag += count * imag;
        error = (known ? count * error : log_3) + 2 * u *
                                                      (std::abs(total_real) + std::abs(total_imag) +
                                                       count * (std::abs(real) + std::abs(imag)));
        // The factor pays for the rounding of the error itself.
        if (std::isfinite(total_real))
            sum.error[at + j] = (sum.error[at + j] + error) * (1 + 64 * u);
    }
}

}  // namespace mizan::inversion

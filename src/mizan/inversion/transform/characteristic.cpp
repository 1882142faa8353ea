// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/characteristic.hpp"

#include <algorithm>
#include <limits>

#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr double farthest = 0x1p45;  // angles beyond keep too little of their phase

// e^{iα} - 1 = 2i sin(α/2) e^{iα/2}.
void turn(double angle, double& real, double& imag) {
    const double sine = plain::sin(angle / 2), cosine = plain::cos(angle / 2);
    real = -2 * sine * sine;
    imag = 2 * sine * cosine;
}

// Running sums at eight nodes.
struct Sums {
    Lanes real, imag, error;
};

// The next sums where |z| ≤ 1/4 and no phase is lost; elsewhere there is a doubt other than 0.
//
// log(1 + z) = 2 artanh(w), w = z/(2 + z): the series of artanh up to w^17, off by at most 20 u
// |z|.
MIZAN_WIDE void add_near_one(const Deviation& z, const Lanes& omega, double centre, double count,
                             const Sums& sums, Sums& next, Lanes& doubt) {
    Lanes wr, wi, vr, vi, pr, pi, modulus, size;
    for (std::size_t j = 0; j < lanes; ++j) {
        const double x = z.real[j], y = z.imag[j];
        const double a = 2 + x, scale = 1 / (a * a + y * y);
        size[j] = x * x + y * y;
        modulus[j] = std::sqrt((1 + x) * (1 + x) + y * y);
        wr[j] = (x * a + y * y) * scale;
        wi[j] = 2 * y * scale;
        vr[j] = wr[j] * wr[j] - wi[j] * wi[j];
        vi[j] = 2 * wr[j] * wi[j];
        pr[j] = 1.0 / 17;
        pi[j] = 0;
    }
    for (const double coefficient :
         {1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0}) {
        for (std::size_t j = 0; j < lanes; ++j) {
            const double real = pr[j] * vr[j] - pi[j] * vi[j] + coefficient;
            pi[j] = pr[j] * vi[j] + pi[j] * vr[j];
            pr[j] = real;
        }
    }
    for (std::size_t j = 0; j < lanes; ++j) {
        const double log_imag = 2 * (wr[j] * pi[j] + wi[j] * pr[j]), phase = omega[j] * centre;
        const double real = 2 * (wr[j] * pr[j] - wi[j] * pi[j]), imag = log_imag - phase;
        const double eta = z.error[j] + 0x1p-1000;
        const double error = eta / (modulus[j] - eta) + 20 * u * std::sqrt(size[j]) +
                             3 * u * (std::abs(log_imag) + std::abs(phase));
        next.real[j] = sums.real[j] + count * real;
        next.imag[j] = sums.imag[j] + count * imag;
        const double rounding = std::abs(next.real[j]) + std::abs(next.imag[j]) +
                                count * (std::abs(real) + std::abs(imag));
        next.error[j] = (sums.error[j] + (count * error + 2 * u * rounding)) * (1 + 64 * u);
        const bool is_known = count * error <= log_3_above && eta < modulus[j] / 2 &&
                              size[j] <= 1.0 / 16 * (1 - 4 * u) &&
                              std::abs(next.real[j]) <= std::numeric_limits<double>::max();
        doubt[j] = is_known ? 0 : 1;
    }
}

}  // namespace

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
    Sums sums{};
    std::copy_n(&sum.real[at], used, sums.real.begin());
    std::copy_n(&sum.imag[at], used, sums.imag.begin());
    std::copy_n(&sum.error[at], used, sums.error.begin());
    Sums next;
    Lanes doubt;
    add_near_one(z, omega, centre, count, sums, next, doubt);
    for (std::size_t j = 0; j < used; ++j) {
        if (doubt[j] == 0) {
            sum.real[at + j] = next.real[j];
            sum.imag[at + j] = next.imag[j];
            sum.error[at + j] = next.error[j];
            continue;
        }
        const double eta = z.error[j] + 0x1p-1000, phase = omega[j] * centre;
        const double x = z.real[j], y = z.imag[j];
        const double modulus = std::sqrt((1 + x) * (1 + x) + y * y);
        const double log_imag = plain::atan2(y, 1 + x);
        double real = plain::log(modulus), imag = log_imag - phase;
        double error = eta / (modulus - eta) + u * (32 + 8 * std::abs(real)) +
                       3 * u * (std::abs(log_imag) + std::abs(phase));
        const bool known = eta < modulus / 2 && count * error <= log_3_above;
        if (!known) {
            const double largest = (std::min(modulus, 1.0) + eta) * (1 + 8 * u);
            real = largest < 1 ? plain::log(largest) * (1 - 16 * u) : 0.0;
            imag = 0;
        }
        double& total_real = sum.real[at + j];
        double& total_imag = sum.imag[at + j];
        total_real += count * real;
        total_imag += count * imag;
        error = (known ? count * error : log_3_above) +
                2 * u *
                    (std::abs(total_real) + std::abs(total_imag) +
                     count * (std::abs(real) + std::abs(imag)));
        // The factor pays for the rounding of the error itself.
        if (std::isfinite(total_real))
            sum.error[at + j] = (sum.error[at + j] + error) * (1 + 64 * u);
    }
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/kink_window.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

}  // namespace

KinkWindow::KinkWindow(double c, double step, std::size_t nodes)
    : nodes_{static_cast<double>(nodes)},
      tau_{2 * std::numbers::pi / (step * nodes_)},
      gap_size_{square(2 * constant::pi() / (Bracket(step) * nodes_)) / 6} {
    for (std::size_t i = 0; i < exponents_.size(); ++i) {
        const double x = (c + static_cast<double>(i)) * tau_;
        exponents_[i] = {plain::exp(-x), -plain::expm1(-x), x / plain::expm1(x),
                         48 + 6 * std::abs(x)};
    }
}

bool KinkWindow::finite() const {
    return std::ranges::all_of(exponents_, [](const Exponent& each) {
        return std::isfinite(each.power) && each.slope > 0 && std::isfinite(each.slope);
    });
}

double KinkWindow::gap(std::size_t k) const {
    return std::max(0.0, nodes_ - static_cast<double>(k)) / nodes_;
}

// With θ = 2πk/N and f = 1 - e^{-λτ}e^{-iθ} the transform is, for k > 0,
//
//     τ (1-k/N) (1-e^{-τ}) e^{-cτ}e^{-iθ} / (f f') - (iτ/2π) (1-e^{-iθ}) (slope/f - slope'/f').
//
// Rounding, in units u (docs/proofs/inversion.md): f is off by `doubt` times the moduli of its
// terms; everything else in a term of the sum by 64.
KinkWindow::Value KinkWindow::lower(std::size_t k) const {
    const double share = gap(k);
    if (share == 0) return {0, 0, 0};
    const double half = std::numbers::pi * (static_cast<double>(k) / nodes_);
    const double sine = plain::sin(half), cosine = plain::cos(half);
    const double fall = 2 * sine * sine, lift = 2 * sine * cosine;  // 1 - e^{-iθ}

    double product_real = 1, product_imag = 0, product_doubt = 0;
    double bend_real = 0, bend_imag = 0, bend_error = 0;
    double sign = 1;
    for (const auto& [power, rest, slope, doubt] : exponents_) {
        const double x = rest + power * fall, y = power * lift, square = x * x + y * y;
        const double modulus = std::sqrt(square);
        const double relative =
            doubt * (std::abs(rest) + power * (fall + std::abs(lift))) / modulus;
        const double next = product_real * x - product_imag * y;
        product_imag = product_real * y + product_imag * x;
        product_real = next;
        product_doubt += relative;
        bend_real += sign * slope * x / square;
        bend_imag -= sign * slope * y / square;
        bend_error += slope / modulus * (64 + doubt + relative);
        sign = -1;
    }
    // e^{-iθ} over the product
    const double size = product_real * product_real + product_imag * product_imag;
    const double turn_real = 1 - fall;
    const double peak = tau_ * share * -plain::expm1(-tau_) * exponents_[0].power / size;
    const double peak_real = peak * (turn_real * product_real - lift * product_imag);
    const double peak_imag = -peak * (turn_real * product_imag + lift * product_real);
    // -i (1 - e^{-iθ}) = lift - i fall
    const double bend = tau_ / (2 * std::numbers::pi);
    const double real = bend * (lift * bend_real + fall * bend_imag);
    const double imag = bend * (lift * bend_imag - fall * bend_real);
    const double peak_error =
        std::abs(peak) * std::sqrt(size) * (64 + exponents_[0].doubt + product_doubt);
    return {peak_real + real, peak_imag + imag,
            u * (peak_error + 2 * bend * std::abs(sine) * bend_error) * (1 + 1e-9)};
}

}  // namespace mizan::inversion

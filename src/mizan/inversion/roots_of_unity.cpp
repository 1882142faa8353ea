// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/roots_of_unity.hpp"

#include <bit>
#include <cmath>
#include <utility>

#include "mizan/inversion/characteristic.hpp"

namespace mizan::inversion {

namespace {

constexpr double two_pi = 6.283185307179586;

}  // namespace

// Up to α = π/4 e^{iα} - 1 = 2i sin(α/2) e^{iα/2}: the angle is off by 3u of itself, sine and cosine by 8u, so both
// parts by 18u more of themselves, together 21u. The rest are mirror images, rounded once more.
RootsOfUnity::RootsOfUnity(std::size_t size)
    : angle_{two_pi / static_cast<double>(size)}, real_(size), imag_(size) {
    const std::size_t quarter = size / 4;
    for (std::size_t t = 0; t <= quarter / 2; ++t) {
        const double half = angle_ / 2 * static_cast<double>(t);
        const double sine = std::sin(half), cosine = std::cos(half);
        real_[t] = -2 * sine * sine;
        imag_[t] = 2 * sine * cosine;
    }
    for (std::size_t t = quarter / 2 + 1; t <= quarter; ++t) {
        real_[t] = imag_[quarter - t] - 1;
        imag_[t] = 1 + real_[quarter - t];
    }
    for (std::size_t t = quarter + 1; t <= 2 * quarter; ++t) {
        real_[t] = -2 - real_[2 * quarter - t];
        imag_[t] = imag_[2 * quarter - t];
    }
    for (std::size_t t = 2 * quarter + 1; t < size; ++t) {
        real_[t] = real_[size - t];
        imag_[t] = -imag_[size - t];
    }
}

void transform(const RootsOfUnity& roots, std::span<double> real, std::span<double> imag) {
    const std::size_t size = roots.size();
    for (std::size_t i = 1, reversed = 0; i < size; ++i) {
        std::size_t bit = size / 2;
        for (; (reversed & bit) != 0; bit /= 2) reversed ^= bit;
        reversed ^= bit;
        if (i < reversed) {
            std::swap(real[i], real[reversed]);
            std::swap(imag[i], imag[reversed]);
        }
    }
    for (std::size_t half = 1; half < size; half *= 2) {
        const std::size_t stride = size / (2 * half);
        for (std::size_t begin = 0; begin < size; begin += 2 * half) {
            for (std::size_t j = 0; j < half; ++j) {
                const double x = 1 + roots.real(j * stride), y = roots.imag(j * stride);
                double& even_real = real[begin + j];
                double& even_imag = imag[begin + j];
                double& odd_real = real[begin + j + half];
                double& odd_imag = imag[begin + j + half];
                const double turned_real = x * odd_real - y * odd_imag;
                const double turned_imag = x * odd_imag + y * odd_real;
                odd_real = even_real - turned_real;
                odd_imag = even_imag - turned_imag;
                even_real += turned_real;
                even_imag += turned_imag;
            }
        }
    }
}

double transform_error(std::size_t size) {
    return 24 * unit_roundoff * static_cast<double>(std::bit_width(size));
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/roots_of_unity.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/rounding.hpp"

namespace mizan {

namespace {

constexpr double two_pi = 2 * std::numbers::pi;

// Adds and subtracts the second half of a block, turned, to and from its first.
MIZAN_WIDE void butterflies(std::size_t half, const double* cosine, const double* sine,
                            double* __restrict even_real, double* __restrict even_imag,
                            double* __restrict odd_real, double* __restrict odd_imag) {
    for (std::size_t j = 0; j < half; ++j) {
        const double real = cosine[j] * odd_real[j] - sine[j] * odd_imag[j];
        const double imag = cosine[j] * odd_imag[j] + sine[j] * odd_real[j];
        odd_real[j] = even_real[j] - real;
        odd_imag[j] = even_imag[j] - imag;
        even_real[j] += real;
        even_imag[j] += imag;
    }
}

}  // namespace

// Up to α = π/4 e^{iα} - 1 = 2i sin(α/2) e^{iα/2}: the angle is off by 3u of itself, sine and
// cosine by 8u, so both parts by 18u more of themselves, together 21u. The rest are mirror images,
// rounded once more.
RootsOfUnity::RootsOfUnity(std::size_t size)
    : angle_{two_pi / static_cast<double>(size)}, real_(size), imag_(size) {
    const std::size_t quarter = size / 4;
    for (std::size_t t = 0; t <= quarter / 2; ++t) {
        const double half = angle_ / 2 * static_cast<double>(t);
        const double sine = plain::sin(half), cosine = plain::cos(half);
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
    // The roots that the step of each half takes stand together, from the place `half` on.
    std::vector<double> cosine(size), sine(size);
    for (std::size_t j = 0; j < size / 2; ++j) {
        cosine[size / 2 + j] = 1 + roots.real(j);
        sine[size / 2 + j] = roots.imag(j);
    }
    for (std::size_t place = size / 2 - 1; place > 0; --place) {  // every second one of the next
        cosine[place] = cosine[2 * place];
        sine[place] = sine[2 * place];
    }
    const auto take_step = [&](std::size_t half, std::size_t first, std::size_t last) {
        for (std::size_t begin = first; begin < last; begin += 2 * half) {
            butterflies(half, &cosine[half], &sine[half], &real[begin], &imag[begin],
                        &real[begin + half], &imag[begin + half]);
        }
    };
    // First all steps within pieces that stay close to the processor, then those between pieces.
    const std::size_t piece = std::min<std::size_t>(size, 4096);
    for (std::size_t first = 0; first < size; first += piece) {
        for (std::size_t half = 1; half < piece; half *= 2) take_step(half, first, first + piece);
    }
    for (std::size_t half = piece; half < size; half *= 2) take_step(half, 0, size);
}

double transform_error(std::size_t size) {
    return 24 * unit_roundoff * static_cast<double>(std::bit_width(size));
}

}  // namespace mizan

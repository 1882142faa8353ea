// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/elementary.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "mizan/numeric/angle.hpp"

namespace mizan {

namespace {

MIZAN_WIDE void exponentiate(double* x, std::size_t size) {
    for (std::size_t j = 0; j < size; ++j) {
        const double low = x[j] < -700 ? -700 : x[j];
        x[j] = exponential(low > 700 ? 700 : low).value;
    }
}

MIZAN_WIDE void fill_turns(const double* angle, std::size_t size, double* real, double* imag) {
    for (std::size_t j = 0; j < size; ++j) {
        const Turn found = turn(angle[j]);
        real[j] = found.real;
        imag[j] = found.imag;
    }
}

}  // namespace

void turns(std::span<const double> angle, double* real, double* imag) {
    constexpr double largest = 0x1p21;
    if (std::ranges::all_of(angle, [](double each) { return std::abs(each) <= largest; })) {
        return fill_turns(angle.data(), angle.size(), real, imag);
    }
    for (std::size_t j = 0; j < angle.size(); ++j) {
        const double sine = plain::sin(angle[j] / 2), cosine = plain::cos(angle[j] / 2);
        real[j] = -2 * sine * sine;
        imag[j] = 2 * sine * cosine;
    }
}

void exponentials(std::span<double> x) { exponentiate(x.data(), x.size()); }

}  // namespace mizan

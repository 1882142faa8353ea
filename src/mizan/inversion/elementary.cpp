// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/elementary.hpp"

#include <cstddef>

namespace mizan::inversion {

namespace {

MIZAN_WIDE void exponentiate(double* x, std::size_t size) {
    for (std::size_t j = 0; j < size; ++j) {
        const double low = x[j] < -700 ? -700 : x[j];
        x[j] = exponential(low > 700 ? 700 : low).value;
    }
}

}  // namespace

void exponentials(std::span<double> x) { exponentiate(x.data(), x.size()); }

}  // namespace mizan::inversion

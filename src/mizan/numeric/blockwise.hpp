// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

namespace mizan {

// Σ over blocks of Σ within each, so that long sums lose little to rounding.

inline constexpr std::size_t terms_per_block = 256;

/// No number takes part in more than so many additions.
inline double additions(std::size_t terms) {
    return static_cast<double>(std::min(terms, terms_per_block + terms / terms_per_block + 1));
}

template <class Term>
double blockwise(std::size_t terms, Term term) {
    double sum = 0;
    for (std::size_t begin = 0; begin < terms; begin += terms_per_block) {
        double partial = 0;
        const std::size_t end = std::min(begin + terms_per_block, terms);
        for (std::size_t k = begin; k < end; ++k) partial += term(k);
        sum += partial;
    }
    return sum;
}

}  // namespace mizan

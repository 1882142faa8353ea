// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan {

/// log(1 - q + q e^x), the loss that x becomes if it is drawn with probability q.
[[nodiscard]] inline Bracket log_mixture(Bracket q, Bracket x) {
    if (x.upper <= largest_exponent) return log1p(q * expm1(x));
    return log_add_exp(log1p(-q), log(q) + x);
}

}  // namespace mizan

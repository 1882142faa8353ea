// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"

namespace mizan {

/// exp(x) - 1 - x, which is never negative, without cancellation near 0.
[[nodiscard]] Bracket exp_remainder(Bracket x);

/// The same of a finite double in plain numbers, and by how many units in its last place it may be
/// off.
struct PlainRemainder {
    double value, ulps;
};
[[nodiscard]] PlainRemainder plain_exp_remainder(double x);

/// sinh(x)/x - 1 for x >= 0, which is never negative, without cancellation near 0.
[[nodiscard]] Bracket sinhc_remainder(Bracket x);

}  // namespace mizan

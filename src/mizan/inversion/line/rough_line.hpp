// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "mizan/inversion/line/line.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

/// Lines that only show where an answer lies, before a better one is made there.
struct RoughLine {
    static constexpr double tolerance = 1e-2;  ///< relative error of δ
    static constexpr double precision = 1e-3;  ///< relative precision of the place
};

/// Newton's step in ε towards the place where log δ is log `delta`.
inline double newton_step(const Line::Estimate& there, double delta) {
    return there.delta * plain::log(there.delta / delta) / -there.slope;
}

}  // namespace mizan::inversion

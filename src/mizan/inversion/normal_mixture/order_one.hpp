// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "mizan/numeric/bracket.hpp"

namespace mizan::inversion {

/// A divergence that is known as well as this, relatively, is not worth a second look.
inline constexpr double sharp_divergence = 1e-13;

/// The Rényi divergence at order 1 between those a little below and above it, D_{1+c} = K(c)/c. A
/// smaller distance from 1 brackets it more narrowly, until rounding of K outweighs that.
template <class LogMoment>
Bracket divergence_at_one(LogMoment log_moment) {
    constexpr double near = 0x1p-20;
    const double lower = (log_moment(-near) / -near).lower;
    return {std::max(0.0, lower), std::max(0.0, (log_moment(near) / near).upper)};
}

}  // namespace mizan::inversion

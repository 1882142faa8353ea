// SPDX-License-Identifier: Apache-2.0
#include "mizan/curve/curve.hpp"

#include <algorithm>

namespace mizan {

void check_number_of_points(std::size_t points) {
    if (points > max_curve_points) {
        throw InputError("a curve may have at most " + std::to_string(max_curve_points) +
                         " points, got " + std::to_string(points));
    }
}

double share_of_point(std::size_t known, std::size_t points) {
    constexpr double least = 0.1;
    return std::max(least, 1 / static_cast<double>(points - known));
}

}  // namespace mizan

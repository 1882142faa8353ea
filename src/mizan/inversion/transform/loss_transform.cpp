// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/loss_transform.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mizan/numeric/exponential.hpp"

namespace mizan::inversion {

void TiltedLoss::multiply_bound(const Intervals& intervals, double count,
                                std::span<double> squares) const {
    const double bound = plain::exp(2 * count * log_decay(intervals.first - intervals.radius)) *
                         (1 + 8 * std::numeric_limits<double>::epsilon());
    if (!(bound < 1)) return;
    for (double& square : squares) square = std::max(square * bound, least_square);
}

bool TiltedLoss::multiply_characteristic(double, std::size_t, ProductNodes) const { return false; }

bool TiltedLoss::add_precise_log_characteristic(double, double, PreciseNodes) const {
    return false;
}

double TiltedLoss::interval_radius() const { return std::numeric_limits<double>::infinity(); }

}  // namespace mizan::inversion

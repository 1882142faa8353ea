// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// Adds count·log φ(k·step) and count·K(c) to `sum`, from a formula of log M(s) for every complex s
/// on the line. Whole numbers of turns, by which branches of the logarithm differ, disappear in Φ
/// as the count is whole.
template <class LogTransform>
void add_from_formula(LogTransform log_transform, double c, double centre, double step,
                      double count, PreciseNodes sum) {
    const Precise log_moment = log_transform(ComplexPrecise(c)).real();
    sum.log_moment = sum.log_moment + count * log_moment;
    for (std::size_t k = 1; k < sum.log.size(); ++k) {
        const double omega = step * static_cast<double>(k);
        const ComplexPrecise phase(0, omega * Precise(centre));
        const ComplexPrecise log_phi = log_transform(ComplexPrecise(c, omega)) - log_moment - phase;
        const ComplexPrecise after = ComplexPrecise(sum.log[k], sum.error[k]) + count * log_phi;
        sum.log[k] = after.value;
        sum.error[k] = after.error;
    }
}

}  // namespace mizan::inversion

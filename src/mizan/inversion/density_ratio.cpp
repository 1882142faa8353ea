// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/density_ratio.hpp"

#include <cmath>

#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

DensityRatio density_ratio(double q, double z, double z_error) {
    if (z > 650) {
        const double rest = (1 - q) / q * std::exp(-z), log_q = std::log(q);
        const double log_w = z + log_q + std::log1p(rest);
        return {infinity, log_w, 1 / (1 + rest), 9 * (std::abs(log_w) + z - log_q) + z_error + 20};
    }
    // Whichever of e^z and e^z - 1 is the smaller one is computed first.
    const bool falls = z < -0.7;
    const double f = falls ? std::exp(z) : std::expm1(z);
    const double grown = q * (falls ? f : 1 + f), up = q * (falls ? f - 1 : f);
    if (up >= -0.5) {
        const double w = 1 + up, log_w = std::log1p(up), r = grown / w;
        return {w, log_w, r, 8.1 * std::abs(log_w) + 10.2 * std::abs(up) / w + r * z_error};
    }
    const double w = (1 - q) + grown, log_w = std::log(w), r = grown / w;
    return {w, log_w, r, 8.1 * std::abs(log_w) + 3 + r * (10.2 + z_error)};
}

}  // namespace mizan::inversion

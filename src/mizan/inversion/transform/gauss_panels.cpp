// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/gauss_panels.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/transform/density_ratio.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

PanelError panel_error(const SampledLaplaceTilt& tilt, double frequency, double panels) {
    const double e = tilt.epsilon, a = tilt.order();
    const double falling = std::max(0.0, -a), twice = std::max(0.0, 2 - a);
    PanelError best{infinity, infinity, infinity};
    for (double rho = 1.5; rho < 1000; rho *= 1.25) {
        const double theta = e * (rho - 1 / rho) / (2 * panels);
        if (!(theta <= 1.57)) break;
        const double over = (rho + 1 / rho - 2) / (4 * panels), end = e * (1 + 2 * over);
        const DensityRatio top = density_ratio(tilt.q, end, 0),
                           bottom = density_ratio(tilt.q, -end, 0);
        const double sine = plain::sin(theta), turn = 1 - plain::cos(theta);
        const double argument = plain::atan2(top.r * sine, 1 - top.r * turn);
        const double log_sec = -plain::log(plain::cos(theta / 2));
        const double fall = 2 * static_cast<double>(gauss_rule.size()) * plain::log(rho);
        const double head = plain::log(4 / (1 - 1 / rho)) - fall;

        const double share = head + plain::log(e) + (a >= 0 ? e : 0) +
                             (2 * std::abs(a) + 1) * e * over + falling * log_sec +
                             frequency * argument;
        const double size = plain::log(tilt.q) + plain::log1p(plain::exp(end));
        const double excess = head + plain::log(e / 2) + e * over +
                              plain::log(std::abs(tilt.c * (tilt.c + 1)) / 2) + 2 * size +
                              std::max({0.0, (a - 2) * top.log_w, (a - 2) * bottom.log_w}) +
                              twice * log_sec;
        // The rounding of the exponents is less than a part in 10^12 of their sizes.
        const double doubt = 1 + 1e-12 * (fall + std::abs(a) * end + frequency * argument + 1e3);
        best.excess = std::min(best.excess, plain::exp(excess) * doubt);
        if (const double bound = plain::exp(share) * doubt; bound < best.share) {
            const double shrink = -plain::log1p(-std::min(2 * top.r, 0.5) * turn) / 2;
            best.share = bound;
            best.distance = std::max(top.log_w, -bottom.log_w) + argument + shrink;
        }
    }
    return best;
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/gaussian.hpp"

#include <cmath>

#include "mizan/divergence/shifted_normals.hpp"
#include "mizan/numeric/normal.hpp"

namespace mizan {

Bracket Gaussian::pure_epsilon() const {
    return noise_multiplier.value() == infinity ? 0 : infinity;
}

Bracket Gaussian::delta(Epsilon epsilon) const {
    const double sigma = noise_multiplier.value();
    if (sigma == 0) return 1;
    if (sigma == infinity) return 0;
    return ShiftedNormals::with_deviation(sigma).delta(epsilon);
}

Bracket Gaussian::epsilon(Delta delta) const {
    const double sigma = noise_multiplier.value();
    if (delta.value() == 0) return pure_epsilon();
    if (delta.value() == 1 || sigma == infinity) return 0;
    if (sigma == 0) return infinity;
    return ShiftedNormals::with_deviation(sigma).epsilon(delta);
}

Bracket Gaussian::renyi(Order order) const {
    const double sigma = noise_multiplier.value();
    if (sigma == infinity) return 0;
    if (sigma == 0) return infinity;
    return order.value() / Bracket(sigma) / sigma / 2;
}

Bracket Gaussian::zcdp_rho() const { return renyi(Order{1.0}); }

CDP Gaussian::cdp() const {
    const double sigma = noise_multiplier.value();
    return {.mu = Mu{renyi(Order{1.0}).upper},
            .tau = Tau{sigma == 0 ? infinity : (1 / Bracket(sigma)).upper}};
}

Bracket Gaussian::tradeoff(Probability false_positive) const {
    const double sigma = noise_multiplier.value(), x = false_positive.value();
    if (sigma == 0 || x == 1) return 0;
    if (sigma == infinity || x == 0) return 1 - Bracket(x);
    return normal::tail(1 / Bracket(sigma) - normal::upper_quantile(x));
}

Bracket Gaussian::loss_cdf(double loss) const {
    const double sigma = noise_multiplier.value();
    if (std::isinf(loss) || sigma == infinity) return loss >= 0 ? 1 : 0;
    if (sigma == 0) return 0;
    return normal::tail(0.5 / Bracket(sigma) - Bracket(loss) * sigma);
}

Bracket Gaussian::output_cdf(double output) const {
    const double sigma = noise_multiplier.value();
    if (sigma == 0 || std::isinf(output)) return output >= 0 ? 1 : 0;
    return normal::tail(-output / Bracket(sigma));
}

Gaussian gaussian_with(NoiseScale standard_deviation, NonNegative l2_sensitivity) {
    if (l2_sensitivity.value() == 0) return {.noise_multiplier = infinity};
    return {.noise_multiplier =
                (Bracket(standard_deviation.value()) / l2_sensitivity.value()).lower};
}

}  // namespace mizan

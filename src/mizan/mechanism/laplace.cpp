// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/laplace.hpp"

#include <cmath>

#include "mizan/numeric/remainder.hpp"

namespace mizan {

Bracket Laplace::pure_epsilon() const {
    const double scale = noise_multiplier.value();
    return scale == 0 ? infinity : 1 / Bracket(scale);
}

Bracket Laplace::delta(Epsilon epsilon) const {
    if (noise_multiplier.value() == 0) return 1;
    if (epsilon.value() == infinity) return 0;
    return -expm1(min((epsilon.value() - pure_epsilon()) / 2, 0));
}

Bracket Laplace::epsilon(Delta delta) const {
    if (delta.value() == 1) return 0;
    return max(pure_epsilon() + 2 * log1p(-Bracket(delta.value())), 0);
}

Bracket Laplace::renyi(Order order) const {
    const Bracket t = pure_epsilon(), alpha = order.value();
    if (order.value() == infinity || t.lower == infinity || t.upper == 0) return t;
    if (order.value() == 1) return exp_remainder(-t);
    const Bracket above_1 = alpha - 1;
    const Bracket w = 1 / (2 - 1 / alpha);                // α/(2α-1)
    const Bracket v = above_1 / alpha / (2 - 1 / alpha);  // (α-1)/(2α-1)
    const Bracket grow = above_1 * t, fade = -alpha * t;
    const auto divergence = [&]() -> Bracket {
        if (grow.upper >= 1) return t + log(w + v * exp(fade - grow)) / above_1;
        // w · grow + v · fade = 0: the first-order terms of the two exponentials cancel. Where that
        // would cost digits they are left out, and a sum of positive terms remains.
        constexpr double few_digits = 1.0 / 64;
        return fade.lower > -few_digits
                   ? log1p(w * exp_remainder(grow) + v * exp_remainder(fade)) / above_1
                   : log1p(w * expm1(grow) + v * expm1(fade)) / above_1;
    };
    return min(max(divergence(), 0), t);
}

Bracket Laplace::zcdp_rho() const { return renyi(Order{1.0}); }

CDP Laplace::cdp() const {
    return {.mu = Mu{renyi(Order{1.0}).upper}, .tau = Tau{pure_epsilon().upper}};
}

Bracket Laplace::tradeoff(Probability false_positive) const {
    const Bracket t = pure_epsilon(), x = false_positive.value();
    if (t.lower == infinity) return 0;
    if (t.upper == 0 || x.lower == 0) return 1 - x;
    if (x.lower > 0.5) return exp(-t) * (1 - x);
    // Falls with y = e^t x: 1 - y up to y = 1/2, 1/(4y) beyond.
    const Bracket y = exp(t + log(x));
    const auto at = [](double z) { return z < 0.5 ? 1 - Bracket(z) : 1 / (4 * Bracket(z)); };
    return {at(y.upper).lower, at(y.lower).upper};
}

Bracket Laplace::loss_cdf(double loss) const {
    // Steps at -t and t, between them e^((x-t)/2)/2.
    const auto at = [&](double t) -> Bracket {
        if (loss >= t) return 1;
        return loss >= -t ? exp((loss - Bracket(t)) / 2) / 2 : 0;
    };
    const Bracket t = pure_epsilon();
    if (t.lower == infinity) return loss == infinity ? 1 : 0;
    return hull(at(t.lower), at(t.upper));
}

Bracket Laplace::output_cdf(double output) const {
    if (noise_multiplier.value() == 0 || std::isinf(output)) return output >= 0 ? 1 : 0;
    const Bracket tail = exp(-std::abs(output) / Bracket(noise_multiplier.value())) / 2;
    return output < 0 ? tail : 1 - tail;
}

Laplace laplace_with(NoiseScale scale, NonNegative l1_sensitivity) {
    if (l1_sensitivity.value() == 0) return {.noise_multiplier = infinity};
    return {.noise_multiplier = (Bracket(scale.value()) / l1_sensitivity.value()).lower};
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/swap_pair.hpp"

#include "mizan/mechanism/peak.hpp"

namespace mizan {

namespace {

// Beyond this exp overflows.
constexpr double largest_exponent = 600;

}  // namespace

Bracket SwapPair::delta(Epsilon epsilon) const { return Peak{heavy, loss}.delta(epsilon); }

Bracket SwapPair::epsilon(Delta delta) const { return Peak{heavy, loss}.epsilon(delta); }

Bracket SwapPair::renyi(Order order) const {
    // a^α b^(1-α) + b^α a^(1-α) + (1-a-b) = 1 + a (e^((α-1)ε) - 1) (1 - e^(-αε)): no term cancels.
    const Bracket alpha = order.value();
    if (order.value() == 1) return gap * loss;
    if (order.value() == infinity || loss.lower == infinity || loss.upper == 0) {
        return loss;
    }
    const Bracket above_1 = alpha - 1, exponent = above_1 * loss;
    const Bracket weight = heavy * -expm1(-alpha * loss);
    const Bracket divergence =
        exponent.upper < largest_exponent
            ? log1p(expm1(exponent) * weight) / above_1
            : loss + log(exp(-exponent) - expm1(-exponent) * weight) / above_1;
    return min(max(divergence, 0), loss);
}

Bracket SwapPair::tradeoff(Probability false_positive) const {
    if (loss.lower == infinity) return 0;
    // A chance of rejecting is best spent on the outcome that speaks most against Q, then on those
    // that say nothing, then on the rest: three straight lines, the highest counts.
    const Bracket x = false_positive.value();
    if (loss.upper == 0) return 1 - x;
    const Bracket first = 1 - exp(loss + log(x)), second = 1 - gap - x;
    const Bracket third = exp(-loss) * (1 - x);
    return max(max(first, second), third);
}

Bracket SwapPair::loss_cdf(double at) const {
    // Steps at -ε, 0 and ε; the lower end takes each late, the upper end early.
    const auto value = [&](double top, double bottom) -> Bracket {
        if (at >= top) return 1;
        if (at >= 0) return 1 - heavy;
        return at >= bottom ? light : 0;
    };
    return {value(loss.upper, -loss.lower).lower, value(loss.lower, -loss.upper).upper};
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/poisson.hpp"

#include <algorithm>

namespace mizan {

namespace {

// log(1 + q (e^x - 1)) for x ≥ 0.
Bracket amplified(Bracket x, Bracket q) {
    constexpr double nearly_overflow = 700;
    if (q == Bracket(0.0)) return 0;
    if (x.upper <= nearly_overflow) return log1p(q * expm1(x));
    return log_add_exp(log1p(-q), log(q) + x);
}

}  // namespace

ApproxDP poisson_sampled(const ApproxDP& promise, Bracket q) {
    const double delta = (q * promise.delta.value()).upper;
    return {Epsilon{amplified(promise.epsilon.value(), q).upper}, Delta{std::min(delta, 1.0)}};
}

RenyiCurve poisson_sampled(const RenyiCurve& curve, Bracket q) {
    const auto sampled = [curve, q](Order order) {
        const Bracket divergence = std::max(0.0, curve(order).upper);
        if (q == Bracket(0.0)) return Bracket(0.0);
        if (divergence.upper == infinity) return Bracket(0, infinity);
        const double alpha = order.value();
        if (alpha == 1) return Bracket(0, (q * divergence).upper);
        if (alpha == infinity) return Bracket(0, amplified(divergence, q).upper);
        const Bracket steps = Bracket(alpha) - 1;
        return Bracket(0, (amplified(steps * divergence, q) / steps).upper);
    };
    return RenyiCurve(sampled, curve.knots());
}

std::vector<Outcome> poisson_sampled(std::vector<Outcome> pair, Bracket q) {
    for (auto& [with, without, log_ratio] : pair) {
        log_ratio = log_ratio == Bracket(-infinity) ? log1p(-q)
                    : log_ratio.upper > 700 ? log(q * with + (1 - q) * without) - log(without)
                                            : log1p(q * expm1(log_ratio));
        with = q * with + (1 - q) * without;
    }
    return pair;
}

}  // namespace mizan

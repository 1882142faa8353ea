// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/poisson.hpp"

#include <algorithm>

#include "mizan/sampling/log_mixture.hpp"

namespace mizan {

namespace {

// log(1 + q (e^x - 1)) for x ≥ 0.
Bracket amplified(Bracket x, Bracket q) { return q == Bracket(0.0) ? 0 : log_mixture(q, x); }

// The curve after `bound`, a function of an order above 1 and a finite divergence.
template <class Bound>
RenyiCurve changed(const RenyiCurve& curve, Bracket q, Bound bound) {
    const auto from = [q, bound](Order order, double known) {
        const Bracket divergence = std::max(0.0, known);
        if (q == Bracket(0.0)) return Bracket(0.0);
        if (divergence.upper == infinity) return Bracket(0, infinity);
        const double alpha = order.value();
        const Bracket sampled = alpha == 1 ? q * divergence : bound(alpha, divergence);
        return Bracket(0, std::max(0.0, sampled.upper));
    };
    return RenyiCurve([curve, from](Order order) { return from(order, curve(order).upper); },
                      [curve, from](Order order) { return from(order, curve.nearly(order)); },
                      curve.knots());
}

}  // namespace

ApproxDP poisson_sampled(const ApproxDP& promise, Bracket q) {
    const double delta = (q * promise.delta.value()).upper;
    return {Epsilon{amplified(promise.epsilon.value(), q).upper}, Delta{std::min(delta, 1.0)}};
}

RenyiCurve poisson_sampled(const RenyiCurve& curve, Bracket q) {
    return changed(curve, q, [q](double alpha, Bracket divergence) {
        const Bracket stretch = alpha == infinity ? 1 : alpha / (Bracket(alpha) - 1);
        const Bracket goes = stretch * amplified(divergence / stretch, q);
        const Bracket comes = -log1p(q * expm1(-divergence));
        return max(goes, comes);
    });
}

RenyiCurve mixed_on_both_sides(const RenyiCurve& curve, Bracket q) {
    return changed(curve, q, [q](double alpha, Bracket divergence) {
        if (alpha == infinity) return divergence;
        const Bracket c = Bracket(alpha) - 1;
        return amplified(c * divergence, q) / c;
    });
}

std::vector<Outcome> poisson_sampled(std::vector<Outcome> pair, Bracket q) {
    for (auto& [with, without, log_ratio] : pair) {
        log_ratio = log_ratio == Bracket(-infinity) ? log1p(-q)
                    : log_ratio.upper > largest_exponent
                        ? log(q * with + (1 - q) * without) - log(without)
                        : log1p(q * expm1(log_ratio));
        with = q * with + (1 - q) * without;
    }
    return pair;
}

}  // namespace mizan

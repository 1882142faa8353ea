// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/replaced_gaussian_renyi.hpp"

#include <algorithm>

#include "mizan/inversion/normal_mixture/order_one.hpp"
#include "mizan/inversion/normal_mixture/replaced_gaussian_loss.hpp"
#include "mizan/sampling/log_mixture.hpp"
#include "mizan/sampling/poisson.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan::inversion {

namespace {

// The bounds of S3, and joint convexity from above. They cost next to nothing; at the highest
// orders nothing better is known.
Bracket from_both_sides(double q, double sigma, double alpha) {
    const Bracket order(alpha), c = order - 1, stretch = order / c, rate(q);
    const Bracket far = order / sigma / sigma;  // α/σ²
    const Bracket lower = stretch * log(rate) + far / 2 - log_mixture(rate, -far);
    const Bracket upper = stretch * log_mixture(rate, c / 2 / sigma / sigma) - log1p(-rate);
    const RenyiCurve whole([&](Order) { return 2 * far; });  // N(1, σ²) against N(-1, σ²)
    const Bracket convex = mixed_on_both_sides(whole, rate)(Order{alpha});
    return {std::max(0.0, lower.lower), std::min(upper.upper, convex.upper)};
}

// D_α of exactly these parameters. K(c) = (α - 1) D_α with c = α - 1.
Bracket divergence(double q, double sigma, double alpha) {
    if (q == 0 || sigma == infinity) return 0;
    if (sigma == 0 || alpha == infinity) return infinity;
    const auto loss = replaced_gaussian_loss(q, sigma);
    if (alpha > 1) {
        const Bracket cheap = from_both_sides(q, sigma, alpha);
        if (cheap.width() <= sharp_divergence * cheap.upper || alpha > largest_whole) return cheap;
        const double c = alpha - 1;  // exact
        return intersect(cheap, loss->log_moment(c) / c);
    }
    return divergence_at_one([&](double c) { return loss->log_moment(c); });
}

}  // namespace

Bracket replaced_gaussian_renyi(Bracket q, Bracket sigma, Order order) {
    // More of the sample and less noise are worse.
    const Bracket worst = divergence(q.upper, sigma.lower, order.value());
    if (q.is_exact() && sigma.is_exact()) return worst;
    return {divergence(q.lower, sigma.upper, order.value()).lower, worst.upper};
}

}  // namespace mizan::inversion

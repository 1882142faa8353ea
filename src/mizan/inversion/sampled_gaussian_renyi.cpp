// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/sampled_gaussian_renyi.hpp"

#include <algorithm>

#include "mizan/inversion/sampled_gaussian_loss.hpp"

namespace mizan::inversion {

namespace {

// For α > 1: q e^z ≤ w = (1 - q) + q e^z, and Minkowski's inequality in L^α, where the norm of e^z is
// e^t with t = (α - 1)/(2σ²). Costs next to nothing and is all there is to say at high orders.
Bracket from_both_sides(double q, double sigma, double alpha) {
    const Bracket c = Bracket(alpha) - 1, t = c / 2 / sigma / sigma, stretch = alpha / c;
    const Bracket norm =
        t.upper < 700 ? log1p(q * expm1(t)) : log_add_exp(log1p(-Bracket(q)), log(Bracket(q)) + t);
    return {std::max(0.0, (stretch * (log(Bracket(q)) + t)).lower), (stretch * norm).upper};
}

Bracket log_moment(double q, double sigma, double c) {
    if (q == 1) return Bracket(c) * (Bracket(c) + 1) / 2 / sigma / sigma;  // all are in the sample
    return sampled_gaussian_log_moment(q, sigma, c);
}

// D_α of exactly these parameters. K(c) = (α - 1) D_α with c = α - 1.
Bracket divergence(double q, double sigma, double alpha) {
    if (q == 0 || sigma == infinity) return 0;
    if (sigma == 0 || alpha == infinity) return infinity;
    constexpr double sharp = 1e-13;
    if (alpha > 1) {
        const Bracket cheap = from_both_sides(q, sigma, alpha);
        if (cheap.width() <= sharp * cheap.upper || alpha > 0x1p53) return cheap;
        const double c = alpha - 1;  // exact
        return intersect(cheap, log_moment(q, sigma, c) / c);
    }
    constexpr double near = 0x1p-20;
    const double lower = (log_moment(q, sigma, -near) / -near).lower;
    return {std::max(0.0, lower), std::max(0.0, (log_moment(q, sigma, near) / near).upper)};
}

}  // namespace

Bracket sampled_gaussian_renyi(Bracket q, Bracket sigma, Order order) {
    // More of the sample and less noise are worse.
    const Bracket worst = divergence(q.upper, sigma.lower, order.value());
    if (q.is_exact() && sigma.is_exact()) return worst;
    return {divergence(q.lower, sigma.upper, order.value()).lower, worst.upper};
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/grouped_gaussian_renyi.hpp"

#include <algorithm>

#include "mizan/inversion/normal_mixture/order_one.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan::inversion {

namespace {

// D_α of exactly these parameters. K(c) = (α - 1) D_α with c = α - 1.
Bracket divergence(double q, double sigma, GroupChange change, double alpha) {
    const int records = change.removed + change.added;
    if (q == 0 || sigma == infinity || records == 0) return 0;
    if (sigma == 0) return infinity;
    if (alpha == infinity) {
        return change.removed > 0 || q == 1 ? infinity : records * -log1p(-Bracket(q));
    }
    const Bracket if_all_are_drawn = alpha * square(records / Bracket(sigma)) / 2;
    const Bracket all_drawn(0, if_all_are_drawn.upper);
    if (is_far_apart(records, sigma)) {
        // P has at least the part q^k of N(k, σ²), if Q is N(0, σ²): (α-1) D_α is no less than α
        // log q^k of that.
        if (change.added > 0 || alpha == 1) return all_drawn;
        const Bracket chance = alpha / (Bracket(alpha) - 1) * records * log(Bracket(q));
        return {std::max(0.0, (if_all_are_drawn + chance).lower), all_drawn.upper};
    }
    const auto loss = grouped_gaussian_loss(q, sigma, change);
    if (alpha == 1) return divergence_at_one([&](double c) { return loss->log_moment(c); });
    if (alpha > largest_whole) return all_drawn;
    const double c = alpha - 1;  // exact
    return intersect(all_drawn, max(0, loss->log_moment(c) / c));
}

}  // namespace

Bracket grouped_gaussian_renyi(Bracket q, Bracket sigma, GroupChange change, Order order) {
    // More of the sample and less noise are worse.
    const Bracket worst = divergence(q.upper, sigma.lower, change, order.value());
    if (q.is_exact() && sigma.is_exact()) return worst;
    return {divergence(q.lower, sigma.upper, change, order.value()).lower, worst.upper};
}

}  // namespace mizan::inversion

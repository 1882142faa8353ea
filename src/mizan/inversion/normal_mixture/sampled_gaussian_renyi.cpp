// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_renyi.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/normal_mixture/order_one.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_orders.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/sampling/log_mixture.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan::inversion {

namespace {

// For α > 1: q e^z ≤ w = (1 - q) + q e^z, and Minkowski's inequality in L^α, where the norm of e^z
// is e^t with t = (α - 1)/(2σ²). Costs next to nothing.
Bracket from_both_sides(double q, double sigma, double alpha) {
    const Bracket c = Bracket(alpha) - 1, t = c / 2 / sigma / sigma, stretch = alpha / c;
    const Bracket norm = log_mixture(q, t);
    return {std::max(0.0, (stretch * (log(Bracket(q)) + t)).lower), (stretch * norm).upper};
}

// At high orders the lower of these bounds is all there is to say (docs/proofs/floating-point.md,
// "High orders"): with s = log q + t the upper one is α/(α - 1) times s + log(1 + (1 - q) e^{-s}),
// and e^{-s} < 2^-53 s for s > 33.4. Half of that is enough for orders from 2 on, because
//
//     E w^α ≤ (q e^t)^α + α (1 - q) E w^{α-1}.
class HighOrders {
public:
    HighOrders(double q, double sigma)
        : log_q_{log(Bracket(q))},
          rate_{Bracket(0.5) / sigma / sigma},
          first_{1 + 2 * sigma * sigma * (33.5 - log_q_.lower)} {}

    [[nodiscard]] bool contain(double alpha) const {
        return alpha > first_ || (alpha >= 2 && the_next_lower_is_negligible(alpha));
    }

    [[nodiscard]] Bracket divergence(double alpha) const {
        const Bracket c = Bracket(alpha) - 1, s = log_q_ + c * rate_;
        return alpha / c * s * Bracket(1, 1 + 0x1p-52);
    }

private:
    [[nodiscard]] bool the_next_lower_is_negligible(double alpha) const {
        const double t = (alpha - 1) * rate_.lower, minus_log_q = -log_q_.lower;
        const bool s_keeps_digits = 0.75 * t > minus_log_q;  // s > t/4
        return s_keeps_digits && 2 * t > 37.4 + minus_log_q &&
               t - rate_.upper - minus_log_q > plain::log(2 * alpha);
    }

    Bracket log_q_, rate_;
    double first_;
};

// D_α by a sum of its own. K(c) = (α - 1) D_α with c = α - 1.
Bracket alone(double q, double sigma, double alpha) {
    if (alpha > largest_whole) return from_both_sides(q, sigma, alpha);
    if (alpha > 1) {
        const double c = alpha - 1;  // exact
        return intersect(from_both_sides(q, sigma, alpha),
                         sampled_gaussian_log_moment(q, sigma, c) / c);
    }
    return divergence_at_one([&](double c) { return sampled_gaussian_log_moment(q, sigma, c); });
}

// D_α of exactly these parameters.
std::vector<Bracket> divergences(double q, double sigma, std::span<const Order> orders) {
    const bool hides_all = q == 0 || sigma == infinity, shows_all = sigma == 0;
    if (hides_all || shows_all) {
        return std::vector<Bracket>(orders.size(), hides_all ? 0 : infinity);
    }
    const HighOrders high(q, sigma);
    std::vector<double> usual;
    for (const Order order : orders) {
        if (!high.contain(order.value())) usual.push_back(order.value());
    }
    const SampledGaussianOrders table(q, sigma, usual);

    std::vector<Bracket> all;
    all.reserve(orders.size());
    std::size_t in_table = 0;
    for (const Order order : orders) {
        const double alpha = order.value();
        if (alpha == infinity) {
            all.emplace_back(infinity);
        } else if (q == 1) {  // all are in the sample
            all.push_back(Bracket(alpha) / 2 / sigma / sigma);
        } else if (high.contain(alpha)) {
            all.push_back(high.divergence(alpha));
        } else {
            const Bracket found = table.divergence(in_table++);
            const bool is_sharp =
                found.upper < infinity && found.width() <= sharp_divergence * found.upper;
            all.push_back(is_sharp ? found : intersect(found, alone(q, sigma, alpha)));
        }
    }
    return all;
}

}  // namespace

std::vector<Bracket> sampled_gaussian_renyi(Bracket q, Bracket sigma,
                                            std::span<const Order> orders) {
    // More of the sample and less noise are worse.
    std::vector<Bracket> all = divergences(q.upper, sigma.lower, orders);
    if (q.is_exact() && sigma.is_exact()) return all;
    const std::vector<Bracket> best = divergences(q.lower, sigma.upper, orders);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].lower = best[i].lower;
    return all;
}

}  // namespace mizan::inversion

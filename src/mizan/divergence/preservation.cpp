// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/preservation.hpp"

#include <array>

#include "mizan/divergence/finite.hpp"
#include "mizan/numeric/root.hpp"

namespace mizan {

Bracket preserved_by_hoelder(Order order, Epsilon divergence, Probability q) {
    const double alpha = order.value(), epsilon = divergence.value();
    if (epsilon == infinity) return {0, 1};
    if (q.value() == 1) return {exp(Bracket(-epsilon)).lower, 1};
    if (alpha == 1) return {0, 1};
    const Bracket log_q = log(Bracket(q.value()));
    const Bracket shrink = alpha == infinity ? Bracket(1) : (Bracket(alpha) - 1) / alpha;
    return {exp(-epsilon + log_q / shrink).lower, min(exp((epsilon + log_q) * shrink), 1).upper};
}

namespace {

// D_alpha of two coins that show heads with probability p and q.
Bracket coin_divergence(Order order, double p, double q) {
    const Bracket gap = Bracket(p) - q;
    const std::array coin{outcome(p, q, gap), outcome(1 - Bracket(p), 1 - Bracket(q), -gap)};
    return renyi_divergence(coin, order);
}

// The p in [0, 1] where a function that falls until q and rises from there is at most `level`.
template <class Function>
Bracket where_at_most(double level, double q, const Function& f) {
    return {root::of_decreasing(f, level, {0, q}).lower,
            root::of_increasing(f, level, {q, 1}).upper};
}

}  // namespace

Bracket preserved_forward(Order order, Epsilon divergence, Probability q) {
    if (divergence.value() == infinity) return {0, 1};
    if (q.value() == 0 || q.value() == 1) return q.value();
    return where_at_most(divergence.value(), q.value(),
                         [&](double p) { return coin_divergence(order, p, q.value()); });
}

Bracket preserved_backward(Order order, Epsilon divergence, Probability q) {
    if (divergence.value() == infinity) return {0, 1};
    return where_at_most(divergence.value(), q.value(),
                         [&](double p) { return coin_divergence(order, q.value(), p); });
}

Bracket preserved(Order order, Epsilon divergence, Probability q) {
    return intersect(preserved_forward(order, divergence, q),
                     preserved_backward(order, divergence, q));
}

}  // namespace mizan

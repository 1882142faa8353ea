// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/preservation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mizan/divergence/finite.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan {

Bracket preserved_by_hoelder(Order order, Epsilon divergence, Probability q) {
    const DefaultArithmetic arithmetic;
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

// A p from which on f exceeds `level` all the way to `outside`, close to where that begins: f rises
// from 0 at `inside`. Searched in log p with plain numbers, along secants of sqrt(f), which is
// nearly linear close to `inside`; then confirmed with a bracket.
template <class Function>
double where_exceeded(double level, double inside, double outside, const Function& f) {
    if (!(f(outside).lower > level)) return outside;
    const auto excess = [&](double log_p) {
        return std::sqrt(f(plain::exp(log_p)).middle()) - std::sqrt(level);
    };
    double good = plain::log(inside), bad = std::max(plain::log(outside), -745.0);
    double good_excess = -std::sqrt(level), bad_excess = excess(bad);
    bool was_bad = false;
    for (int step = 0; step < 100 && std::abs(bad - good) > 1e-15 * (1 + std::abs(bad)); ++step) {
        const double secant = good + (bad - good) * good_excess / (good_excess - bad_excess);
        const bool usable = std::isfinite(secant) && step % 8 != 7;
        const double middle = usable ? secant : good + (bad - good) / 2;
        const double value = excess(middle);
        if (std::abs(value) <= 2e-14 * std::sqrt(level)) {
            bad = middle;
            break;
        }
        // An end that stays twice has its excess halved, or the secant would creep (Illinois).
        const bool is_bad = value > 0, repeats = step > 0 && is_bad == was_bad;
        (is_bad ? bad : good) = middle;
        (is_bad ? bad_excess : good_excess) = value;
        if (repeats) (is_bad ? good_excess : bad_excess) /= 2;
        was_bad = is_bad;
    }
    const double outward = outside > inside ? 1 : -1;
    for (double margin = 1e-15 * (1 + std::abs(bad)); margin < 1; margin *= 4) {
        const double p = plain::exp(bad) * (1 + outward * margin);
        if (outward * (p - outside) >= 0) break;
        if (f(p).lower > level) return p;
    }
    return outside;
}

// The p in [0, 1] where a function that falls to 0 at q and rises from there is at most `level`.
template <class Function>
Bracket where_at_most(double level, double q, const Function& f) {
    return {where_exceeded(level, q, 0.0, f), q < 1 ? where_exceeded(level, q, 1.0, f) : 1.0};
}

}  // namespace

Bracket preserved_forward(Order order, Epsilon divergence, Probability q) {
    const DefaultArithmetic arithmetic;
    if (divergence.value() == infinity) return {0, 1};
    if (q.value() == 0 || q.value() == 1) return q.value();
    return where_at_most(divergence.value(), q.value(),
                         [&](double p) { return coin_divergence(order, p, q.value()); });
}

Bracket preserved_backward(Order order, Epsilon divergence, Probability q) {
    const DefaultArithmetic arithmetic;
    if (divergence.value() == infinity) return {0, 1};
    // Of an impossible event the divergence is -log(1 - p), whatever the order.
    if (q.value() == 0) return {0, (-expm1(Bracket(-divergence.value()))).upper};
    return where_at_most(divergence.value(), q.value(),
                         [&](double p) { return coin_divergence(order, q.value(), p); });
}

Bracket preserved(Order order, Epsilon divergence, Probability q) {
    const DefaultArithmetic arithmetic;
    return intersect(preserved_forward(order, divergence, q),
                     preserved_backward(order, divergence, q));
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/sampled_gaussian.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/sampling/poisson.hpp"

namespace mizan {

namespace {

// Beyond it the sum takes longer than its gain over the general bound is worth.
constexpr double most_terms = 1024;

// log(e^x - 1) for x ≥ 0.
Bracket log_expm1(Bracket x) { return x.upper == 0 ? Bracket(-infinity) : x + log1m_exp(-x); }

// (α - 1) D_α for a whole α ≥ 1. Because Σ_k C(α, k) (1 - q)^(α-k) q^k = 1, the sum is 1 plus
// terms with exp(k(k - 1)/(2σ²)) - 1 in place of the exponential, none of them negative.
Bracket cumulant(Bracket q, Bracket sigma, double alpha) {
    const Bracket log_odds = log(q) - log1p(-q), twice_variance = 2 * square(sigma);
    Bracket log_choices = log(Bracket(alpha)), log_sum = -infinity;
    for (double k = 2; k <= alpha; ++k) {
        log_choices = log_choices + log((alpha - k + 1) / Bracket(k));
        const Bracket exponent = k * (k - 1) / twice_variance;
        log_sum = log_add_exp(log_sum, log_choices + k * log_odds + log_expm1(exponent));
    }
    log_sum = log_sum + alpha * log1p(-q);
    return log_sum.upper < 0 ? log1p(exp(log_sum)) : log_add_exp(0, log_sum);
}

// D_α for every order by joint convexity.
double general_bound(Bracket q, Bracket sigma, Order order) {
    const RenyiCurve gaussian(
        [&](Order o) { return o.value() / (2 * square(Bracket(sigma.lower))); });
    return poisson_sampled(gaussian, q)(order).upper;
}

}  // namespace

Bracket sampled_gaussian_renyi(Bracket q, Bracket sigma, Order order) {
    const double alpha = order.value();
    if (q.upper == 0 || sigma.lower == infinity) return 0;
    if (alpha == infinity || sigma.lower == 0) return infinity;
    const double general = general_bound(q, sigma, order);
    if (alpha > most_terms) return {0, general};
    const double below = std::floor(alpha), above = std::max(2.0, std::ceil(alpha));
    if (below == above) {
        const Bracket exact = cumulant(q, sigma, alpha) / (Bracket(alpha) - 1);
        return {std::max(0.0, exact.lower), std::max(0.0, exact.upper)};
    }
    const Bracket high = cumulant(q, sigma, above);
    if (alpha == 1) return {0, std::min(general, high.upper)};  // D_1 ≤ D_2
    const Bracket low = below == 1 ? Bracket(0.0) : cumulant(q, sigma, below);
    const Bracket part = Bracket(alpha) - below;  // of the way from `below` to `above`
    const Bracket chord = (low + part * (high - low)) / (Bracket(alpha) - 1);
    return {0, std::max(0.0, std::min(general, chord.upper))};
}

}  // namespace mizan

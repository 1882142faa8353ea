// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "mizan/compose/basic.hpp"
#include "mizan/compose/optimal.hpp"
#include "mizan/compose/tail_walk.hpp"

namespace mizan::compose {

namespace {

// Where the walk may stop: what lies below cannot be seen in a double any more.
bool nothing_left(const TailWalk& walk) { return walk.rest() <= 0x1p-56 * walk.reached().lower; }

// log of the probability around which the sum for δ(ε) begins.
double log_level_at(Epsilon epsilon0, Count count, double epsilon) {
    const double n = count.value(), e0 = epsilon0.value();
    const double mode = std::floor(n / (1 + std::exp(-e0)));
    const double k = std::clamp(std::floor(n / 2 + epsilon / e0 / 2) + 1, 0.0, n);
    return binomial::log_mass({n, e0}, std::max(k, mode)).middle();
}

// Losses that a walk passes before it gives up and says what is known without it.
constexpr int most_steps = 100'000;

// δ(ε) of `count` randomized responses with 0 < ε₀ < inf.
Bracket response_delta(Epsilon epsilon0, Count count, double epsilon) {
    if ((count.value() * Bracket(epsilon0.value())).upper <= epsilon) return 0;
    TailWalk walk(epsilon0, count, log_level_at(epsilon0, count, epsilon));
    // δ at the loss above the current cell; past the top nothing exceeds the loss.
    Bracket above = walk.delta();
    std::optional<Bracket> result;
    for (int steps = 0; steps < most_steps; ++steps) {
        walk.descend();
        const Bracket below = walk.loss_below();
        if (below.lower <= epsilon) {
            // ε lies in this cell, or in the next if it is too close to a loss to tell.
            Bracket here = hull(above, walk.delta());
            if (walk.is_exact()) {
                const Bracket distance = max(walk.loss_at(walk.lowest()) - epsilon, 0);
                here = -expm1(-distance) * walk.reached() + exp(-distance) * above;
            }
            result = result ? hull(*result, here) : here;
        }
        if (below.upper <= epsilon) return min(*result, 1);
        if (nothing_left(walk)) {
            const Bracket distance = max(below - epsilon, 0);
            const Bracket here = -expm1(-distance) * walk.reached() +
                                 exp(-distance) * walk.delta() + Bracket(0, walk.rest());
            return min(result ? hull(*result, here) : here, 1);
        }
        above = walk.delta();
    }
    return {0, 1};
}

Bracket log_1p(Bracket x) { return x.upper > -1 ? log1p(x) : Bracket(-infinity); }

Bracket cut(Bracket x, Bracket to) {
    return {std::clamp(x.lower, to.lower, to.upper), std::clamp(x.upper, to.lower, to.upper)};
}

Bracket narrower(Bracket x, Bracket y) { return x.width() <= y.width() ? x : y; }

// The ε with δ(ε) = delta for `count` randomized responses with 0 < ε₀ < inf and count > 0.
Bracket response_epsilon(Epsilon epsilon0, Count count, Bracket delta) {
    const Bracket most = count.value() * Bracket(epsilon0.value());
    if (delta.upper <= 0) return most;
    TailWalk walk(epsilon0, count, std::log(std::max(delta.lower, 1e-320)));
    std::optional<Bracket> result;
    for (int steps = 0; steps < most_steps; ++steps) {
        const Bracket delta_above = walk.delta();
        walk.descend();
        const Bracket below = walk.loss_below(), above = walk.loss_above();
        const bool possible = walk.delta().upper >= delta.lower;
        if (possible) {
            // The same number from either end of the cell: one is sharp for small ε₀, the other
            // where neighbouring losses are far apart.
            const Bracket cell(below.lower, above.upper);
            Bracket here = cut(below + log_1p((walk.delta() - delta) / walk.shared()), cell);
            if (walk.is_exact()) {
                const Bracket from_above =
                    above + log_1p((delta_above - delta) / walk.shared_above());
                here = narrower(here, cut(from_above, cell));
            }
            result = result ? hull(*result, here) : here;
        }
        const bool certain = walk.delta().lower >= delta.upper;
        if (certain || below.upper <= 0) return max(result.value_or(0), 0);
        if (nothing_left(walk)) {
            // Far below the mean, where δ is 1 up to rounding.
            return max(hull(result.value_or(below), Bracket(-infinity, below.upper)), 0);
        }
    }
    return {0, most.upper};
}

}  // namespace

Bracket optimal_delta(const Repeated& step, Epsilon epsilon) {
    const auto& [guarantee, count] = step;
    const Bracket failure = failure_probability({step});
    const double e0 = guarantee.epsilon.value();
    if (e0 == 0 || count.value() == 0) return failure;
    // At ε = inf what is left is the probability of an infinite loss, the limit of δ(ε).
    if (e0 == infinity) return 1;
    if (epsilon.value() == infinity) return failure;
    const Bracket response = response_delta(guarantee.epsilon, count, epsilon.value());
    return min(failure + (1 - failure) * response, 1);
}

Bracket optimal_epsilon(const Repeated& step, Delta delta) {
    const auto& [guarantee, count] = step;
    if (delta.value() == 1 || count.value() == 0) return 0;
    const Bracket left = slack({step}, delta);
    if (left.upper < 0) return infinity;
    const double e0 = guarantee.epsilon.value();
    const Bracket most = e0 == 0 ? Bracket(0)
                         : e0 == infinity
                             ? Bracket(infinity)
                             : response_epsilon(guarantee.epsilon, count, max(left, 0));
    return left.lower < 0 ? hull(most, infinity) : most;
}

}  // namespace mizan::compose

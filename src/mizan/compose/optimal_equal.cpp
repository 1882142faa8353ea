// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/optimal_equal.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "mizan/compose/basic.hpp"
#include "mizan/compose/tail_walk.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::compose {

namespace {

// log of the probability around which the sum for δ(ε) begins.
double log_level_at(Epsilon epsilon0, Count count, double epsilon) {
    const double n = count.value(), e0 = epsilon0.value();
    const double mode = std::floor(n / (1 + plain::exp(-e0)));
    const double k = std::clamp(std::floor(n / 2 + epsilon / e0 / 2) + 1, 0.0, n);
    return rough_log_mass({n, e0}, std::max(k, mode));
}

// A walk that has passed so many losses gives up; the answer is then the bracket that needs no
// walk.
constexpr int most_steps = 1'000'000;

// δ(ε) of `count` randomized responses with 0 < ε₀ < inf.
Bracket response_delta(Epsilon epsilon0, Count count, double epsilon) {
    if ((count.value() * Bracket(epsilon0.value())).upper <= epsilon) return 0;
    TailWalk walk(epsilon0, count, log_level_at(epsilon0, count, epsilon));
    // Down to a little above ε only the sums matter.
    const double n = count.value(), near = n * (0.5 + 0x1p-48) + epsilon / epsilon0.value() / 2 + 2;
    std::optional<Bracket> result;
    for (int steps = 0; steps < most_steps; ++steps) {
        walk.descend();
        if (walk.lowest() > near && !walk.nothing_left()) continue;
        const TailWalk::Sums sums = walk.sums();
        const Bracket below = walk.loss_below();
        if (below.lower <= epsilon) {
            // ε lies in this cell, or in the next if it is too close to a loss to tell.
            Bracket here = hull(sums.delta_above, sums.delta);
            if (walk.is_exact()) {
                const Bracket distance = max(walk.loss_at(walk.lowest()) - epsilon, 0);
                here = -expm1(-distance) * sums.reached + exp(-distance) * sums.delta_above;
            }
            result = result ? hull(*result, here) : here;
        }
        if (below.upper <= epsilon) return min(*result, 1);
        if (walk.nothing_left()) {
            const Bracket distance = max(below - epsilon, 0);
            const Bracket here = -expm1(-distance) * sums.reached + exp(-distance) * sums.delta +
                                 Bracket(0, sums.rest);
            return min(result ? hull(*result, here) : here, 1);
        }
    }
    return {0, 1};
}

Bracket log_1p(Bracket x) { return x.upper > -1 ? log1p(x) : Bracket(-infinity); }

Bracket cut(Bracket x, Bracket to) {
    return {std::clamp(x.lower, to.lower, to.upper), std::clamp(x.upper, to.lower, to.upper)};
}

Bracket narrower(Bracket x, Bracket y) { return x.width() <= y.width() ? x : y; }

// The ε with δ(ε) = delta for `count` randomized responses with 0 < ε₀ < inf and count > 0. Nothing
// is looked at before δ is about `rough`; empty if that was too late.
std::optional<Bracket> response_epsilon(Epsilon epsilon0, Count count, Bracket delta,
                                        double rough) {
    const Bracket most = count.value() * Bracket(epsilon0.value());
    TailWalk walk(epsilon0, count, plain::log(std::max(delta.lower, 1e-320)));
    std::optional<Bracket> result;
    bool skipped = false;
    for (int steps = 0; steps < most_steps; ++steps) {
        walk.descend();
        const bool above_zero = 2 * (walk.lowest() - 1) > count.value();
        if (above_zero && walk.rough_delta() < rough && !walk.nothing_left()) {
            skipped = true;
            continue;
        }
        const TailWalk::Sums sums = walk.sums();
        if (skipped && sums.delta_above.upper >= delta.lower) return std::nullopt;
        skipped = false;
        const Bracket below = walk.loss_below(), above = walk.loss_above();
        const bool possible = sums.delta.upper >= delta.lower;
        if (possible) {
            // The same number from either end of the cell: one is sharp for small ε₀, the other
            // where neighbouring losses are far apart.
            const Bracket cell(below.lower, above.upper);
            Bracket here = cut(below + log_1p((sums.delta - delta) / sums.shared), cell);
            if (walk.is_exact()) {
                const Bracket from_above =
                    above + log_1p((sums.delta_above - delta) / sums.shared_above);
                here = narrower(here, cut(from_above, cell));
            }
            result = result ? hull(*result, here) : here;
        }
        const bool certain = sums.delta.lower >= delta.upper;
        if (certain || below.upper <= 0) return max(result.value_or(0), 0);
        if (walk.nothing_left()) {
            // Far below the mean, where δ is 1 up to rounding.
            return max(hull(result.value_or(below), Bracket(-infinity, below.upper)), 0);
        }
    }
    return Bracket(0, most.upper);
}

Bracket response_epsilon(Epsilon epsilon0, Count count, Bracket delta) {
    if (delta.upper <= 0) return count.value() * Bracket(epsilon0.value());
    for (const double part : {0.999, 0.5, 0.0}) {
        if (const auto found = response_epsilon(epsilon0, count, delta, part * delta.lower)) {
            return *found;
        }
    }
    throw InternalError("internal error: a walk that skips nothing came too late");
}

}  // namespace

Bracket optimal_delta(const Repeated& step, Epsilon epsilon) {
    const auto& [guarantee, count] = step;
    const Bracket failure = failure_probability({step});
    const double e0 = guarantee.epsilon.value();
    if (e0 == 0 || count.value() == 0) return failure;
    // At ε = inf only the probability of an infinite loss is left, the limit of δ(ε).
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

// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/probability_increase.hpp"

#include <algorithm>

#include "mizan/compose/basic.hpp"

namespace mizan::compose {

namespace {

// An event cannot get likelier than certain.
Bracket certainty(Probability q) {
    return q.value() == 0 ? Bracket(infinity) : -log(Bracket(q.value()));
}

}  // namespace

Epsilon log_increase_mironov(Epsilon epsilon, Count count, Probability q) {
    const Bracket length = certainty(q);
    if (epsilon.value() == 0 || count.value() == 0 || length.upper <= 0) return Epsilon{0.0};
    if (q.value() == 0 || epsilon.value() == infinity) return Epsilon{infinity};
    return Epsilon{(2 * Bracket(epsilon.value()) * sqrt(count.value() * length)).upper};
}

Epsilon log_increase(ZCDP guarantee, Probability q) {
    const double rho = guarantee.rho.value(), xi = guarantee.xi.value();
    const Bracket length = certainty(q), beyond = length - xi;
    if (rho == 0) return Epsilon{std::min(xi, std::max(length.upper, 0.0))};
    if (rho == infinity || q.value() == 0 || beyond.lower < rho) {
        return Epsilon{std::max(length.upper, 0.0)};
    }
    const Bracket increase = 2 * sqrt(rho * beyond) - rho + xi;
    return Epsilon{std::clamp(increase.upper, 0.0, length.upper)};
}

Epsilon log_increase(const Steps& steps, Probability q) {
    Bracket rho = 0;
    for (const auto& [guarantee, count] : steps) {
        if (guarantee.delta.value() > 0) {
            throw DomainError("delta of a step", "0 for a bound on the probability increase",
                              guarantee.delta.value());
        }
        const Bracket epsilon = guarantee.epsilon.value();
        if (count.value() > 0 && epsilon.upper > 0) {
            rho += count.value() * epsilon * tanh(epsilon / 2);
        }
    }
    const double total = total_epsilon(steps).upper;
    return Epsilon{std::min(log_increase(ZCDP{Rho{rho.upper}}, q).value(), total)};
}

}  // namespace mizan::compose

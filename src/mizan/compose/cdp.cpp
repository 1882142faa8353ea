// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/cdp.hpp"

#include <algorithm>

#include "mizan/compose/concentration.hpp"

namespace mizan::compose {

namespace {

struct Sums {
    Bracket mu, tau;
};

Sums sums(const std::vector<RepeatedCDP>& steps) {
    Bracket mu = 0;
    double largest = 0;
    for (const auto& [guarantee, count] : steps) {
        if (count.value() == 0) continue;
        largest = std::max(largest, guarantee.tau.value());
        // E[exp(-L)] = 1 leaves no room for a larger mean.
        const Bracket possible =
            min(guarantee.mu.value(), square(Bracket(guarantee.tau.value())) / 2);
        mu += count.value() * possible;
    }
    if (largest == 0 || largest == infinity) return {mu, largest};
    // Measured in the largest standard, so that no square leaves the range of doubles.
    Bracket squares = 0;
    for (const auto& [guarantee, count] : steps) {
        if (count.value() == 0) continue;
        squares += count.value() * square(Bracket(guarantee.tau.value()) / largest);
    }
    return {mu, largest * sqrt(squares)};
}

}  // namespace

OneSidedCDP cdp_adaptive(const std::vector<RepeatedCDP>& steps) {
    const auto [mu, tau] = sums(steps);
    return {Mu{mu.upper}, Tau{tau.upper}};
}

CDP cdp_fixed_in_advance(const std::vector<RepeatedCDP>& steps) {
    const auto [mu, tau] = sums(steps);
    return {Mu{mu.upper}, Tau{tau.upper}};
}

Probability tail(OneSidedCDP, NonNegative t) { return subgaussian_tail(t); }

ApproxDP approximate(OneSidedCDP law, Delta delta) {
    if (delta.value() == 1) return {Epsilon{0.0}, delta};
    if (law.tau.value() == 0) return {Epsilon{law.mu.value()}, delta};
    if (delta.value() == 0 || law.tau.value() == infinity) return {Epsilon{infinity}, delta};
    const Bracket t = sqrt(-2 * log(Bracket(delta.value())));
    return {Epsilon{(law.mu.value() + law.tau.value() * t).upper}, delta};
}

RenyiDP renyi(OneSidedCDP law) {
    return {RenyiCurve([law](Order order) -> Bracket {
        const double mu = law.mu.value(), tau = law.tau.value();
        if (order.value() == 1 || tau == 0) return {0, mu};
        if (order.value() == infinity || tau == infinity) return {0, infinity};
        return {0, (mu + (Bracket(order.value()) - 1) * square(Bracket(tau)) / 2).upper};
    })};
}

}  // namespace mizan::compose

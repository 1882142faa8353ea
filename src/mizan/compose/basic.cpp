// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/basic.hpp"

#include <algorithm>

namespace mizan::compose {

Bracket total_epsilon(const Steps& steps) {
    Bracket sum = 0;
    for (const auto& [guarantee, count] : steps) {
        if (count.value() > 0) sum += count.value() * Bracket(guarantee.epsilon.value());
    }
    return sum;
}

Bracket failure_probability(const Steps& steps) {
    Bracket log_success = 0, single = 0;
    double failing = 0;
    for (const auto& [guarantee, count] : steps) {
        const double delta = guarantee.delta.value();
        if (delta == 0 || count.value() == 0) continue;
        log_success += count.value() * log1p(-Bracket(delta));
        single = delta;
        failing += count.value();
    }
    return failing <= 1 ? single : -expm1(log_success);
}

Bracket slack(const Steps& steps, Delta delta) {
    const Bracket failure = failure_probability(steps);
    if (failure == Bracket(0)) return delta.value();
    if (failure.upper == 1) return failure.lower == 1 ? Bracket(-infinity) : Bracket(-infinity, 1);
    return (delta.value() - failure) / (1 - failure);
}

ApproxDP basic(const Steps& steps) {
    return {Epsilon{total_epsilon(steps).upper}, Delta{failure_probability(steps).upper}};
}

}  // namespace mizan::compose

// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/concentration.hpp"

#include <algorithm>

#include "mizan/loss/subgaussian.hpp"

namespace mizan::compose {

Tau hoeffding(NonNegative length) { return Tau{(Bracket(length.value()) / 2).upper}; }

Probability subgaussian_tail(NonNegative t) { return mizan::subgaussian_tail(t); }

Tau subgaussian_sum(const std::vector<Tau>& standards) {
    const auto largest = std::max_element(standards.begin(), standards.end());
    if (largest == standards.end() || largest->value() == 0) return Tau{0.0};
    if (largest->value() == infinity) return Tau{infinity};
    Bracket squares = 0;
    for (const Tau tau : standards) squares += square(Bracket(tau.value()) / largest->value());
    return Tau{(largest->value() * sqrt(squares)).upper};
}

Probability azuma_tail(NonNegative t) { return mizan::subgaussian_tail(t); }

Bracket azuma_threshold(Count k, NonNegative alpha, double beta, Positive failure) {
    const Bracket n = k.value();
    if (failure.value() >= 1) return n * beta;
    const Bracket t = sqrt(-2 * log(Bracket(failure.value())));
    return n * beta + t * sqrt(n) * alpha.value();
}

}  // namespace mizan::compose

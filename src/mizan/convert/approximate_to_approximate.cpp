// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/approximate_to_approximate.hpp"

namespace mizan {

Bracket approximate_to_delta(const ApproxDP& approximate, Epsilon epsilon) {
    const Bracket delta = approximate.delta.value();
    // A promise of ε = ∞ allows the input to be shown always: an infinite loss for certain.
    if (approximate.epsilon == Epsilon{infinity}) return 1;
    if (epsilon >= approximate.epsilon) return delta;
    const Bracket from = approximate.epsilon.value(), to = epsilon.value();
    // (e^from - e^to) / (1 + e^from), divided by e^from.
    const Bracket response = -expm1(to - from) / (1 + exp(-from));
    return min(1, delta + (1 - delta) * response);
}

Bracket approximate_to_epsilon(const ApproxDP& approximate, Delta delta) {
    if (delta < approximate.delta) return infinity;
    if (delta == Delta{1.0}) return 0;
    if (delta == approximate.delta || approximate.epsilon == Epsilon{infinity}) {
        return approximate.epsilon.value();
    }
    const Bracket from = approximate.epsilon.value(), least = approximate.delta.value();
    // 1 - r (1 + e^-from), where r = (δ - least) / (1 - least) is what is left for randomized
    // response once the input was not shown outright.
    const Bracket target = delta.value();
    const Bracket kept = ((1 - target) - (target - least) * exp(-from)) / (1 - least);
    if (kept.upper <= 0) return 0;
    return max(0, min(from, from + log(kept)));
}

}  // namespace mizan

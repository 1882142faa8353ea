// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/peak.hpp"

namespace mizan {

Bracket Peak::delta(Epsilon epsilon) const {
    if (loss.lower == infinity) return mass;
    if (epsilon.value() == infinity) return 0;
    return mass * -expm1(min(epsilon.value() - loss, 0));
}

Bracket Peak::epsilon(Delta delta) const {
    if (delta.value() >= mass.upper) return 0;
    return max(loss + log1p(-min(delta.value() / mass, 1)), 0);
}

}  // namespace mizan

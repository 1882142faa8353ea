// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/logistic.hpp"

namespace mizan {

Bracket Logistic::delta(Epsilon epsilon) const {
    if (noise_multiplier.value() == 0) return 1;
    if (noise_multiplier.value() == infinity) return 0;
    const Bracket largest = 1 / Bracket(noise_multiplier.value());
    const Bracket short_of = min(0, epsilon.value() - largest);
    return square(expm1(short_of / 2)) / -expm1(-largest);
}

}  // namespace mizan

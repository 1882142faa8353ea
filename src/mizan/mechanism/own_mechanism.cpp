// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/own_mechanism.hpp"

#include <algorithm>
#include <string>

#include "mizan/units/error.hpp"

namespace mizan {

Bracket OwnMechanism::delta(Epsilon epsilon) const {
    const Bracket found = known_->delta(epsilon);
    if (found.upper < 0 || found.lower > 1) {
        throw InputError(std::string(name()) + ": delta(" + shortest(epsilon.value()) +
                         ") must lie in [0, 1], got [" + shortest(found.lower) + ", " +
                         shortest(found.upper) + "]");
    }
    return {std::max(found.lower, 0.0), std::min(found.upper, 1.0)};
}

}  // namespace mizan

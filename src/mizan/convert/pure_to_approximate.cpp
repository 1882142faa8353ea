// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/pure_to_approximate.hpp"

#include "mizan/convert/approximate_to_approximate.hpp"

namespace mizan {

Bracket pure_to_delta(const PureDP& pure, Epsilon epsilon) {
    return approximate_to_delta({pure.epsilon, Delta{0.0}}, epsilon);
}

Bracket pure_to_epsilon(const PureDP& pure, Delta delta) {
    return approximate_to_epsilon({pure.epsilon, Delta{0.0}}, delta);
}

}  // namespace mizan

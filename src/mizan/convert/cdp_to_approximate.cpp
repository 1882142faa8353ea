// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/cdp_to_approximate.hpp"

#include "mizan/convert/cdp_to_renyi.hpp"

namespace mizan {

EpsilonAtOrder cdp_to_epsilon(const CDP& cdp, Delta delta) {
    return renyi_to_epsilon(cdp_to_renyi(cdp), delta);
}

DeltaAtOrder cdp_to_delta(const CDP& cdp, Epsilon epsilon) {
    return renyi_to_delta(cdp_to_renyi(cdp), epsilon);
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/pure_to_cdp.hpp"

namespace mizan {

CDP pure_to_cdp(const PureDP& pure) {
    const Bracket epsilon = pure.epsilon.value();
    return {.mu = Mu{(epsilon * tanh(epsilon / 2)).upper}, .tau = Tau{pure.epsilon.value()}};
}

CDP pure_to_cdp_published(const PureDP& pure) {
    const Bracket epsilon = pure.epsilon.value();
    return {.mu = Mu{(epsilon * expm1(epsilon) / 2).upper}, .tau = Tau{pure.epsilon.value()}};
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/zcdp_to_approximate.hpp"

#include "mizan/convert/zcdp_to_renyi.hpp"

namespace mizan {

EpsilonAtOrder zcdp_to_epsilon(const ZCDP& zcdp, Delta delta) {
    return renyi_to_epsilon(zcdp_to_renyi(zcdp), delta);
}

DeltaAtOrder zcdp_to_delta(const ZCDP& zcdp, Epsilon epsilon) {
    return renyi_to_delta(zcdp_to_renyi(zcdp), epsilon);
}

Epsilon zcdp_to_epsilon_closed(const ZCDP& zcdp, Delta delta) {
    const Bracket rho = zcdp.rho.value(), xi = zcdp.xi.value();
    if (zcdp.rho == Rho{0.0}) return Epsilon{xi.upper};
    return Epsilon{(xi + rho + 2 * sqrt(rho * -log(delta.value()))).upper};
}

}  // namespace mizan

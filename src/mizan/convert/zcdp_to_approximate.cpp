// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/zcdp_to_approximate.hpp"

namespace mizan {

Epsilon zcdp_to_epsilon(const ZCDP& zcdp, Delta delta) {
    const Bracket rho = zcdp.rho.value(), xi = zcdp.xi.value();
    if (zcdp.rho == Rho{0.0}) return Epsilon{xi.upper};
    return Epsilon{(xi + rho + 2 * sqrt(rho * -log(delta.value()))).upper};
}

}  // namespace mizan

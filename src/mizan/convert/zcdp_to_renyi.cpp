// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/zcdp_to_renyi.hpp"

namespace mizan {

RenyiCurve zcdp_to_renyi(const ZCDP& zcdp) {
    return RenyiCurve([zcdp](Order order) -> Bracket {
        const Bracket rho = zcdp.rho.value(), xi = zcdp.xi.value();
        if (zcdp.rho == Rho{0.0}) return {0, xi.upper};
        return {0, (xi + rho * order.value()).upper};
    });
}

}  // namespace mizan

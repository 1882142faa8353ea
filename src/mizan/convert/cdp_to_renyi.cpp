// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/cdp_to_renyi.hpp"

namespace mizan {

RenyiCurve cdp_to_renyi(const CDP& cdp) {
    return RenyiCurve([cdp](Order order) -> Bracket {
        if (cdp.tau == Tau{0.0}) return 0;
        const Bracket rho = square(cdp.tau.value()) / 2;
        const Bracket mean = min(cdp.mu.value(), rho);
        if (order == Order{1.0}) return {0, mean.upper};
        return {0, (mean + (Bracket(order.value()) - 1) * rho).upper};
    });
}

}  // namespace mizan

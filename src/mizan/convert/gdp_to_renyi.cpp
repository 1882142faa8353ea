// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/gdp_to_renyi.hpp"

namespace mizan {

RenyiCurve gdp_to_renyi(const GDP& gdp) {
    return RenyiCurve([gdp](Order order) -> Bracket {
        if (gdp.mu == Mu{0.0}) return 0;
        return Bracket(order.value()) * square(gdp.mu.value()) / 2;
    });
}

}  // namespace mizan

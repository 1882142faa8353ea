// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/zcdp.hpp"

namespace mizan::compose {

ZCDP zcdp(const std::vector<RepeatedZCDP>& steps) {
    Bracket rho = 0, xi = 0;
    for (const auto& [guarantee, count] : steps) {
        if (count.value() == 0) continue;
        rho += count.value() * Bracket(guarantee.rho.value());
        xi += count.value() * Bracket(guarantee.xi.value());
    }
    // A sum beyond the doubles is no guarantee at all, which an infinite rho says.
    if (xi.upper == infinity) return {Rho{infinity}};
    return {Rho{rho.upper}, xi.upper};
}

}  // namespace mizan::compose

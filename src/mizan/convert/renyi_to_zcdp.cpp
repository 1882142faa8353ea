// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/renyi_to_zcdp.hpp"

#include <algorithm>

#include "mizan/convert/pure_to_zcdp.hpp"
#include "mizan/convert/renyi_to_pure.hpp"

namespace mizan {

std::optional<ZCDP> renyi_to_zcdp(const RenyiCurve& curve) {
    const std::optional<PureDP> pure = renyi_to_pure(curve);
    if (!pure) return std::nullopt;
    const double from_pure = pure_to_zcdp(*pure).upper;

    // Steps of 1/64 cost at most that much; a few hundred reach the orders where D_∞/α is small.
    constexpr double step = 1 + 1.0 / 64, last = 1e6;
    double rho = 0, order = 1;
    while (order < last && (pure->epsilon.value() / Bracket(order)).upper > rho) {
        const double next = order * step;
        rho = std::max(rho, (Bracket(curve(Order{next}).upper) / order).upper);
        order = next;
    }
    rho = std::max(rho, (pure->epsilon.value() / Bracket(order)).upper);
    return ZCDP{Rho{std::min(rho, from_pure)}};
}

}  // namespace mizan

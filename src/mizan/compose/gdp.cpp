// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/gdp.hpp"

#include <algorithm>

namespace mizan::compose {

GDP gdp(const std::vector<RepeatedGDP>& steps) {
    // Measured in the largest parameter, so that no square leaves the range of doubles.
    double largest = 0;
    for (const auto& [guarantee, count] : steps) {
        if (count.value() > 0) largest = std::max(largest, guarantee.mu.value());
    }
    if (largest == 0 || largest == infinity) return {Mu{largest}};
    Bracket squares = 0;
    for (const auto& [guarantee, count] : steps) {
        squares += count.value() * square(Bracket(guarantee.mu.value()) / largest);
    }
    return {Mu{(largest * sqrt(squares)).upper}};
}

}  // namespace mizan::compose

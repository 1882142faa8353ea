// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/renyi.hpp"

namespace mizan::compose {

RenyiDP renyi(const std::vector<RepeatedRenyi>& steps) {
    RenyiCurve sum = RenyiCurve::zero();
    for (const auto& [guarantee, count] : steps) sum = sum + count.value() * guarantee.curve;
    return {sum};
}

}  // namespace mizan::compose

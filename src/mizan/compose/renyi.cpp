// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/renyi.hpp"

#include <utility>
#include <vector>

namespace mizan::compose {

RenyiDP renyi(const std::vector<RepeatedRenyi>& steps) {
    std::vector<RenyiCurve> curves;
    curves.reserve(steps.size());
    for (const auto& [guarantee, count] : steps) curves.push_back(count.value() * guarantee.curve);
    return {RenyiCurve::sum(std::move(curves))};
}

}  // namespace mizan::compose

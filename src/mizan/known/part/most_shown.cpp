// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/part/most_shown.hpp"

#include "mizan/compose/basic.hpp"

namespace mizan::analysis {

double most_shown(const std::vector<KnownPart>& parts) {
    compose::Steps all;
    for (const KnownPart& part : parts) {
        if (part.shown == 1 && part.count > 0) return 1;
        all.push_back({ApproxDP{Epsilon{0.0}, Delta{part.shown}}, part.count});
    }
    return std::min(1.0, compose::failure_probability(all).upper);
}

}  // namespace mizan::analysis

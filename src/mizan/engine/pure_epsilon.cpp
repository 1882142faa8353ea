// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/pure_epsilon.hpp"

namespace mizan::analysis {

Bracket pure_epsilon(const Laws& laws) {
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        Bracket sum = 0;
        for (const auto& [law, count] : laws) sum += count * largest_loss(law, directions);
        worst = max(worst, sum);
    }
    return worst;
}

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_nearly_sure_losses.hpp"

#include <algorithm>

namespace mizan::analysis {

namespace {

// The loss may differ from its usual value with at most this probability; with more the two bounds
// would lie far apart.
constexpr double seldom = 0.1;

std::optional<Bracket> in_one_direction(const Laws& laws, const Directions& directions,
                                        const Asked& asked) {
    Bracket sum = 0, log_sure = 0;
    for (const auto& [law, count] : laws) {
        const auto sure = sure_loss(law, directions);
        if (!sure || !(abs(sure->loss).upper < infinity) || !(sure->others.upper < seldom)) {
            return std::nullopt;
        }
        sum += count * sure->loss;
        log_sure += count * log1p(-sure->others);
    }
    const Bracket others = max(0, -expm1(log_sure)), sure = exp(log_sure);
    if (!(others.upper < seldom)) return std::nullopt;
    if (const Epsilon* epsilon = asked.epsilon()) {
        const Bracket by_sure = max(0, sure * -expm1(epsilon->value() - sum));
        return Bracket(by_sure.lower, std::min(1.0, (by_sure + others).upper));
    }
    const Bracket delta = asked.delta()->value(), share = delta / sure;
    const double lower = share.upper < 1 ? (sum + log1p(-share)).lower : 0;
    const double upper =
        others.upper <= delta.lower ? (sum + log1p(-delta) - log_sure).upper : infinity;
    return Bracket(std::max(0.0, lower), std::max(0.0, upper));
}

}  // namespace

std::optional<Bracket> by_nearly_sure_losses(const Laws& laws, const Asked& asked) {
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        const auto found = in_one_direction(laws, directions, asked);
        if (!found) return std::nullopt;
        worst = max(worst, *found);
    }
    return worst;
}

}  // namespace mizan::analysis

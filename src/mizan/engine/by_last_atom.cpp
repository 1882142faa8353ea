// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_last_atom.hpp"

#include <algorithm>

namespace mizan::analysis {

namespace {

std::optional<Bracket> in_one_direction(const Laws& laws, const Directions& directions,
                                        Delta delta) {
    Bracket largest = 0, log_mass = 0, log_finite = 0;
    for (const auto& [law, count] : laws) {
        const auto end = end_atom(law, directions);
        if (!end || !(abs(end->loss).upper < infinity) || !(end->mass.lower > 0)) {
            return std::nullopt;
        }
        largest += count * end->loss;
        log_mass += count * log(end->mass);
        log_finite += count * log1p(-end->infinite);
    }
    const Bracket infinite = -expm1(log_finite), left = delta.value() - infinite;
    if (!(left.lower >= 0)) return std::nullopt;
    const Bracket share = left / exp(log_mass);
    const double lower = share.upper < 1 ? (largest + log1p(-share)).lower : 0;
    return Bracket(std::max(0.0, lower), std::max(0.0, largest.upper));
}

}  // namespace

std::optional<Bracket> by_last_atom(const Laws& laws, const Asked& asked) {
    if (!asked.delta()) return std::nullopt;
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        const auto found = in_one_direction(laws, directions, *asked.delta());
        if (!found) return std::nullopt;
        worst = max(worst, *found);
    }
    return worst;
}

}  // namespace mizan::analysis

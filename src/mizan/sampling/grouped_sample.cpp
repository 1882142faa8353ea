// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/grouped_sample.hpp"

namespace mizan {

namespace {

// How many of so many records are in the sample.
std::vector<ShiftedNormal> drawn(int records, double q) {
    std::vector<ShiftedNormal> parts;
    for (int in = 0; in <= records; ++in) {
        Bracket probability = 1;
        for (int i = 0; i < in; ++i) probability *= q * Bracket(records - i) / (i + 1);
        for (int out = in; out < records; ++out) probability *= 1 - Bracket(q);
        parts.push_back({static_cast<double>(in), probability});
    }
    return parts;
}

// The probability of these counts or more.
Bracket from(const std::vector<ShiftedNormal>& all, std::size_t first) {
    Bracket sum = 0;
    for (std::size_t i = all.size(); i > first; --i) sum += all[i - 1].probability;
    return sum;
}

std::size_t first_rare(const std::vector<ShiftedNormal>& all) {
    // About the rounding of a sum of all probabilities.
    constexpr double rare = 1e-16;
    std::size_t first = all.size();
    while (first > 1 && from(all, first - 1).upper < rare) --first;
    return first;
}

}  // namespace

MixedNormals grouped_sample(Probability rate, GroupChange change) {
    MixedNormals pair{drawn(change.removed, rate.value()), drawn(change.added, rate.value())};
    if (change.drawn == Drawn::exactly) return pair;
    for (auto* side : {&pair.up, &pair.down}) {
        const std::size_t first = first_rare(*side);
        const Bracket rest = from(*side, first);
        side->erase(side->begin() + static_cast<std::ptrdiff_t>(first), side->end());
        if (change.drawn == Drawn::at_least) {
            side->back().probability += rest;
        } else {
            for (ShiftedNormal& each : *side) each.probability = each.probability / (1 - rest);
            pair.lost = max(pair.lost, rest);
        }
    }
    return pair;
}

}  // namespace mizan

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

}  // namespace

MixedNormals grouped_sample(Probability rate, GroupChange change) {
    return {drawn(change.removed, rate.value()), drawn(change.added, rate.value())};
}

}  // namespace mizan

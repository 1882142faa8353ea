// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/mixture.hpp"

#include "mizan/inversion/normal_mixture/mixture_pair_loss.hpp"
#include "mizan/law/mixed_normals_law.hpp"

namespace mizan {

void MixtureLaw::add_to(Parts& parts, double count) const {
    const MixedNormals pair = mechanism.pair();
    const double sigma = mechanism.standard_deviation().value();
    parts.add(inversion::mixture_pair_loss(
                  parts.directions().records_backward ? pair.swapped() : pair, sigma),
              count);
}

Bracket MixtureLaw::largest_loss(const Directions& directions) const {
    if (!directions.records_backward) return infinity;
    Bracket stays = 0;
    for (const auto& [shift, probability] : mechanism.pair().up) {
        if (shift == 0) stays += probability;
    }
    return max(0, -log(stays));
}

std::optional<analysis::ProfilePair> MixtureLaw::profiles() const {
    const MixedNormals pair = mechanism.pair();
    const double sigma = mechanism.standard_deviation().value();
    return analysis::ProfilePair{.there = profile_of(pair, sigma),
                                 .back = profile_of(pair.swapped(), sigma)};
}

std::optional<ClosedForm> MixtureLaw::closed_form(const Asked& asked) const {
    const MixedNormals pair = mechanism.pair();
    const auto found =
        asked_of({pair, pair.swapped()}, mechanism.standard_deviation().value(), asked);
    if (!found) return std::nullopt;
    return ClosedForm{*found, {"CGST23 mixtures"}, true};
}

}  // namespace mizan

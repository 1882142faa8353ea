// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/directions.hpp"

#include <algorithm>

namespace mizan::analysis {

std::vector<Outcome> Directions::of(const PairLaw& law) const {
    const bool backward = law.from == PairLaw::From::user ? user_backward : records_backward;
    return backward ? reversed(law.pair) : law.pair;
}

std::vector<Directions> all_directions(const std::vector<RepeatedLaw>& laws) {
    const auto has_pair_from = [](const Law& law, PairLaw::From from) {
        const auto* pair = std::get_if<PairLaw>(&law);
        return pair != nullptr && pair->from == from;
    };
    const bool user = std::ranges::any_of(laws, [&](const RepeatedLaw& each) {
        return has_pair_from(each.law, PairLaw::From::user);
    });
    const bool records = std::ranges::any_of(laws, [&](const RepeatedLaw& each) {
        return (is_sampled(each.law) && !is_replaced_on_samples(each.law)) ||
               has_pair_from(each.law, PairLaw::From::records);
    });
    std::vector<Directions> all;
    for (int u = 0; u <= (user ? 1 : 0); ++u) {
        for (int r = 0; r <= (records ? 1 : 0); ++r) all.push_back({u == 1, r == 1});
    }
    return all;
}

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/directions.hpp"

namespace mizan::analysis {

std::vector<Outcome> Directions::of(const PairLaw& law) const {
    const bool backward = law.from == PairLaw::From::user ? user_backward : records_backward;
    return backward ? reversed(law.pair) : law.pair;
}

std::vector<Directions> all_directions(const std::vector<RepeatedLaw>& laws) {
    bool user = false, records = false, group = false;
    int people = 1;  // in a program all groups that count are equally large
    bool is_from_below = false;
    for (const auto& [law, count] : laws) {
        const bool is_grouped = people_of(law) > 1 && !is_replaced_on_samples(law);
        if (is_grouped) {
            people = people_of(law);
            is_from_below = std::get<SampledGaussianLaw>(law).drawn == Drawn::at_least;
        }
        if (const auto* pair = std::get_if<PairLaw>(&law)) {
            if (is_symmetric(pair->pair)) continue;
            user = user || pair->from == PairLaw::From::user;
            records = records || pair->from == PairLaw::From::records;
            group = group || pair->from == PairLaw::From::group;
        } else if (is_sampled(law) && !is_replaced_on_samples(law)) {
            records = records || !is_grouped;
        }
    }
    // A law of single records belongs to any of those that are removed or added.
    std::vector<Directions> all;
    const auto add = [&](bool records_backward, int added) {
        for (int u = 0; u <= (user ? 1 : 0); ++u) all.push_back({u == 1, records_backward, added});
    };
    if (people == 1) {
        add(false, 0);
        if (records || group) add(true, 0);
        return all;
    }
    for (int added = 0; added <= people; ++added) {
        const bool is_mixed = 0 < added && added < people;
        if (is_mixed && (group || is_from_below)) continue;  // any of them is a lower bound
        if (added < people) add(false, added);
        if (added == people || (is_mixed && records)) add(true, added);
    }
    return all;
}

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/law.hpp"

namespace mizan {

std::vector<Outcome> listed_outcomes(const Law& law) {
    if (const auto* noise = std::get_if<DiscreteGaussianLaw>(&law)) return noise->outcomes({});
    if (const auto* noise = std::get_if<DiscreteLaplaceLaw>(&law)) return noise->outcomes({});
    return {};
}

bool is_gaussian(const std::optional<Law>& law) {
    return law && std::holds_alternative<GaussianLaw>(*law);
}

int people_of(const Law& law) {
    const auto* gaussian = std::get_if<SampledGaussianLaw>(&law);
    return gaussian == nullptr ? 1 : gaussian->people;
}

bool is_sampled(const Law& law) {
    return std::holds_alternative<SampledGaussianLaw>(law) ||
           std::holds_alternative<SampledLaplaceLaw>(law) ||
           std::holds_alternative<MixtureLaw>(law);
}

bool is_replaced_on_samples(const Law& law) {
    const auto* gaussian = std::get_if<SampledGaussianLaw>(&law);
    return gaussian != nullptr && gaussian->is_replaced();
}

namespace analysis {

std::vector<Directions> all_directions(const std::vector<RepeatedLaw>& laws) {
    using Of = Asymmetry::Of;
    bool user = false, records = false, group = false;
    int people = 1;  // in a program all groups that count are equally large
    bool is_lower_bound = false;
    for (const auto& [law, count] : laws) {
        const Asymmetry each = std::visit([](const auto& one) { return one.asymmetry(); }, law);
        user = user || each.of == Of::user_pair;
        records = records || each.of == Of::record;
        group = group || each.of == Of::group;
        if (each.of == Of::counted_group) {
            people = each.people;
            is_lower_bound = each.is_lower_bound;
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
        if (is_mixed && (group || is_lower_bound)) continue;  // any of them is a lower bound
        if (added < people) add(false, added);
        if (added == people || (is_mixed && records)) add(true, added);
    }
    return all;
}

}  // namespace analysis

}  // namespace mizan

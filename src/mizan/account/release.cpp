// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/release.hpp"

#include <algorithm>

#include "mizan/convert/convert.hpp"

namespace mizan {

namespace {

// What `from` implies of another notion.
template <class T>
Known<T> implied(const std::string& name, const Definition& from, Notion to) {
    const auto found = convert(from, to, {});
    if (const auto* refusal = std::get_if<Refusal>(&found)) {
        return {std::nullopt, name + ": " + refusal->reason};
    }
    const auto& implication = std::get<Implication>(found);
    return {std::get<T>(implication.result), "", implication.theorems};
}

}  // namespace

void know(Release& release, const Definition& definition) {
    release.pure = implied<PureDP>(release.name, definition, Notion::pure);
    release.renyi = implied<RenyiDP>(release.name, definition, Notion::renyi);
    release.zcdp = implied<ZCDP>(release.name, definition, Notion::zcdp);
    release.cdp = implied<CDP>(release.name, definition, Notion::cdp);
    release.gdp = implied<GDP>(release.name, definition, Notion::gdp);
}

void show_by_promise(Release& release) {
    if (!release.pure.value) return;
    const Bracket epsilon = release.pure.value->epsilon.value(), failure = release.failure.value();
    const Bracket apart = -expm1(-epsilon) / (1 + exp(-epsilon));
    release.shown = std::min(release.shown, (failure + (1 - failure) * apart).upper);
}

void cite(std::vector<std::string>& theorems, const std::vector<std::string>& more) {
    for (const std::string& key : more) {
        if (std::ranges::find(theorems, key) == theorems.end()) theorems.push_back(key);
    }
}

namespace analysis {

std::vector<RepeatedLaw> all_worst(const std::vector<Release>& releases) {
    std::vector<RepeatedLaw> laws;
    for (const Release& release : releases) {
        if (release.worst) laws.push_back({*release.worst, release.count});
    }
    return laws;
}

std::optional<std::vector<RepeatedLaw>> worst_laws(const std::vector<Release>& releases) {
    std::vector<RepeatedLaw> laws = all_worst(releases);
    if (laws.size() < releases.size()) return std::nullopt;
    return laws;
}

std::vector<RepeatedLaw> attained_laws(const std::vector<Release>& releases) {
    std::vector<RepeatedLaw> laws;
    for (const Release& release : releases) {
        if (release.attained) {
            laws.push_back({*release.attained, release.count * release.attained_runs});
        }
    }
    return laws;
}

}  // namespace analysis

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/part/known_part.hpp"

#include <algorithm>

#include "mizan/convert/convert.hpp"

namespace mizan {

namespace {

// What `from` implies by another definition.
template <class T>
Known<T> implied(const std::string& name, const Definition& from, Notion to) {
    const auto found = convert(from, to, {});
    if (const auto* refused = std::get_if<Refused>(&found)) {
        return {std::nullopt, name + ": " + refused->reason()};
    }
    const auto& implication = std::get<Implication>(found);
    return {std::get<T>(implication.result), "", implication.theorems};
}

}  // namespace

void know(KnownPart& part, const Definition& definition) {
    part.pure = implied<PureDP>(part.name, definition, Notion::pure);
    part.renyi = implied<RenyiDP>(part.name, definition, Notion::renyi);
    part.zcdp = implied<ZCDP>(part.name, definition, Notion::zcdp);
    part.cdp = implied<CDP>(part.name, definition, Notion::cdp);
    part.gdp = implied<GDP>(part.name, definition, Notion::gdp);
}

void show_by_promise(KnownPart& part) {
    if (!part.pure.value) return;
    const Bracket epsilon = part.pure.value->epsilon.value(), failure = part.failure.value();
    const Bracket apart = -expm1(-epsilon) / (1 + exp(-epsilon));
    part.shown = std::min(part.shown, (failure + (1 - failure) * apart).upper);
}

void cite(std::vector<std::string>& theorems, const std::vector<std::string>& more) {
    for (const std::string& key : more) {
        if (std::ranges::find(theorems, key) == theorems.end()) theorems.push_back(key);
    }
}

namespace analysis {

std::vector<RepeatedLaw> all_worst(const std::vector<KnownPart>& parts) {
    std::vector<RepeatedLaw> laws;
    for (const KnownPart& part : parts) {
        if (part.worst) laws.push_back({*part.worst, part.count});
    }
    return laws;
}

std::optional<std::vector<RepeatedLaw>> worst_laws(const std::vector<KnownPart>& parts) {
    std::vector<RepeatedLaw> laws = all_worst(parts);
    if (laws.size() < parts.size()) return std::nullopt;
    return laws;
}

std::vector<RepeatedLaw> attained_laws(const std::vector<KnownPart>& parts) {
    std::vector<RepeatedLaw> laws;
    for (const KnownPart& part : parts) {
        if (part.attained) {
            laws.push_back({*part.attained, part.count * part.attained_runs});
        }
    }
    return laws;
}

}  // namespace analysis

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/term_reading.hpp"

#include "mizan/group/group.hpp"
#include "mizan/program/bill.hpp"

namespace mizan {

TermReading::TermReading(const Term& term, Extent how_much, KnownPart& to)
    : people{static_cast<std::uint64_t>(term.group_size)},
      size{static_cast<double>(term.group_size)},
      units{units_moved(term.leaf, term.scope)},
      extent{how_much},
      part{to} {}

void TermReading::know_implied(const Definition& definition) {
    if (extent == Extent::everything) know(part, definition);
}

void TermReading::know_promise(const Definition& one) {
    if (people == 1) return know_implied(one);
    const GroupGuarantee all = grouped(one, people);
    know_implied(all.result);
    cite_first(all.theorems);
}

void TermReading::know_gdp(Bracket mu, std::initializer_list<const char*> sources) {
    if (extent == Extent::laws) return;
    part.gdp = {GDP{Mu{mu.upper}}, "", {sources.begin(), sources.end()}};
}

void TermReading::cite_first(const std::vector<std::string>& keys) {
    part.worst_by = keys;
    for (auto* theorems : {&part.pure.theorems, &part.renyi.theorems, &part.zcdp.theorems,
                           &part.cdp.theorems, &part.gdp.theorems}) {
        theorems->insert(theorems->begin(), keys.begin(), keys.end());
    }
}

void TermReading::cite_chain(const char* key) {
    std::vector<std::string> keys{key};
    if (people > 1) keys.insert(keys.begin(), "DR14 T2.2a");
    cite_first(keys);
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/assumptions.hpp"

#include <algorithm>
#include <string_view>

#include "mizan/program/bill.hpp"

namespace mizan {

namespace {

using Sentences = std::vector<std::string>;

std::string meaning_of(Relation relation) {
    switch (relation) {
        case Relation::add_or_remove_one:
            return "neighbours: one dataset has one record more than the other";
        case Relation::replace_one:
            return "neighbours: one record has another value";
        case Relation::replace_special:
            return "neighbours: one record is replaced by one that says nothing";
    }
    throw InternalError("internal error: unknown relation");
}

bool runs_once(const Bill& run) {
    if (run.terms.size() + run.arrangements.size() != 1) return false;
    if (!run.terms.empty()) return run.terms.front().count == 1;
    const Arrangement& only = run.arrangements.front();
    return only.count == 1 && runs_once(*only.inside);
}

bool has_groups(const Bill& run) {
    const auto is_group = [](const auto& line) { return line.group_size > 1; };
    return std::ranges::any_of(run.terms, is_group) ||
           std::ranges::any_of(run.arrangements, [&](const Arrangement& each) {
               return is_group(each) || has_groups(*each.inside);
           });
}

// Every sentence once, those about events in the order of their kinds, those about schemes from the
// outside in.
class Collected {
public:
    void read(const Bill& run) {
        for (const Term& term : run.terms) {
            if (is_said(term)) continue;
            for (std::string& each : assumptions_of(term.leaf, term.scope)) {
                add(events_, {term.leaf.index(), std::move(each)});
            }
        }
        for (const Arrangement& each : run.arrangements) {
            const bool by_record = is_measured_by_record(*each.inside);
            const auto ask = [&](const auto& scheme) {
                return scheme.assumes(each.scope, by_record);
            };
            for (std::string& sentence : std::visit(ask, each.scheme)) {
                add(schemes_, {0, std::move(sentence)});
            }
            read(*each.inside);
        }
    }

    void append_events_to(Sentences& all) {
        std::ranges::stable_sort(events_, {}, &Said::kind);
        for (Said& each : events_) all.push_back(std::move(each.sentence));
    }
    void append_schemes_to(Sentences& all) {
        for (Said& each : schemes_) all.push_back(std::move(each.sentence));
    }

private:
    struct Said {
        std::size_t kind;
        std::string sentence;
    };

    // Whether an event of this kind was read in the same scope. Of trade-off functions the points
    // matter, too.
    bool is_said(const Term& term) {
        if (std::holds_alternative<TradeoffPoints>(term.leaf)) return false;
        const std::pair event{term.leaf.index(), term.scope};
        if (std::ranges::find(read_, event) != read_.end()) return true;
        read_.push_back(event);
        return false;
    }

    static void add(std::vector<Said>& all, Said next) {
        if (std::ranges::find(all, next.sentence, &Said::sentence) == all.end()) {
            all.push_back(std::move(next));
        }
    }

    std::vector<std::pair<std::size_t, Scope>> read_;
    std::vector<Said> events_, schemes_;
};

}  // namespace

std::vector<std::string> assumptions(const ProgramDocument& document, Count group_size) {
    const Bill run = bill(document);
    Sentences all{meaning_of(document.relation)};
    if (group_size > 1) {
        all.push_back("groups of " + std::to_string(group_size) + " records change together");
    }
    Collected collected;
    collected.read(run);
    collected.append_events_to(all);
    if (has_groups(run)) {
        all.emplace_back(
            "group: its records change together; inside of a scheme they are also drawn together");
    }
    collected.append_schemes_to(all);
    if (!run.empty() && !runs_once(run)) {
        all.emplace_back(
            "each release may depend on the outputs before it; its parameters were fixed in "
            "advance");
    }
    return all;
}

}  // namespace mizan

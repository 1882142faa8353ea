// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/chain_of_neighbours.hpp"

#include <algorithm>
#include <cstdint>

#include "mizan/account/exact.hpp"
#include "mizan/group/group.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/program/bill.hpp"

namespace mizan::analysis {

namespace {

// How many records all events are asked about, if that is one number.
std::optional<Count> common_group(const Bill& bill) {
    std::optional<Count> size;
    const auto is_other = [&](const auto& line) {
        if (!size) size = line.group_size;
        return line.group_size != *size;
    };
    if (std::ranges::any_of(bill.terms, is_other) ||
        std::ranges::any_of(bill.arrangements, is_other)) {
        return std::nullopt;
    }
    return size;
}

}  // namespace

std::optional<Analysis> by_chain_of_neighbours(const Bill& bill, const Question& question) {
    constexpr Count largest = 64;  // a longer chain has an epsilon that promises next to nothing
    const std::optional<Count> group = common_group(bill);
    if (!group || *group < 2 || *group > largest || question.verify) return std::nullopt;
    const auto size = static_cast<std::uint64_t>(*group);
    const std::vector<KnownPart> one = known_parts(bill, Groups::one_record_of);
    if (!worst_laws(one)) return std::nullopt;
    const auto of_one = [&](Question asked) { return by_worst_laws(one, asked); };

    if (const Epsilon* epsilon = question.epsilon()) {
        const Epsilon step{(epsilon->value() / Bracket(static_cast<double>(size))).lower};
        Analysis found = of_one({.at = step});
        if (!found.bound) return std::nullopt;
        found.bound =
            grouped(ApproxDP{step, Delta{std::min(1.0, *found.bound)}}, size).delta.value();
        cite(found.theorems, {"DR14 T2.2a"});
        return found;
    }
    // The chain needs a share of δ for each step. With a smaller share ε grows, and e^ε times the
    // share of earlier steps with it; so the share is found by trying.
    const double wanted = question.delta()->value();
    double share = wanted / static_cast<double>(size);
    // A share that does not fall to its place in so many tries is given up.
    constexpr int tries = 8;
    for (int i = 0; i < tries && share > 0; ++i) {
        Analysis found = of_one({.at = Delta{share}});
        if (!found.bound || *found.bound == infinity) return std::nullopt;
        const ApproxDP all = grouped(ApproxDP{Epsilon{*found.bound}, Delta{share}}, size);
        if (all.delta.value() <= wanted) {
            found.bound = all.epsilon.value();
            cite(found.theorems, {"DR14 T2.2a"});
            return found;
        }
        // The next ε is a little larger than this one, so that the share must fall by a little
        // more.
        constexpr double room = 0.9;
        share *= room * wanted / all.delta.value();
    }
    return std::nullopt;
}

}  // namespace mizan::analysis

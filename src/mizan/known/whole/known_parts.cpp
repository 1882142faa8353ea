// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/whole/known_parts.hpp"

#include <algorithm>

#include "mizan/known/part/inside.hpp"
#include "mizan/known/scheme/arrangement.hpp"
#include "mizan/program/bill.hpp"

namespace mizan {

namespace {

// A number that is the same for equal lines. Most lines that differ are told apart by it at once.
double mark_of(const Term& term) {
    const auto mark = [](const auto& leaf) -> double {
        if constexpr (requires { leaf.noise_multiplier.value(); }) {
            return leaf.noise_multiplier.value();
        } else if constexpr (requires { leaf.epsilon.value(); }) {
            return leaf.epsilon.value();
        } else if constexpr (requires { leaf.p.value(); }) {
            return leaf.p.value();
        } else {
            return 0;
        }
    };
    return std::visit(mark, term.leaf);
}
double mark_of(const Arrangement&) { return 0; }

bool is_alike(const Term& a, const Term& b) {
    return a.group_size == b.group_size && a.leaf == b.leaf && a.scope == b.scope;
}
bool is_alike(const Arrangement& a, const Arrangement& b) {
    return a.group_size == b.group_size && a.scheme == b.scheme && a.scope == b.scope &&
           *a.inside == *b.inside;
}

// Merges equal lines into one that runs as often as all of them, so that n runs cost the same
// however they are written. Each line is compared with a few before it only, because programs may
// have very many different lines.
template <class Line>
std::vector<Line> merged(const std::vector<Line>& lines) {
    // Equal lines are merged if fewer than so many others lie between them.
    constexpr std::size_t looked_at = 32;
    std::vector<Line> all;
    std::vector<double> marks;
    all.reserve(lines.size());
    marks.reserve(lines.size());
    for (const Line& line : lines) {
        const double mark = mark_of(line);
        std::size_t before = all.size() - std::min(all.size(), looked_at);
        while (before < all.size() &&
               !(marks[before] == mark && all[before].count <= max_count - line.count &&
                 is_alike(all[before], line))) {
            ++before;
        }
        if (before < all.size()) {
            all[before].count += line.count;
        } else {
            all.push_back(line);
            marks.push_back(mark);
        }
    }
    return all;
}

// Whether all events are asked about groups of the same size. Then they share one question: which
// records of the group are removed and which are added. Groups of different sizes have no such
// question in common.
bool has_groups_of_one_size(const Bill& bill) {
    Count size = 1;
    for (const Arrangement& each : bill.arrangements) {
        if (each.group_size == 1) continue;
        if (size > 1 && each.group_size != size) return false;
        size = each.group_size;
    }
    return true;
}

// Whether the attained laws inside depend on whether a record takes another value or says nothing.
bool depends_on_relation(const Bill& run) {
    return !run.arrangements.empty() || std::ranges::any_of(run.terms, [](const Term& term) {
        return is_explicit(term.leaf) || measure_of(term.leaf, term.scope) == Measure::record;
    });
}

Inside inside_of(const Arrangement& arrangement, Extent extent) {
    const Bill& run = *arrangement.inside;
    Inside inside = together(known_parts(run, Groups::by_chains, extent));
    if (arrangement.scope.relation != Relation::replace_special) return inside;
    // The upper bound on samples of a fixed size is that of a replaced record. The attained law is
    // that of a record that says something or nothing while all others say nothing.
    const Scope scope = scope_inside(arrangement.scheme, arrangement.scope);
    if (scope.relation == Relation::replace_special || !depends_on_relation(run)) return inside;
    const Inside special =
        together(known_parts(in_scope(run, arrangement.scope), Groups::by_chains, extent));
    inside.promises.attained = special.promises.attained;
    inside.attained = special.attained;
    inside.beside = special.beside;
    return inside;
}

}  // namespace

KnownPart known_of(const Arrangement& arrangement, Groups groups, Extent extent) {
    return known_of(arrangement, inside_of(arrangement, extent), groups, extent,
                    [](const Arrangement& inner) { return known_of(inner); });
}

std::vector<KnownPart> known_parts(const Bill& bill, Groups groups, Extent extent) {
    const bool is_one = groups == Groups::one_record_of;
    if (!is_one && !has_groups_of_one_size(bill)) groups = Groups::by_chains;
    std::vector<KnownPart> all;
    all.reserve(bill.terms.size() + bill.arrangements.size());
    for (Term& term : merged(bill.terms)) {
        if (is_one) term.group_size = 1;
        all.push_back(known_of(term, extent));
    }
    for (const Arrangement& each : merged(bill.arrangements)) {
        all.push_back(known_of(each, groups, extent));
    }
    return all;
}

std::vector<KnownPart> known_parts(const Program& program, Relation relation, Count group_size) {
    return known_parts(bill(ProgramDocument{relation, group(group_size, program)}));
}

}  // namespace mizan

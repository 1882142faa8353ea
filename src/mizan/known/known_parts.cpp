// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/known_parts.hpp"

#include <algorithm>

#include "mizan/known/arrangement.hpp"
#include "mizan/known/inside.hpp"

namespace mizan {

namespace {

// A number that equal lines have in common, so that most of those that differ are told apart at once.
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

// Lines that are alike as one, run as often as all of them, so that n runs cost the same however they
// are written. Looks back at some lines only: very many different ones shall not take forever.
template <class Line>
std::vector<Line> merged(const std::vector<Line>& lines) {
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

// Which records of a group are removed and which are added is one question for all events that are asked
// about them; events that are asked about groups of different sizes have no such question in common.
bool has_groups_of_one_size(const Bill& bill) {
    Count size = 1;
    for (const Arrangement& each : bill.arrangements) {
        if (each.group_size == 1) continue;
        if (size > 1 && each.group_size != size) return false;
        size = each.group_size;
    }
    return true;
}

// Whether a scheme makes a pair of laws of any pair inside.
bool composes_pairs(const Scheme& scheme) {
    return std::holds_alternative<Poisson>(scheme) ||
           std::holds_alternative<WithoutReplacement>(scheme) ||
           std::holds_alternative<RandomAllocation>(scheme);
}

// A guarantee between a value and none is half of one between two values. What says all of its mechanism says
// itself how far two values are apart.
double between_two_values(const Bill& run) {
    const auto pure_of = [](const KnownPart& part) {
        return part.pure.value ? part.count * Bracket(part.pure.value->epsilon.value())
                               : Bracket(infinity);
    };
    const Bill any_values = in_scope(run, {.relation = Relation::replace_one, .own_record = true});
    Bracket sum = 0;
    for (std::size_t i = 0; i < run.terms.size(); ++i) {
        const Bracket twice = 2 * pure_of(known_of(run.terms[i]));
        const bool is_said = is_explicit(run.terms[i].leaf);
        sum += is_said ? min(twice, pure_of(known_of(any_values.terms[i]))) : twice;
    }
    for (const Arrangement& each : run.arrangements) sum += 2 * pure_of(known_of(each));
    return sum.upper;
}

// How often people with a value of their own may say yes where one that says nothing does, the less the better
// for whoever looks for one of them.
Bracket others_say_yes(const Bill& run) {
    if (!run.arrangements.empty() || run.terms.size() != 1) return 1;
    const auto& [leaf, count, group_size, scope] = run.terms.front();
    if (count > 1 || group_size > 1) return 1;
    if (const auto* guarantee = std::get_if<ApproxDP>(&leaf)) {
        return exp(-Bracket(guarantee->epsilon.value()));
    }
    const auto* answers = std::get_if<BucketRandomizedResponse>(&leaf);
    return answers != nullptr ? answers->noise_parameter.value() : 1;
}

// Whether what is attained inside differs between a record that takes another value and one that says nothing.
bool depends_on_relation(const Bill& run) {
    return !run.arrangements.empty() || std::ranges::any_of(run.terms, [](const Term& term) {
        return is_explicit(term.leaf) || measure_of(term.leaf, term.scope) == Measure::record;
    });
}

Inside inside_of(const Arrangement& arrangement, Extent extent) {
    const Bill& run = *arrangement.inside;
    Inside inside = together(known_parts(run, Groups::by_chains, extent));
    if (composes_pairs(arrangement.scheme)) know_pair_of_curve(inside);
    if (arrangement.scope.relation != Relation::replace_special) return inside;
    if (std::holds_alternative<Shuffled>(arrangement.scheme)) {
        inside.between_two_values = between_two_values(run);
        inside.others_say_yes = others_say_yes(run);
        return inside;
    }
    // Samples of a fixed size are bounded by what replaced records do. What is attained is a record that says
    // something or nothing, where all others say nothing.
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
    return arranged(arrangement, inside_of(arrangement, extent), groups, extent);
}

bool has_quick_laws(const Arrangement& arrangement) {
    const Bill& inside = *arrangement.inside;
    if (!std::holds_alternative<Poisson>(arrangement.scheme)) return false;
    if (arrangement.group_size > 1) return false;  // what a group costs follows from promises
    if (!inside.arrangements.empty() || inside.terms.size() != 1) return false;
    const Term& term = inside.terms.front();
    return term.count == 1 && (std::holds_alternative<Gaussian>(term.leaf) ||
                               std::holds_alternative<Laplace>(term.leaf));
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

// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/account.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/account/analyses.hpp"
#include "mizan/account/chained.hpp"
#include "mizan/account/costs.hpp"
#include "mizan/account/exact.hpp"
#include "mizan/account/release.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/program/assumptions.hpp"

namespace mizan {

namespace {

// The least bound of those that there are, and whose it is.
struct Best {
    double bound;
    std::string name = "none";

    void consider(const Analysis& analysis) {
        if (!analysis.bound || !(*analysis.bound < bound)) return;
        bound = *analysis.bound;
        name = analysis.name;
    }
};

Best trivial(const Question& question) { return {question.delta() ? infinity : 1}; }

Bracket between(const analysis::LowerBound& lower, const Best& upper) {
    ensure(lower.value <= upper.bound, "the lower bound of an answer exceeds its upper bound");
    return {lower.value, upper.bound};
}

// Whether another analysis is worth asking: hardly any is sharper than that.
bool is_open(const analysis::LowerBound& lower, const Best& upper) {
    constexpr double close = 3e-3;
    return std::isinf(upper.bound) || upper.bound - lower.value > close * upper.bound;
}

// An epsilon at a smaller delta holds at this one. Where the limit of work left the laws wide here, it is often enough
// there: at a large delta the profile of many losses is level, and lines find no place where it falls below.
std::optional<Analysis> at_smaller_delta(const std::vector<Release>& parts,
                                         const Question& question, const Best& best) {
    const Delta* asked = question.delta();
    for (const double smaller : {0.9, 0.5, 0.1, 1e-3, 1e-6}) {
        if (asked == nullptr || !(smaller < asked->value())) continue;
        Question other = question;
        other.at = Delta{smaller};
        other.verify = false;
        Analysis found = analysis::by_worst_laws(parts, other, analysis::Effort::little);
        if (found.bound && *found.bound < best.bound) return found;
    }
    return std::nullopt;
}

Bill bill_of(const Program& program, Relation relation, Count group_size) {
    return bill(ProgramDocument{relation, group(group_size, program)});
}

// Whether it was work that ran out: no answer aims at fewer digits than this. A δ next to the smallest double has
// no more of them.
bool is_work_limited(const analysis::Exact& exact, Bracket asked, const Question& question) {
    constexpr double wide = 1e-5, hardly_a_double = 1e-280;
    if (!(exact.is_tight || exact.is_left_wide) || asked.is_exact()) return false;
    if (question.epsilon() && asked.upper < hardly_a_double) return false;
    return asked.upper == infinity || asked.width() > wide * asked.upper;
}

}  // namespace

namespace analysis {

Costs::Costs(const Program& program, Relation relation, Count group_size)
    : terms_{bill_of(program, relation, group_size)},
      // Where nothing takes long, the parts need not promise anything yet.
      extent_{std::ranges::all_of(terms_.arrangements, has_quick_laws) ? Extent::laws
                                                                       : Extent::everything},
      parts_{releases(terms_, Groups::by_their_sums, extent_)} {}

Bracket Costs::at(const Question& question) {
    Best best = trivial(question);
    if (const auto seldom = by_most_shown(parts_, question)) best.consider(*seldom);
    if (best.bound == 0) return 0;
    const Exact exact = analysis::exact(parts_, question);
    best.consider(exact.analysis);
    if (is_open(exact.lower, best)) {
        if (extent_ == Extent::laws && !everything_) everything_ = releases(terms_);
        const std::vector<Release>& parts = everything_ ? *everything_ : parts_;
        for (const Analysis& analysis : all(parts, question)) best.consider(analysis);
        if (exact.is_left_wide) {
            if (const auto other = at_smaller_delta(parts, question, best)) best.consider(*other);
        }
    }
    if (is_open(exact.lower, best)) {
        if (const auto chain = chained(terms_, question)) best.consider(*chain);
    }
    return between(exact.lower, best);
}

}  // namespace analysis

Bracket cost(const Program& program, const Question& question) {
    const DefaultArithmetic arithmetic;
    return analysis::Costs(program, question.relation, question.group_size).at(question);
}

Answer account(const Program& program, const Question& question) {
    const DefaultArithmetic arithmetic;
    const Bill terms = bill_of(program, question.relation, question.group_size);
    const std::vector<Release> parts = releases(terms);

    std::vector<Analysis> analyses = analysis::all(parts, question);
    const analysis::Exact exact = analysis::exact(parts, question);
    analyses.push_back(exact.analysis);

    Best best = trivial(question);
    for (const Analysis& analysis : analyses) best.consider(analysis);
    if (exact.is_left_wide && is_open(exact.lower, best)) {
        if (auto other = at_smaller_delta(parts, question, best)) {
            best.consider(*other);
            analyses.back() = *std::move(other);
        }
    }
    if (is_open(exact.lower, best)) {
        const auto chain = analysis::chained(terms, question);
        Analysis& composed = analyses.back();
        if (chain && chain->bound && !(composed.bound && *composed.bound <= *chain->bound)) {
            composed = *chain;
            best.consider(composed);
        }
    }
    const Bracket asked = between(exact.lower, best);
    return Answer{
        .question = question,
        .epsilon = question.delta() ? asked : Bracket(question.epsilon()->value()),
        .delta = question.delta() ? Bracket(question.delta()->value()) : asked,
        .best = std::move(best.name),
        .analyses = std::move(analyses),
        .lower_from = exact.lower.from,
        .unverified = exact.unverified,
        .work_limited = is_work_limited(exact, asked, question),
        .assumptions = assumptions({question.relation, program}, question.group_size),
    };
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/account.hpp"

#include <algorithm>

#include "mizan/account/analyses.hpp"
#include "mizan/account/best_bound.hpp"
#include "mizan/account/chain_of_neighbours.hpp"
#include "mizan/account/costs.hpp"
#include "mizan/account/exact.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/work.hpp"
#include "mizan/program/assumptions.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan {

namespace {

// A wider answer says that more work would have made it narrower: no method aims at more than five
// digits. A δ that is hardly a double has fewer digits, whatever the work.
bool is_work_limited(bool could_be_narrower, Bracket asked, const Question& question) {
    const double wide = std::max(1e-5, question.effort.width.value());
    if (!could_be_narrower || asked.is_exact()) return false;
    if (question.epsilon() && asked.upper < least_sharp_double) return false;
    return asked.upper == infinity || asked.width() > wide * asked.upper;
}

}  // namespace

Bracket cost(const Program& program, const Question& question) {
    const DefaultArithmetic arithmetic;
    const Work work(question.allowed(program.parts()));
    return analysis::Costs(program, question.relation, question.group_size).at(question);
}

Answer account(const Program& program, const Question& question) {
    const DefaultArithmetic arithmetic;
    const Work work(question.allowed(program.parts()));
    const Bill terms =
        bill(ProgramDocument{question.relation, group(question.group_size, program)});
    const std::vector<KnownPart> parts = known_parts(terms);

    std::vector<Analysis> analyses = analysis::all(parts, question);
    const analysis::Exact exact = analysis::exact(parts, question);
    analyses.push_back(exact.analysis);

    analysis::BestBound best(question);
    for (const Analysis& analysis : analyses) best.consider(analysis);
    if (exact.is_left_wide && best.is_open(exact.lower)) {
        const Work step(0.5);
        if (auto other = analysis::at_smaller_delta(parts, question, best)) {
            best.consider(*other);
            analyses.back() = *std::move(other);
        }
    }
    if (best.is_open(exact.lower)) {
        const auto chain = analysis::by_chain_of_neighbours(terms, question);
        Analysis& composed = analyses.back();
        if (chain && chain->bound && !(composed.bound && *composed.bound <= *chain->bound)) {
            composed = *chain;
            best.consider(composed);
        }
    }
    const Bracket asked = best.above(exact.lower);
    return Answer{
        .question = question,
        .epsilon = question.delta() ? asked : Bracket(question.epsilon()->value()),
        .delta = question.delta() ? Bracket(question.delta()->value()) : asked,
        .best = std::move(best.name),
        .analyses = std::move(analyses),
        .lower_from = exact.lower.from,
        .unverified = exact.unverified,
        .work_limited = is_work_limited(exact.is_tight || exact.is_left_wide || work.has_ended(),
                                        asked, question),
        .assumptions = assumptions({question.relation, program}, question.group_size),
    };
}

}  // namespace mizan

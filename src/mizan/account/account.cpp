// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/account.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/account/analyses.hpp"
#include "mizan/account/assumptions.hpp"
#include "mizan/account/exact.hpp"
#include "mizan/account/release.hpp"

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

}  // namespace

Bracket cost(const Program& program, const Question& question) {
    constexpr double close = 3e-3;  // other analyses are hardly ever sharper than that
    const Bill terms =
        bill(ProgramDocument{question.relation, group(question.group_size, program)});
    // What takes long is read once; the rest need not promise anything yet.
    const bool is_quick = std::ranges::all_of(terms.arrangements, has_quick_laws);
    const Extent extent = is_quick ? Extent::laws : Extent::everything;
    std::vector<Release> parts = releases(terms, question.relation, Groups::by_their_sums, extent);
    const analysis::Exact exact = analysis::exact(parts, question);
    Best best = trivial(question);
    best.consider(exact.analysis);
    if (std::isinf(best.bound) || best.bound - exact.lower.value > close * best.bound) {
        if (extent == Extent::laws) parts = releases(terms, question.relation);
        for (const Analysis& analysis : analysis::all(parts, question)) best.consider(analysis);
    }
    return between(exact.lower, best);
}

Answer account(const Program& program, const Question& question) {
    const std::vector<Release> parts = releases(program, question.relation, question.group_size);

    std::vector<Analysis> analyses = analysis::all(parts, question);
    const analysis::Exact exact = analysis::exact(parts, question);
    analyses.push_back(exact.analysis);

    Best best = trivial(question);
    for (const Analysis& analysis : analyses) best.consider(analysis);
    const Bracket asked = between(exact.lower, best);
    return Answer{
        .question = question,
        .epsilon = question.delta() ? asked : Bracket(question.epsilon()->value()),
        .delta = question.delta() ? Bracket(question.delta()->value()) : asked,
        .best = std::move(best.name),
        .analyses = std::move(analyses),
        .lower_from = exact.lower.from,
        .unverified = exact.unverified,
        .assumptions = assumptions({question.relation, program}, question.group_size),
    };
}

}  // namespace mizan

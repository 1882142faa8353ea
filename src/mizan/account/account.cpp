// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/account.hpp"

#include <algorithm>

#include "mizan/account/analyses.hpp"
#include "mizan/account/exact.hpp"
#include "mizan/account/release.hpp"

namespace mizan {

namespace {

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

template <class... Leaves>
bool uses(const std::vector<Term>& terms) {
    return std::any_of(terms.begin(), terms.end(), [](const Term& term) {
        return (std::holds_alternative<Leaves>(term.leaf) || ...);
    });
}

std::vector<std::string> assumptions(const std::vector<Term>& terms, const Question& question) {
    std::vector<std::string> all{meaning_of(question.relation)};
    if (question.group_size > 1) {
        all.push_back("groups of " + std::to_string(question.group_size) +
                      " records change together");
    }
    if (uses<Gaussian>(terms)) {
        all.emplace_back("gaussian: noise_multiplier is standard deviation / L2 sensitivity");
    }
    if (uses<Laplace>(terms)) {
        all.emplace_back("laplace: noise_multiplier is scale / L1 sensitivity");
    }
    if (uses<RandomizedResponse>(terms)) {
        all.emplace_back("randomized_response(p): one answer about the whole dataset");
    }
    if (uses<BucketRandomizedResponse>(terms)) {
        all.emplace_back("randomized_response with buckets: every record answers for itself");
    }
    if (uses<ApproxDP, ZCDP, CDP, GDP, RenyiPoints>(terms)) {
        all.emplace_back(
            "what is known only by a guarantee is taken to be the worst mechanism that keeps it");
    }
    if (uses<DistributionPair>(terms)) {
        all.emplace_back(
            "pair: the first distribution of every pair belongs to the same neighbour");
    }
    if (terms.size() > 1 || (terms.size() == 1 && terms.front().count > 1)) {
        all.emplace_back(
            "each release may depend on the outputs before it; its parameters were fixed in "
            "advance");
    }
    return all;
}

}  // namespace

Answer account(const Program& program, const Question& question) {
    const std::vector<Release> parts = releases(program, question.relation, question.group_size);

    std::vector<Analysis> analyses = analysis::all(parts, question);
    analyses.push_back(analysis::pld(parts, question));

    double upper = question.delta() ? infinity : 1;
    std::string best = "none";
    for (const Analysis& analysis : analyses) {
        if (analysis.bound && *analysis.bound < upper) {
            upper = *analysis.bound;
            best = analysis.name;
        }
    }
    const analysis::LowerBound lower = analysis::attained(parts, question);
    ensure(lower.value <= upper, "the lower bound of an answer exceeds its upper bound");

    const Bracket asked(lower.value, upper);
    return Answer{
        .question = question,
        .epsilon = question.delta() ? asked : Bracket(question.epsilon()->value()),
        .delta = question.delta() ? Bracket(question.delta()->value()) : asked,
        .best = std::move(best),
        .analyses = std::move(analyses),
        .lower_from = lower.from,
        .assumptions = assumptions(terms(program), question),
    };
}

}  // namespace mizan

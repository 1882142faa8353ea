// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/account.hpp"

#include <algorithm>
#include <cmath>

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
    return std::ranges::any_of(
        terms, [](const Term& term) { return (std::holds_alternative<Leaves>(term.leaf) || ...); });
}

template <class... Leaves>
bool uses(const Bill& run) {
    return uses<Leaves...>(run.terms) || std::ranges::any_of(run.samples, [](const Sample& sample) {
               return uses<Leaves...>(sample.terms);
           });
}

bool runs_once(const Bill& run) {
    if (run.terms.size() + run.samples.size() != 1) return false;
    if (!run.terms.empty()) return run.terms.front().count == 1;
    const Sample& sample = run.samples.front();
    return sample.count == 1 && sample.terms.size() == 1 && sample.terms.front().count == 1;
}

std::vector<std::string> assumptions(const Bill& run, const Question& question) {
    std::vector<std::string> all{meaning_of(question.relation)};
    if (question.group_size > 1) {
        all.push_back("groups of " + std::to_string(question.group_size) +
                      " records change together");
    }
    if (uses<Gaussian>(run)) {
        all.emplace_back("gaussian: noise_multiplier is standard deviation / L2 sensitivity");
    }
    if (uses<Laplace>(run)) {
        all.emplace_back("laplace: noise_multiplier is scale / L1 sensitivity");
    }
    if (uses<DiscreteGaussian>(run)) {
        all.emplace_back(
            "discrete_gaussian: one whole answer that moves by at most sensitivity; whole noise z "
            "with a probability proportional to exp(-z^2 / (2 sigma^2))");
    }
    if (uses<DiscreteLaplace>(run)) {
        all.emplace_back(
            "discrete_laplace: whole answers that move by at most sensitivity in L1; whole noise "
            "whose probability falls by exp(-noise_parameter) with every step");
    }
    if (uses<RandomizedResponse>(run)) {
        all.emplace_back("randomized_response(p): one answer about the whole dataset");
    }
    if (uses<BucketRandomizedResponse>(run)) {
        all.emplace_back("randomized_response with buckets: every record answers for itself");
    }
    if (uses<ApproxDP, ZCDP, CDP, GDP, RenyiPoints>(run)) {
        all.emplace_back(
            "what is known only by a guarantee is taken to be the worst mechanism that keeps it");
    }
    if (uses<DistributionPair>(run)) {
        all.emplace_back(
            "pair: the first distribution of every pair belongs to the same neighbour");
    }
    if (!run.samples.empty()) {
        all.emplace_back(
            "poisson: every record is drawn independently, afresh for every sample, and nobody "
            "sees which were");
    }
    if (!run.samples.empty() && question.relation == Relation::replace_one) {
        all.emplace_back(
            "gaussian on samples, under replace_one: noise_multiplier is standard deviation / "
            "largest L2 norm of what one record adds");
    }
    if (!run.samples.empty() && question.relation == Relation::replace_special) {
        all.emplace_back("poisson: a record that is not drawn counts as one that says nothing");
    }
    if (!(run == Bill{}) && !runs_once(run)) {
        all.emplace_back(
            "each release may depend on the outputs before it; its parameters were fixed in "
            "advance");
    }
    return all;
}

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
    constexpr double close = 1e-9;
    const std::vector<Release> parts = releases(program, question.relation, question.group_size);
    const analysis::Exact exact = analysis::exact(parts, question);
    Best best = trivial(question);
    best.consider(exact.analysis);
    if (std::isinf(best.bound) || best.bound - exact.lower.value > close * best.bound) {
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
        .assumptions = assumptions(bill(ProgramDocument{question.relation, program}), question),
    };
}

}  // namespace mizan

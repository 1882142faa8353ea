// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/assumptions.hpp"

#include <algorithm>
#include <string_view>

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
    return uses<Leaves...>(run.terms) ||
           std::ranges::any_of(run.arrangements, [](const Arrangement& each) {
               return uses<Leaves...>(*each.inside);
           });
}

// Whether a trade-off function touches what guessing reaches. It is convex, so it then is nowhere below.
bool is_guessing(const Leaf& leaf) {
    const auto* tradeoff = std::get_if<TradeoffPoints>(&leaf);
    return tradeoff != nullptr &&
           std::ranges::any_of(tradeoff->points(), [](const ErrorRates& point) {
               const auto [x, y] = point;
               return 0 < x && x < 1 && x + y >= 1;
           });
}

template <class Condition>
bool any_leaf(const Bill& run, const Condition& holds) {
    return std::ranges::any_of(run.terms, [&](const Term& term) { return holds(term.leaf); }) ||
           std::ranges::any_of(run.arrangements, [&](const Arrangement& each) {
               return any_leaf(*each.inside, holds);
           });
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

// Whether Gaussian noise is measured by what one record adds, as under replace_one on samples.
bool is_by_norm(const Arrangement& each, Relation relation) {
    return relation == Relation::replace_one && std::holds_alternative<Poisson>(each.scheme) &&
           each.inside->arrangements.empty() &&
           std::ranges::all_of(each.inside->terms, [](const Term& term) {
               return std::holds_alternative<Gaussian>(term.leaf);
           });
}

// What each scheme means, once for each kind.
struct MeaningOfScheme {
    Relation relation;
    std::vector<std::string>& all;

    void say(std::string_view sentence) const {
        if (std::ranges::find(all, sentence) == all.end()) all.emplace_back(sentence);
    }
    void operator()(const Poisson&) const {
        say("poisson: every record is drawn independently, afresh for every sample, and nobody "
            "sees which were");
        if (relation == Relation::replace_special) {
            say("poisson: a record that is not drawn counts as one that says nothing");
        }
    }
    void operator()(const WithoutReplacement&) const {
        say("without_replacement: every subset of sample_size records is equally likely, drawn "
            "afresh for every sample, and nobody sees which; sensitivities inside are those of "
            "replacing a record of the sample");
    }
    void operator()(const WithReplacement&) const {
        say("with_replacement: every draw is any of the records, independently, afresh for every "
            "sample, and nobody sees which; sensitivities inside are those of replacing a record "
            "once in the sample");
    }
    void operator()(const TruncatedPoisson&) const {
        say("truncated_poisson_gaussian: every record is drawn independently, afresh for every "
            "sample; of a sample that is too large a random subset is kept, and nobody sees which; "
            "noise_multiplier is standard deviation / largest L2 norm of what one record adds");
    }
    void operator()(const RepeatAndSelect&) const {
        say("repeat_and_select: the number of runs is drawn at random and not shown; only the best "
            "result is, by an order that does not look at the data");
    }
    void operator()(const RandomAllocation&) const {
        say("random_allocation: every record takes part in num_selected of the num_steps steps, "
            "chosen at random, and nobody sees which");
    }
    void operator()(const Shuffled&) const {
        say("shuffled: every record is answered for by the same randomizer, chosen in advance, and "
            "nobody sees which answer is whose");
    }
};

void explain_schemes(const Bill& run, Relation relation, std::vector<std::string>& all) {
    for (const Arrangement& each : run.arrangements) {
        std::visit(MeaningOfScheme{relation, all}, each.scheme);
        explain_schemes(*each.inside, relation, all);
    }
}

}  // namespace

std::vector<std::string> assumptions(const ProgramDocument& document, Count group_size) {
    const Bill run = bill(document);
    const Relation relation = document.relation;
    std::vector<std::string> all{meaning_of(relation)};
    if (group_size > 1) {
        all.push_back("groups of " + std::to_string(group_size) + " records change together");
    }
    // A record that takes the place of another on a sample may add something else to the sum, or be
    // drawn when the other was not: what counts is the norm of each, not their distance.
    const auto by_norm = [&](const Arrangement& each) { return is_by_norm(each, relation); };
    const bool norms = std::ranges::any_of(run.arrangements, by_norm);
    Bill others = run;
    std::erase_if(others.arrangements, [&](const Arrangement& each) {
        return by_norm(each) || std::holds_alternative<TruncatedPoisson>(each.scheme);
    });
    if (uses<Gaussian>(others)) {
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
    if (uses<TreeAggregation>(run)) {
        all.emplace_back(
            "tree: noise_multiplier is standard deviation of a node / L2 sensitivity of a sum; no "
            "record is in two steps, and none moves to another step because of its neighbour");
    }
    if (uses<MatrixMechanism>(run)) {
        all.emplace_back(
            "matrix_mechanism: noise_multiplier is standard deviation of a row / largest L2 norm "
            "of "
            "what one record adds to a step; the steps of a record are fixed in advance, "
            "min_separation apart");
    }
    if (uses<MixtureOfGaussians>(run)) {
        all.emplace_back(
            "mixture_of_gaussians: with the record the sum moves by one of the sensitivities, each "
            "with its probability and afresh for every run; without it by nothing");
    }
    if (uses<TruncatedLaplace>(run)) {
        all.emplace_back(
            "truncated_laplace: one number; noise beyond the bound is drawn anew, not cut off");
    }
    if (uses<ThresholdedLaplace, ThresholdedGaussian>(run)) {
        all.emplace_back(
            "thresholded noise: a record adds to one key of a run, for several keys run it as "
            "often; "
            "a key without records is never shown");
    }
    if (uses<Exponential>(run)) {
        all.emplace_back(
            "exponential: a candidate with a probability proportional to exp(epsilon * score / (2 "
            "* "
            "sensitivity of the scores)), without the 2 if a record moves all scores the same way; "
            "the same as the largest score after Gumbel noise");
    }
    if (uses<PermuteAndFlip>(run)) {
        all.emplace_back(
            "permute_and_flip: scores weighed as exp(epsilon * score / (2 * sensitivity of the "
            "scores)), without the 2 if a record moves all scores the same way");
    }
    if (uses<ReportNoisyMax>(run)) {
        all.emplace_back(
            "report_noisy_max: the name alone of the largest score after Laplace or exponential "
            "noise "
            "of scale 2 * sensitivity / epsilon, without the 2 if a record moves all scores the "
            "same "
            "way; with Gumbel noise it is exponential(epsilon)");
    }
    if (uses<SparseVector>(run)) {
        all.emplace_back(
            "sparse_vector: Laplace noise, on the threshold drawn once, on every answer drawn "
            "afresh; "
            "above or below is all that is said; it ends after cutoff answers above");
    }
    if (uses<ApproxDP, ZCDP, CDP, GDP, RenyiPoints, PrivacyProfile, TradeoffPoints>(run)) {
        all.emplace_back(
            "what is known only by a guarantee is taken to be the worst mechanism that keeps it");
    }
    const auto is_unknown_near_zero = [](const Leaf& leaf) {
        return std::holds_alternative<TradeoffPoints>(leaf) && !is_guessing(leaf);
    };
    if (any_leaf(run, is_unknown_near_zero)) {
        all.emplace_back(
            "tradeoff: nothing is known below the smallest false-positive rate, where a loss may "
            "be infinite");
    }
    if (any_leaf(run, is_guessing)) {
        all.emplace_back(
            "tradeoff: a point whose rates add up to 1, between 0 and 1, says that no test at all "
            "is better than guessing, so that nothing is revealed");
    }
    if (uses<OwnMechanism>(run)) {
        all.emplace_back(
            "mechanisms of your own keep what their types promise for these neighbours");
    }
    if (uses<DistributionPair>(run)) {
        all.emplace_back(
            "pair: the first distribution of every pair belongs to the same neighbour");
    }
    if (has_groups(run)) {
        all.emplace_back(
            "group: its records change together; inside of a scheme they are also drawn together");
    }
    explain_schemes(run, relation, all);
    if (norms) {
        all.emplace_back(
            "gaussian on samples, under replace_one: noise_multiplier is standard deviation / "
            "largest L2 norm of what one record adds");
    }
    const bool keep_epsilon =
        relation == Relation::replace_one &&
        std::ranges::any_of(run.arrangements, [&](const Arrangement& each) {
            return std::holds_alternative<Poisson>(each.scheme) && !by_norm(each);
        });
    if (keep_epsilon) {
        all.emplace_back(
            "poisson under replace_one: of all but gaussian noise it is not known what the output "
            "would be without the record, so that samples lower delta alone; under "
            "add_or_remove_one they lower epsilon, too");
    }
    if (!run.empty() && !runs_once(run)) {
        all.emplace_back(
            "each release may depend on the outputs before it; its parameters were fixed in "
            "advance");
    }
    return all;
}

}  // namespace mizan

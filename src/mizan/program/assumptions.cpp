// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/assumptions.hpp"

#include <algorithm>
#include <string_view>

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

// What an event takes for granted in its scope.
struct MeaningOfEvent {
    Scope scope;

    Sentences operator()(const Gaussian& leaf) const {
        if (measure_of(leaf, scope) == Measure::change) {
            return {"gaussian: noise_multiplier is standard deviation / L2 sensitivity"};
        }
        // A truncated sample says it itself.
        if (scope.relation != Relation::replace_one) return {};
        return {
            "gaussian on Poisson samples of which a record takes another value: noise_multiplier "
            "is "
            "standard deviation / largest L2 norm of what one record adds"};
    }
    Sentences operator()(const Laplace&) const {
        return {"laplace: noise_multiplier is scale / L1 sensitivity"};
    }
    Sentences operator()(const DiscreteGaussian&) const {
        return {
            "discrete_gaussian: one whole answer that moves by at most sensitivity; whole noise z "
            "with a probability proportional to exp(-z^2 / (2 sigma^2))"};
    }
    Sentences operator()(const DiscreteLaplace&) const {
        return {
            "discrete_laplace: whole answers that move by at most sensitivity in L1; whole noise "
            "whose probability falls by exp(-noise_parameter) with every step"};
    }
    Sentences operator()(const RandomizedResponse&) const {
        if (scope.own_record) return {"randomized_response(p): one answer about the own record"};
        return {"randomized_response(p): one answer about the whole dataset"};
    }
    Sentences operator()(const BucketRandomizedResponse&) const {
        Sentences all{"randomized_response with buckets: every record answers for itself"};
        if (scope.relation == Relation::replace_special) {
            all.emplace_back(
                "randomized_response with buckets: a record that says nothing answers with any "
                "bucket, all equally likely");
        }
        return all;
    }
    Sentences operator()(const TreeAggregation&) const {
        return {
            "tree: noise_multiplier is standard deviation of a node / L2 sensitivity of a sum; no "
            "record is in two steps, and none moves to another step because of its neighbour"};
    }
    Sentences operator()(const MatrixMechanism&) const {
        return {
            "matrix_mechanism: noise_multiplier is standard deviation of a row / largest L2 norm "
            "of what one record adds to a step; the steps of a record are fixed in advance, "
            "min_separation apart"};
    }
    Sentences operator()(const MixtureOfGaussians&) const {
        return {
            "mixture_of_gaussians: with the record the sum moves by one of the sensitivities, each "
            "with its probability and afresh for every run; without it by nothing"};
    }
    Sentences operator()(const TruncatedLaplace&) const {
        return {"truncated_laplace: one number; noise beyond the bound is drawn anew, not cut off"};
    }
    Sentences operator()(const ThresholdedLaplace&) const { return thresholded(); }
    Sentences operator()(const ThresholdedGaussian&) const { return thresholded(); }
    static Sentences thresholded() {
        return {
            "thresholded noise: a record adds to one key of a run, for several keys run it as "
            "often; a key without records is never shown"};
    }
    Sentences operator()(const Exponential&) const {
        return {
            "exponential: a candidate with a probability proportional to exp(epsilon * score / (2 "
            "* sensitivity of the scores)), without the 2 if a record moves all scores the same "
            "way; the same as the largest score after Gumbel noise"};
    }
    Sentences operator()(const PermuteAndFlip&) const {
        return {
            "permute_and_flip: scores weighed as exp(epsilon * score / (2 * sensitivity of the "
            "scores)), without the 2 if a record moves all scores the same way"};
    }
    Sentences operator()(const ReportNoisyMax&) const {
        return {
            "report_noisy_max: the name alone of the largest score after Laplace or exponential "
            "noise of scale 2 * sensitivity / epsilon, without the 2 if a record moves all scores "
            "the same way; with Gumbel noise it is exponential(epsilon)"};
    }
    Sentences operator()(const SparseVector&) const {
        return {
            "sparse_vector: Laplace noise, on the threshold drawn once, on every answer drawn "
            "afresh; above or below is all that is said; it ends after cutoff answers above"};
    }
    Sentences operator()(const ApproxDP&) const { return guaranteed(); }
    Sentences operator()(const ZCDP&) const { return guaranteed(); }
    Sentences operator()(const CDP&) const { return guaranteed(); }
    Sentences operator()(const GDP&) const { return guaranteed(); }
    Sentences operator()(const RenyiPoints&) const { return guaranteed(); }
    Sentences operator()(const PrivacyProfile&) const { return guaranteed(); }
    static Sentences guaranteed() {
        return {
            "what is known only by a guarantee is taken to be the worst mechanism that keeps it"};
    }
    Sentences operator()(const TradeoffPoints& leaf) const {
        Sentences all = guaranteed();
        all.emplace_back(
            is_guessing(leaf)
                ? "tradeoff: a point whose rates add up to 1, between 0 and 1, says that no test "
                  "at "
                  "all is better than guessing, so that nothing is revealed"
                : "tradeoff: nothing is known below the smallest false-positive rate, where a loss "
                  "may be infinite");
        return all;
    }
    Sentences operator()(const OwnMechanism&) const {
        return {"mechanisms of your own keep what their types promise for these neighbours"};
    }
    Sentences operator()(const DistributionPair&) const {
        return {"pair: the first distribution of every pair belongs to the same neighbour"};
    }

    // Whether a trade-off function touches what guessing reaches. It is convex, so it then is nowhere
    // below.
    static bool is_guessing(const TradeoffPoints& tradeoff) {
        return std::ranges::any_of(tradeoff.points(), [](const ErrorRates& point) {
            const auto [x, y] = point;
            return 0 < x && x < 1 && x + y >= 1;
        });
    }
};

// What a scheme takes for granted in its scope, and what it means for the parts inside.
struct MeaningOfScheme {
    Scope scope;
    const Bill& inside;

    Sentences operator()(const Poisson&) const {
        Sentences all{
            "poisson: every record is drawn independently, afresh for every sample, and nobody "
            "sees which were"};
        if (scope.relation == Relation::replace_special) {
            all.emplace_back("poisson: a record that is not drawn counts as one that says nothing");
        }
        if (scope.relation == Relation::replace_one && !is_measured_by_record(inside)) {
            all.emplace_back(
                "poisson where a record takes another value: of all but gaussian noise it is not "
                "known what the output would be without the record, so that samples lower delta "
                "alone; under add_or_remove_one they lower epsilon, too");
        }
        return all;
    }
    Sentences operator()(const WithoutReplacement&) const {
        Sentences all{
            "without_replacement: every subset of sample_size records is equally likely, drawn "
            "afresh for every sample, and nobody sees which; sensitivities and guarantees inside "
            "are those of replacing a record of the sample"};
        if (scope.relation == Relation::add_or_remove_one) {
            all.emplace_back(
                "without_replacement: source_dataset_size is the number of records of the larger "
                "dataset");
        }
        return all;
    }
    Sentences operator()(const WithReplacement&) const {
        return {
            "with_replacement: every draw is any of the records, independently, afresh for every "
            "sample, and nobody sees which; sensitivities and guarantees inside are those of "
            "replacing a record once in the sample"};
    }
    Sentences operator()(const TruncatedPoisson&) const {
        return {
            "truncated_poisson_gaussian: every record is drawn independently, afresh for every "
            "sample; of a sample that is too large a random subset is kept, and nobody sees which; "
            "noise_multiplier is standard deviation / largest L2 norm of what one record adds"};
    }
    Sentences operator()(const RepeatAndSelect&) const {
        return {
            "repeat_and_select: the number of runs is drawn at random and not shown; only the best "
            "result is, by an order that does not look at the data"};
    }
    Sentences operator()(const RandomAllocation&) const {
        Sentences all{
            "random_allocation: each record draws its num_selected of the num_steps steps by "
            "itself, at random, and nobody sees which; a loader that shuffles all records is "
            "something else"};
        if (scope.relation == Relation::replace_special) {
            all.emplace_back(
                "random_allocation: in the other steps a record counts as one that says nothing");
        }
        return all;
    }
    Sentences operator()(const Shuffled&) const {
        Sentences all{
            "shuffled: every record is answered for by the same randomizer, chosen in advance, and "
            "nobody sees which answer is whose"};
        all.emplace_back(
            scope.relation == Relation::replace_special
                ? "shuffled: sensitivities and guarantees inside are those between the value of "
                  "one "
                  "person and one that says nothing; the other people have any values"
                : "shuffled: sensitivities and guarantees inside are those between any two values "
                  "of one person");
        return all;
    }
};

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
            for (std::string& each : std::visit(MeaningOfEvent{term.scope}, term.leaf)) {
                add(events_, {term.leaf.index(), std::move(each)});
            }
        }
        for (const Arrangement& each : run.arrangements) {
            for (std::string& sentence :
                 std::visit(MeaningOfScheme{each.scope, *each.inside}, each.scheme)) {
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

    // Whether an event of this kind was read in the same scope. Of trade-off functions the points matter, too.
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

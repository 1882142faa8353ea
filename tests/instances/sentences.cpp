// SPDX-License-Identifier: Apache-2.0
// A sentence that is printed and not found here fails the tests: whoever writes a new sentence says
// here what it means, and the search then holds the numbers to it.
#include "sentences.hpp"

#include <span>
#include <string_view>

namespace mizan::instances {

namespace {

struct Meaning {
    std::string_view stem;   ///< how the sentence begins; "…$" at its end asks for all of it
    std::string_view about;  ///< the event or scheme of which it says something
    void (*says)(Reading&) = [](Reading&) {};
};

// Who the neighbours are, and what the releases have to do with each other.
constexpr Meaning of_neighbours[] = {
    {"neighbours: one dataset has one record more than the other$", "neighbours",
     [](Reading& r) { r.relation = Relation::add_or_remove_one; }},
    {"neighbours: one record has another value$", "neighbours",
     [](Reading& r) { r.relation = Relation::replace_one; }},
    {"neighbours: one record is replaced by one that says nothing$", "neighbours",
     [](Reading& r) { r.relation = Relation::replace_special; }},
    {"groups of ", "groups"},
    {"each release may depend on the outputs before it; its parameters were fixed in advance$",
     "composition"},
};

// Sensitivities and promises are those of the neighbours, where nothing else is said.
constexpr Meaning of_events[] = {
    {"gaussian: noise_multiplier is standard deviation / L2 sensitivity$", "gaussian"},
    {"gaussian on Poisson samples of which a record takes another value: noise_multiplier is "
     "standard deviation / largest L2 norm of what one record adds$",
     "gaussian", [](Reading& r) { r.norm_on_poisson_samples = true; }},
    {"laplace: noise_multiplier is scale / L1 sensitivity$", "laplace"},
    {"discrete_gaussian: one whole answer that moves by at most sensitivity; whole noise z with a "
     "probability proportional to exp(-z^2 / (2 sigma^2))$",
     "discrete_gaussian"},
    {"discrete_laplace: whole answers that move by at most sensitivity in L1; whole noise whose "
     "probability falls by exp(-noise_parameter) with every step$",
     "discrete_laplace"},
    {"randomized_response(p): one answer about the whole dataset$", "randomized_response"},
    {"randomized_response(p): one answer about the own record$", "randomized_response"},
    {"randomized_response with buckets: every record answers for itself$", "buckets"},
    {"randomized_response with buckets: a record that says nothing answers with any bucket, all "
     "equally likely$",
     "buckets"},
    {"tree: noise_multiplier is standard deviation of a node / L2 sensitivity of a sum; no record "
     "is in two steps, and none moves to another step because of its neighbour$",
     "tree"},
    {"matrix_mechanism: noise_multiplier is standard deviation of a row / largest L2 norm of what "
     "one record adds to a step; the steps of a record are fixed in advance, min_separation apart$",
     "matrix_mechanism", [](Reading& r) { r.norm_in_matrix = true; }},
    {"mixture_of_gaussians: with the record the sum moves by one of the sensitivities, each with "
     "its probability and afresh for every run; without it by nothing$",
     "mixture_of_gaussians"},
    {"truncated_laplace: one number; noise beyond the bound is drawn anew, not cut off$",
     "truncated_laplace"},
    {"thresholded noise: a record adds to one key of a run, for several keys run it as often; a "
     "key without records is never shown$",
     "thresholded"},
    {"exponential: a candidate with a probability proportional to exp(epsilon * score / (2 * "
     "sensitivity of the scores)), without the 2 if a record moves all scores the same way; the "
     "same as the largest score after Gumbel noise$",
     "exponential"},
    {"permute_and_flip: scores weighed as exp(epsilon * score / (2 * sensitivity of the scores)), "
     "without the 2 if a record moves all scores the same way$",
     "permute_and_flip"},
    {"report_noisy_max: the name alone of the largest score after Laplace or exponential noise of "
     "scale 2 * sensitivity / epsilon, without the 2 if a record moves all scores the same way; "
     "with Gumbel noise it is exponential(epsilon)$",
     "report_noisy_max"},
    {"sparse_vector: Laplace noise, on the threshold drawn once, on every answer drawn afresh; "
     "above or below is all that is said; it ends after cutoff answers above$",
     "sparse_vector"},
    {"what is known only by a guarantee is taken to be the worst mechanism that keeps it$",
     "guarantee"},
    {"tradeoff: nothing is known below the smallest false-positive rate, where a loss may be "
     "infinite$",
     "tradeoff"},
    {"tradeoff: a point whose rates add up to 1, between 0 and 1, says that no test at all is "
     "better than guessing, so that nothing is revealed$",
     "tradeoff"},
    {"pair: the first distribution of every pair belongs to the same neighbour$", "pair"},
    {"group: its records change together; inside of a scheme they are also drawn together$",
     "group"},
};

// How records are drawn, and between which values what is inside is private.
constexpr Meaning of_schemes[] = {
    {"poisson: every record is drawn independently, afresh for every sample, and nobody sees which "
     "were$",
     "poisson"},
    {"poisson: a record that is not drawn counts as one that says nothing$", "poisson",
     [](Reading& r) { r.not_drawn_says_nothing = true; }},
    {"poisson where a record takes another value: of all but gaussian noise it is not known what "
     "the output would be without the record, so that samples lower delta alone; under "
     "add_or_remove_one they lower epsilon, too$",
     "poisson"},
    {"without_replacement: every subset of sample_size records is equally likely, drawn afresh for "
     "every sample, and nobody sees which; sensitivities and guarantees inside are those of "
     "replacing a record of the sample$",
     "without_replacement", [](Reading& r) { r.sensitivity_of_replacing_in_fixed_samples = true; }},
    {"without_replacement: source_dataset_size is the number of records of the larger dataset$",
     "without_replacement"},
    {"with_replacement: every draw is any of the records, independently, afresh for every sample, "
     "and nobody sees which; sensitivities and guarantees inside are those of replacing a record "
     "once in the sample$",
     "with_replacement", [](Reading& r) { r.sensitivity_of_replacing_in_fixed_samples = true; }},
    {"truncated_poisson_gaussian: every record is drawn independently, afresh for every sample; of "
     "a sample that is too large a random subset is kept, and nobody sees which; noise_multiplier "
     "is standard deviation / largest L2 norm of what one record adds$",
     "truncated_poisson_gaussian"},
    {"repeat_and_select: the number of runs is drawn at random and not shown; only the best result "
     "is, by an order that does not look at the data$",
     "repeat_and_select"},
    {"random_allocation: each record draws its num_selected of the num_steps steps by itself, at "
     "random, and nobody sees which; a loader that shuffles all records is something else$",
     "random_allocation"},
    {"random_allocation: in the other steps a record counts as one that says nothing$",
     "random_allocation", [](Reading& r) { r.no_part_says_nothing = true; }},
    {"shuffled: every record is answered for by the same randomizer, chosen in advance, and nobody "
     "sees which answer is whose$",
     "shuffled"},
    {"shuffled: sensitivities and guarantees inside are those between any two values of one "
     "person$",
     "shuffled", [](Reading& r) { r.any_two_values_in_shuffled = true; }},
    {"shuffled: sensitivities and guarantees inside are those between the value of one person and "
     "one that says nothing; the other people have any values$",
     "shuffled"},
};

bool matches(std::string_view stem, std::string_view sentence) {
    if (!stem.empty() && stem.back() == '$') return sentence == stem.substr(0, stem.size() - 1);
    return sentence.starts_with(stem);
}

/// Whether some meaning of the table is that of the sentence; `reading` has learnt it then.
bool is_read(std::span<const Meaning> table, const std::string& sentence, Reading& reading) {
    bool found = false;
    for (const Meaning& meaning : table) {
        if (!matches(meaning.stem, sentence)) continue;
        found = true;
        reading.explained.emplace(meaning.about);
        meaning.says(reading);
        if (meaning.about == "groups") {
            reading.group_size = std::stoi(sentence.substr(meaning.stem.size()));
        }
    }
    return found;
}

}  // namespace

Reading read(const std::vector<std::string>& sentences) {
    Reading reading;
    for (const std::string& sentence : sentences) {
        bool found = false;
        for (const std::span<const Meaning> table :
             {std::span<const Meaning>(of_neighbours), std::span<const Meaning>(of_events),
              std::span<const Meaning>(of_schemes)}) {
            if (is_read(table, sentence, reading)) found = true;
        }
        if (!found) reading.unknown.push_back(sentence);
    }
    return reading;
}

}  // namespace mizan::instances

// SPDX-License-Identifier: Apache-2.0
#include "controls.hpp"

namespace mizan::instances {

namespace {

const std::string gaussian = "gaussian: noise_multiplier is standard deviation / L2 sensitivity";
const std::string guarantee =
    "what is known only by a guarantee is taken to be the worst mechanism that keeps it";
const std::string poisson =
    "poisson: every record is drawn independently, afresh for every sample, and nobody sees which "
    "were";
const std::string norm_on_samples =
    "gaussian on Poisson samples of which a record takes another value: noise_multiplier is "
    "standard deviation / largest L2 "
    "norm of what one record adds";
const std::string matrix =
    "matrix_mechanism: noise_multiplier is standard deviation of a row / largest L2 norm of what "
    "one record adds to a step; the steps of a record are fixed in advance, min_separation apart";
const std::string best =
    "repeat_and_select: the number of runs is drawn at random and not shown; only the best result "
    "is, by an order that does not look at the data";
const std::string without =
    "without_replacement: every subset of sample_size records is equally likely, drawn afresh for "
    "every sample, and nobody sees which; sensitivities and guarantees inside are those of "
    "replacing a record of the sample";
const std::string messages =
    "shuffled: every record is answered for by the same randomizer, chosen in advance, and nobody "
    "sees which answer is whose";
const std::string buckets = "randomized_response with buckets: every record answers for itself";
const std::string allocation =
    "random_allocation: each record draws its num_selected of the num_steps steps by itself, at "
    "random, and nobody sees which; a loader that shuffles all records is something else";
const std::string response = "randomized_response(p): one answer about the whole dataset";

constexpr Relation added = Relation::add_or_remove_one, replaced = Relation::replace_one,
                   special = Relation::replace_special;

}  // namespace

const std::vector<Planted>& too_small() {
    static const std::vector<Planted> all{
        // Numbers that were printed under these words.
        {"poisson(0.1, gaussian(1))",
         replaced,
         3,
         1e-5,
         8.22882,
         {poisson, norm_on_samples},
         Behaviour::fixed_batches},
        {"shuffled(100, pure(1))", special, 1, 1e-4, 0.36115, {guarantee, messages}},
        {"matrix_mechanism(1, [1], 1)", replaced, 1, 1e-5, 4.37718, {matrix}},
        {"repeat_and_select(poisson(0.01, gaussian(1)), 1, 1)",
         replaced,
         1,
         1e-5,
         0.5805,
         {gaussian, poisson, best}},
        {"without_replacement(1, 1, poisson(0.01, gaussian(1)))",
         replaced,
         1,
         1e-5,
         0.20947,
         {gaussian, without, poisson}},
        {"random_allocation(3, 1, gaussian(1))", special, 1, 1e-2, 1.43289, {gaussian, allocation}},
        {"random_allocation(2, 1, randomized_response(0.75))",
         added,
         3,
         1e-3,
         1.09728,
         {response, allocation},
         Behaviour::shuffled_epochs},
        // The true number, less two percent.
        {"gaussian(1)", added, 1, 1e-5, 0.98 * 4.37718, {gaussian}},
        {"gaussian(1)", replaced, 2, 1e-5, 0.98 * 9.99726, {gaussian}},
        {"2 * gaussian(2)", special, 1, 1e-5, 0.98 * 2.94322, {gaussian}},
        {"pure(1)", added, 1, 1e-3, 0.98 * 0.99863, {guarantee}},
        {"poisson(0.5, pure(1))", added, 1, 1e-3, 0.98 * 0.618112, {guarantee, poisson}},
    };
    return all;
}

const std::vector<Planted>& too_large() {
    static const std::vector<Planted> all{
        {"shuffled(2, randomized_response(noise_parameter=0.5, num_buckets=3))",
         special,
         1,
         1e-5,
         1.38629,
         {buckets, messages}},
        {"gaussian(1)", added, 1, 1e-5, 1.02 * 4.37718, {gaussian}},
    };
    return all;
}

std::vector<std::string> sentences_of(const Planted& planted) {
    std::vector<std::string> all{
        planted.relation == added ? "neighbours: one dataset has one record more than the other"
        : planted.relation == replaced
            ? "neighbours: one record has another value"
            : "neighbours: one record is replaced by one that says nothing"};
    if (planted.group_size > 1) {
        all.push_back("groups of " + std::to_string(planted.group_size) +
                      " records change together");
    }
    all.insert(all.end(), planted.sentences.begin(), planted.sentences.end());
    return all;
}

}  // namespace mizan::instances

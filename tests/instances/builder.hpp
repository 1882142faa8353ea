// SPDX-License-Identifier: Apache-2.0
// Makes what runs of a program, part by part.
#pragma once

#include <cmath>

#include "mizan/program/program.hpp"

#include "leaves.hpp"
#include "levels.hpp"
#include "schemes.hpp"
#include "sentences.hpp"
#include "shown.hpp"

namespace mizan::instances {

inline Metric metric_of(Relation relation) {
    return relation == Relation::add_or_remove_one ? Metric::presence
           : relation == Relation::replace_one     ? Metric::replaced
                                                   : Metric::silenced;
}

// Where in a program something stands, and what is said of it there.
struct Place {
    Metric metric;
    bool on_poisson_sample = false;
    bool truncated = false;
};

class Builder {
public:
    Builder(const Reading& reading, Behaviour behaviour, Genes& genes)
        : reading_{reading}, behaviour_{behaviour}, genes_{genes}, colouring_{genes} {}

    RunPart build(const Program& program, const Place& place) {
        return std::visit([&](const auto& node) { return of(node, place); }, program.node());
    }
    void limit_cells(int leaves) {
        constexpr double most_outputs = 3000;
        const double each = std::pow(most_outputs, 1.0 / std::max(leaves, 1));
        cells_ = std::clamp(static_cast<int>(each), 2, 48);
    }
    [[nodiscard]] const std::string& words() const { return words_; }

    /// How many leaves show something in one run: their outputs multiply.
    [[nodiscard]] int leaves(const Program& program) const {
        return std::visit([&](const auto& node) { return count(node); }, program.node());
    }

private:
    [[nodiscard]] static bool is_gaussian(const Program& program) {
        const auto* leaf = std::get_if<Leaf>(&program.node());
        return leaf != nullptr && std::holds_alternative<Gaussian>(*leaf);
    }

    [[nodiscard]] int count(const Leaf&) const { return 1; }
    [[nodiscard]] int count(const Repeated& node) const {
        return is_gaussian(node.program) ? 1 : static_cast<int>(node.count) * leaves(node.program);
    }
    [[nodiscard]] int count(const Sequence& node) const {
        int all = 0;
        for (const Program& part : node.programs) all += leaves(part);
        return all;
    }
    [[nodiscard]] int count(const Group& node) const { return leaves(node.program); }
    [[nodiscard]] int count(const PostProcessed& node) const { return leaves(node.program); }
    [[nodiscard]] int count(const Arranged& node) const {
        const auto* steps = std::get_if<RandomAllocation>(&node.scheme);
        return leaves(node.program) * (steps != nullptr ? static_cast<int>(steps->num_steps) : 1);
    }

    RunPart of(const Leaf& leaf, const Place& place) { return leaf_run(leaf, place, 1); }

    RunPart leaf_run(const Leaf& leaf, const Place& place, double runs) {
        LeafScope scope{
            .metric = place.metric, .cells = cells_, .runs = runs, .colouring = &colouring_};
        scope.by_norm = std::holds_alternative<MatrixMechanism>(leaf) && reading_.norm_in_matrix;
        scope.silent_zero = scope.by_norm || *reading_.relation == Relation::replace_special;
        const bool normal = std::holds_alternative<Gaussian>(leaf);
        if (normal &&
            (place.truncated || (place.on_poisson_sample && place.metric == Metric::replaced &&
                                 reading_.norm_on_poisson_samples))) {
            scope.metric = Metric::presence;
        }
        struct Once : Run {
            std::shared_ptr<LeafInstance> leaf;
            Law on(const Counts& data) const override { return leaf->on(data); }
        };
        auto once = std::make_shared<Once>();
        once->leaf = leaf_instance(leaf, scope, genes_);
        words_ += (words_.empty() ? "" : "; ") + once->leaf->words();
        return once;
    }

    RunPart of(const Repeated& node, const Place& place) {
        if (is_gaussian(node.program)) {
            // The mean of several answers about one number says as much as all of them.
            return leaf_run(std::get<Leaf>(node.program.node()), place,
                            static_cast<double>(node.count));
        }
        const RunPart once = build(node.program, place);
        return in_turn(std::vector<RunPart>(static_cast<std::size_t>(node.count), once));
    }
    RunPart of(const Sequence& node, const Place& place) {
        std::vector<RunPart> parts;
        for (const Program& part : node.programs) parts.push_back(build(part, place));
        return in_turn(std::move(parts));
    }
    RunPart of(const Group& node, const Place& place) {
        return on_groups(static_cast<int>(node.size), build(node.program, place));
    }
    RunPart of(const PostProcessed& node, const Place& place) { return build(node.program, place); }
    RunPart of(const Arranged& node, const Place& place) {
        return std::visit([&](const auto& scheme) { return arranged(scheme, node.program, place); },
                          node.scheme);
    }

    RunPart arranged(const Poisson& scheme, const Program& inside, Place place) {
        place.on_poisson_sample = true;
        return on_poisson_sample(scheme.probability.upper, reading_.not_drawn_says_nothing,
                                 build(inside, place));
    }
    [[nodiscard]] Place inside_fixed_sample(Place place) const {
        if (!reading_.sensitivity_of_replacing_in_fixed_samples) return place;
        return {.metric = Metric::replaced};
    }
    RunPart arranged(const WithoutReplacement& scheme, const Program& inside, Place place) {
        place = inside_fixed_sample(place);
        return without_replacement(static_cast<int>(scheme.source_dataset_size),
                                   static_cast<int>(scheme.sample_size), build(inside, place));
    }
    RunPart arranged(const WithReplacement& scheme, const Program& inside, Place place) {
        place = inside_fixed_sample(place);
        return with_replacement(static_cast<int>(scheme.source_dataset_size),
                                static_cast<int>(scheme.sample_size), build(inside, place));
    }
    RunPart arranged(const TruncatedPoisson& scheme, const Program& inside, Place place) {
        place.truncated = true;
        return on_truncated_sample(
            static_cast<int>(scheme.dataset_size), scheme.sampling_probability,
            static_cast<int>(scheme.truncated_batch_size), build(inside, place));
    }
    RunPart arranged(const RepeatAndSelect& scheme, const Program& inside, const Place& place) {
        const int order = genes_.any({0, 1, 2, 3, 4 + genes_.below(1000)});
        NumberOfRuns runs = behaviour_ == Behaviour::fixed_number_of_runs
                                ? fixed_runs(std::ceil(scheme.mean))
                                : random_runs(scheme.mean, scheme.shape);
        return best_of(std::move(runs), order, build(inside, place));
    }
    RunPart arranged(const RandomAllocation& scheme, const Program& inside, const Place& place) {
        return allocated(static_cast<int>(scheme.num_steps), static_cast<int>(scheme.num_selected),
                         reading_.no_part_says_nothing, build(inside, place));
    }
    RunPart arranged(const Shuffled& scheme, const Program& inside, Place place) {
        const double first = std::fmod(0.5 + genes_.unit(), 1),
                     second = std::fmod(0.5 + genes_.unit(), 1);
        if (reading_.any_two_values_in_shuffled) place.metric = Metric::replaced;
        return shuffled(static_cast<int>(scheme.records), first, second, build(inside, place));
    }

    const Reading& reading_;
    Behaviour behaviour_;
    Genes& genes_;
    Predicate colouring_;
    int cells_ = 32;
    std::string words_;
};

}  // namespace mizan::instances

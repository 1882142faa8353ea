// SPDX-License-Identifier: Apache-2.0
#include "build.hpp"

#include <cmath>

#include "leaves.hpp"
#include "levels.hpp"

namespace mizan::instances {

namespace {

constexpr double most_outputs = 1500;

Metric metric_of(Relation relation) {
    return relation == Relation::add_or_remove_one ? Metric::presence
           : relation == Relation::replace_one     ? Metric::replaced
                                                   : Metric::silenced;
}

// Where in a program something stands, and what is said of it there.
struct Place {
    Metric metric;
    bool on_poisson_sample = false;
    bool truncated = false;
    bool top = true;
};

class Builder {
public:
    Builder(const Reading& reading, Behaviour behaviour, Genes& genes)
        : reading_{reading}, behaviour_{behaviour}, genes_{genes}, colouring_{genes} {}

    RunPart build(const Program& program, const Place& place) {
        return std::visit([&](const auto& node) { return of(node, place); }, program.node());
    }
    void limit_cells(int leaves) {
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
        LeafScope scope{.metric = place.metric, .cells = cells_, .runs = runs,
                        .colouring = &colouring_};
        scope.silent_zero = *reading_.relation == Relation::replace_special;
        const bool normal = std::holds_alternative<Gaussian>(leaf);
        if (normal && (place.truncated ||
                       (place.on_poisson_sample && reading_.norm_on_poisson_samples))) {
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
        if (is_gaussian(node.program)) {  // the mean of several answers about one number says as much
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
    RunPart arranged(const WithoutReplacement& scheme, const Program& inside, Place place) {
        if (reading_.sensitivity_of_replacing_in_fixed_samples) place.metric = Metric::replaced;
        return without_replacement(static_cast<int>(scheme.source_dataset_size),
                                   static_cast<int>(scheme.sample_size), build(inside, place));
    }
    RunPart arranged(const WithReplacement& scheme, const Program& inside, Place place) {
        if (reading_.sensitivity_of_replacing_in_fixed_samples) place.metric = Metric::replaced;
        return with_replacement(static_cast<int>(scheme.source_dataset_size),
                                static_cast<int>(scheme.sample_size), build(inside, place));
    }
    RunPart arranged(const TruncatedPoisson& scheme, const Program& inside, Place place) {
        place.truncated = true;
        return on_truncated_sample(static_cast<int>(scheme.dataset_size), scheme.sampling_probability,
                                   static_cast<int>(scheme.truncated_batch_size),
                                   build(inside, place));
    }
    RunPart arranged(const RepeatAndSelect& scheme, const Program& inside, const Place& place) {
        const int order = genes_.any({0, 1, 0, 1, 2 + genes_.below(1000)});
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
        const double first = genes_.unit(), second = genes_.unit();
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

int any_value(Genes& genes) { return 1 + genes.below(static_cast<int>(types) - 1); }

// Two datasets that differ by `changes`, and others who hold any values.
Neighbours neighbours(Relation relation, int changes, std::optional<int> records, Genes& genes) {
    Neighbours pair;
    const int others = genes.below(4);
    const int wish = genes.below(3), part = genes.below(changes + 1);
    const int fewer = wish == 1 ? part : 0;  // come, while others go
    std::vector<int> values;
    for (int i = 0; i < changes; ++i) {
        const int first = any_value(genes);
        const int second = genes.any({2, 0, 3, 1});
        const bool comes = i < fewer;
        if (relation == Relation::add_or_remove_one) {
            pair.first_group.push_back(comes ? -1 : first);
            pair.second_group.push_back(comes ? first : -1);
        } else if (relation == Relation::replace_one) {
            pair.first_group.push_back(first);
            pair.second_group.push_back(second);
        } else {
            pair.first_group.push_back(comes ? 0 : first);
            pair.second_group.push_back(comes ? first : 0);
        }
    }
    for (int i = 0; i < changes; ++i) {
        const auto index = static_cast<std::size_t>(i);
        if (pair.first_group[index] >= 0) ++pair.first[static_cast<std::size_t>(pair.first_group[index])];
        if (pair.second_group[index] >= 0) ++pair.second[static_cast<std::size_t>(pair.second_group[index])];
    }
    const int largest = std::max(size_of(pair.first), size_of(pair.second));
    if (records && *records < largest) throw NotExecutable("a group of more records than there are");
    const int more = records ? *records - largest : others;
    const auto usual = static_cast<std::size_t>(genes.below(static_cast<int>(types)));
    for (int i = 0; i < more; ++i) {
        const auto own = static_cast<std::size_t>(genes.below(static_cast<int>(types)));
        const bool alike = genes.below(3) < 2;
        const std::size_t type = alike || i >= 4 ? usual : own;
        ++pair.first[type];
        ++pair.second[type];
    }
    return pair;
}

}  // namespace

Executable executable(const Program& program, const Reading& reading, Behaviour behaviour,
                      Genes& genes) {
    Executable made;
    Builder builder(reading, behaviour, genes);
    builder.limit_cells(builder.leaves(program));
    made.run = builder.build(program, {.metric = metric_of(*reading.relation)});
    const Relation relation =
        behaviour == Behaviour::values_replaced ? Relation::replace_one : *reading.relation;
    made.data = neighbours(relation, reading.group_size, made.run->records(), genes);
    made.words = builder.words();
    return made;
}

double delta_of(const Executable& instance, double epsilon) {
    const Law p = instance.run->on(instance.data.first), q = instance.run->on(instance.data.second);
    return std::max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon));
}

}  // namespace mizan::instances

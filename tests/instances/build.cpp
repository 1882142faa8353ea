// SPDX-License-Identifier: Apache-2.0
#include "build.hpp"

#include "behaviours.hpp"
#include "builder.hpp"

namespace mizan::instances {

namespace {

int any_value(Genes& genes) { return 1 + genes.below(static_cast<int>(types) - 1); }

// Two datasets that differ by `changes`, and others who hold any values.
Neighbours neighbours(Relation relation, int changes, std::optional<int> records, Genes& genes) {
    Neighbours pair;
    const int others = genes.below(4);
    const int wish = genes.below(3), part = genes.below(changes + 1);
    const int fewer = wish == 1 ? part : 0;  // come, while others go
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
        if (pair.first_group[index] >= 0)
            ++pair.first[static_cast<std::size_t>(pair.first_group[index])];
        if (pair.second_group[index] >= 0)
            ++pair.second[static_cast<std::size_t>(pair.second_group[index])];
    }
    const int largest = std::max(size_of(pair.first), size_of(pair.second));
    if (records && *records < largest)
        throw NotExecutable("a group of more records than there are");
    const int more = records ? *records - largest : others;
    const auto usual = static_cast<std::size_t>(genes.any({0, 2, 1, 3}));
    for (int i = 0; i < more; ++i) {
        const auto own = static_cast<std::size_t>(genes.below(static_cast<int>(types)));
        const bool alike = genes.below(3) < 2;
        const std::size_t type = alike || i >= 4 ? usual : own;
        ++pair.first[type];
        ++pair.second[type];
        ++pair.others[type];
    }
    return pair;
}

}  // namespace

Executable executable(const Program& program, const Reading& reading, Behaviour behaviour,
                      Genes& genes) {
    Executable made;
    Builder builder(reading, behaviour, genes);
    const auto draw = [&](std::optional<int> records) {
        const bool replaced = behaviour == Behaviour::values_replaced;
        made.data = neighbours(replaced ? Relation::replace_one : *reading.relation,
                               reading.group_size, records, genes);
        return made.data;
    };
    if (behaviour == Behaviour::declared || behaviour == Behaviour::values_replaced ||
        behaviour == Behaviour::fixed_number_of_runs) {
        made.leaves = builder.leaves(program);
        builder.limit_cells(made.leaves);
        const RunPart run = builder.build(program, {.metric = metric_of(*reading.relation)});
        const Neighbours data = draw(run->records());
        run->choose_for(data.first, data.second);
        made.law = [run, data](bool second) { return run->on(second ? data.second : data.first); };
    } else {
        made.law = behaving(program, reading, behaviour, genes, builder, draw);
    }
    made.words = builder.words();
    return made;
}

double delta_of(const Executable& instance, double epsilon) {
    const Law p = instance.law(false), q = instance.law(true);
    return std::max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon));
}

}  // namespace mizan::instances

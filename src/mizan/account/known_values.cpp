// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/known_values.hpp"

#include <algorithm>

namespace mizan::analysis {

namespace {

KnownValues::Run joined(const KnownValues::Run& a, const KnownValues::Run& b) {
    return {std::max(a.last, b.last), std::max(a.most_lower, b.most_lower)};
}

KnownValues::Run run_of(const std::vector<KnownValues::Value>& values) {
    KnownValues::Run run{values.back().at, values.front().delta.lower};
    for (const auto& value : values) run.most_lower = std::max(run.most_lower, value.delta.lower);
    return run;
}

}  // namespace

KnownValues::Place KnownValues::place_of(double at) const {
    const auto block =
        std::ranges::lower_bound(blocks_, at, {}, [](const Block& each) { return each.run.last; });
    if (block == blocks_.end()) {
        if (blocks_.empty()) return {0, 0};
        return {blocks_.size() - 1, blocks_.back().values.size()};
    }
    const auto value = std::ranges::lower_bound(block->values, at, {}, &Value::at);
    return {static_cast<std::size_t>(block - blocks_.begin()),
            static_cast<std::size_t>(value - block->values.begin())};
}

const Bracket* KnownValues::find(double at) const {
    if (blocks_.empty()) return nullptr;
    const auto [block, value] = place_of(at);
    const auto& values = blocks_[block].values;
    return value < values.size() && values[value].at == at ? &values[value].delta : nullptr;
}

void KnownValues::insert(double at, Bracket delta) {
    const Value value{at, delta, exp(Bracket(at))};
    if (blocks_.empty()) {
        blocks_.push_back({{value}, run_of({value})});
        summarize_groups(0);
        return;
    }
    const auto [index, offset] = place_of(at);
    Block& block = blocks_[index];
    block.values.insert(block.values.begin() + static_cast<std::ptrdiff_t>(offset), value);
    block.run = joined(block.run, run_of({value}));
    Run& group = groups_[index / blocks_of_a_group];
    group = joined(group, block.run);
    if (block.values.size() <= most_in_a_block) return;

    const auto half = block.values.begin() + most_in_a_block / 2;
    Block second{{half, block.values.end()}, {}};
    block.values.erase(half, block.values.end());
    block.run = run_of(block.values);
    second.run = run_of(second.values);
    blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(second));
    summarize_groups(index);
}

void KnownValues::clear() {
    blocks_.clear();
    groups_.clear();
}

void KnownValues::summarize_groups(std::size_t from_block) {
    groups_.resize(from_block / blocks_of_a_group);
    for (std::size_t i = groups_.size() * blocks_of_a_group; i < blocks_.size(); ++i) {
        if (i % blocks_of_a_group == 0) {
            groups_.push_back(blocks_[i].run);
        } else {
            groups_.back() = joined(groups_.back(), blocks_[i].run);
        }
    }
}

}  // namespace mizan::analysis

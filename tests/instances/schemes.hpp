// SPDX-License-Identifier: Apache-2.0
// Programs that run: schemes executed to the letter by listing all that can be drawn.
#pragma once

#include <memory>
#include <optional>

#include "data.hpp"

namespace mizan::instances {

/// Part of a program that runs. Its outputs are listed, the same for all datasets.
class Run {
public:
    virtual ~Run() = default;
    /// Throws NotExecutable if the dataset is of a size for which it was not declared.
    [[nodiscard]] virtual Law on(const Counts& data) const = 0;
    /// How many records it needs, if it was declared for a number.
    [[nodiscard]] virtual std::optional<int> records() const { return {}; }
    /// Whoever writes the mechanism knows which two datasets shall be told apart: orders of results
    /// and classes of messages are chosen for them, once, and then used on all data.
    virtual void choose_for(const Counts& /*first*/, const Counts& /*second*/) {}
};

using RunPart = std::shared_ptr<Run>;
using Samples = std::vector<std::pair<Counts, double>>;

RunPart in_turn(std::vector<RunPart> parts);
/// Every unit of the dataset is `size` records of its type.
RunPart on_groups(int size, RunPart inside);
/// Those that are not drawn vanish, or count as records that say nothing.
RunPart on_poisson_sample(double probability, bool silent, RunPart inside);
RunPart on_truncated_sample(int records, double probability, int most, RunPart inside);
RunPart without_replacement(int records, int drawn, RunPart inside);
RunPart with_replacement(int records, int drawn, RunPart inside);

/// Refuses what was declared for another number of records than it gets.
void refuse_unless(const RunPart& inside, int records);

double choose(int n, int k);
void add(Law& law, double weight, const Law& part);

/// Two independent outputs, listed. Throws NotExecutable if there are too many.
Law product(const Law& a, const Law& b);

}  // namespace mizan::instances

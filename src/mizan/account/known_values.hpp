// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "mizan/numeric/bracket.hpp"

namespace mizan::analysis {

/// Values of a function of ε that were found so far, in the order of ε. They are kept in blocks, so
/// that a search to the right can skip a whole block at once; then each point of a long curve takes
/// no longer than each point of a short one.
class KnownValues {
public:
    struct Value {
        double at;
        Bracket delta;
        Bracket growth;  ///< e^at
    };

    /// What is known of a run of consecutive values.
    struct Run {
        double last;        ///< place
        double most_lower;  ///< the largest lower end
    };

    [[nodiscard]] const Bracket* find(double at) const;

    /// A place that is not known yet.
    void insert(double at, Bracket delta);

    void clear();

    /// Hands the values before `at` to `visit`, the nearest first, until it returns false.
    template <class Visit>
    void before(double at, Visit visit) const {
        const auto [block, value] = place_of(at);
        for (std::size_t i = block + 1; i-- > 0;) {
            if (i >= blocks_.size()) continue;
            const auto& values = blocks_[i].values;
            for (std::size_t j = i == block ? value : values.size(); j-- > 0;) {
                if (!visit(values[j])) return;
            }
        }
    }

    /// Hands the values from `at` on to `visit` in their order until it returns false. Skips runs
    /// for which `can_skip` is true.
    template <class Skip, class Visit>
    void from(double at, Skip can_skip, Visit visit) const {
        auto [block, value] = place_of(at);
        while (block < blocks_.size()) {
            if (value == 0 && block % blocks_of_a_group == 0 &&
                can_skip(groups_[block / blocks_of_a_group])) {
                block += blocks_of_a_group;
                continue;
            }
            if (value > 0 || !can_skip(blocks_[block].run)) {
                const auto& values = blocks_[block].values;
                for (; value < values.size(); ++value) {
                    if (!visit(values[value])) return;
                }
            }
            value = 0;
            ++block;
        }
    }

private:
    static constexpr std::size_t most_in_a_block = 64, blocks_of_a_group = 64;

    struct Block {
        std::vector<Value> values;  // never empty
        Run run;
    };
    struct Place {
        std::size_t block, value;
    };

    /// The place of the first value at or after `at`. It may lie one behind the last value of its
    /// block.
    [[nodiscard]] Place place_of(double at) const;
    void summarize_groups(std::size_t from_block);

    std::vector<Block> blocks_;
    std::vector<Run> groups_;  // each describes a fixed number of consecutive blocks
};

}  // namespace mizan::analysis

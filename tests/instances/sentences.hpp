// SPDX-License-Identifier: Apache-2.0
// What each printed sentence means to somebody who knows nothing else.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mizan/units/relation.hpp"

namespace mizan::instances {

/// What the code does: what was declared, or one of the alternatives that `account` shows.
enum class Behaviour {
    declared,
    shuffled_epochs,
    random_steps,
    fixed_batches,
    each_for_itself,
    fixed_number_of_runs,
    messages_with_names,
    values_replaced,
};

/// All that the sentences of one answer say.
struct Reading {
    std::optional<Relation> relation;
    int group_size = 1;
    bool sensitivity_of_replacing_in_fixed_samples = false;
    bool not_drawn_says_nothing = false;      ///< samples keep their size
    bool no_part_says_nothing = false;        ///< the steps of an allocation keep their size
    bool norm_on_poisson_samples = false;     ///< Gaussian noise: by what one record adds
    bool norm_in_matrix = false;              ///< rows: by what one record adds, not by its change
    bool any_two_values_in_shuffled = false;  ///< messages: promises hold between any two values
    std::set<std::string> explained;          ///< events and schemes of which something is said
    std::vector<std::string> unknown;         ///< sentences that the table does not have
};

/// Reads sentences by the table in sentences.cpp.
[[nodiscard]] Reading read(const std::vector<std::string>& sentences);

}  // namespace mizan::instances

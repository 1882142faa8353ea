// SPDX-License-Identifier: Apache-2.0
// What each printed sentence means to somebody who knows nothing else.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mizan/program/program.hpp"

namespace mizan::instances {

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

/// The events and schemes of the program of which no sentence says what they are.
[[nodiscard]] std::set<std::string> unexplained(const Program& program, const Reading& reading);

}  // namespace mizan::instances

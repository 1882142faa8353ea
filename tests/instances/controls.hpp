// SPDX-License-Identifier: Apache-2.0
// Wrong numbers, each with the sentences under which it was once printed: the search has to find
// them out.
#pragma once

#include <string>
#include <vector>

#include "build.hpp"

namespace mizan::instances {

/// A number that is too small for what the sentences allow, or, as a lower end, too large.
struct Planted {
    std::string program;
    Relation relation;
    int group_size;
    double delta;
    double epsilon;
    std::vector<std::string> sentences;  ///< beside those about neighbours and groups
    Behaviour behaviour = Behaviour::declared;
};

[[nodiscard]] const std::vector<Planted>& too_small();
[[nodiscard]] const std::vector<Planted>& too_large();

/// The sentences of a planted number, with those about neighbours and groups.
[[nodiscard]] std::vector<std::string> sentences_of(const Planted& planted);

}  // namespace mizan::instances

// SPDX-License-Identifier: Apache-2.0
// Which questions are asked: small programs, every scheme in every other, every relation.
#pragma once

#include <cstdint>
#include <string>

#include "mizan/units/relation.hpp"

namespace mizan::instances {

struct Asked {
    std::string program;
    Relation relation;
    int group_size;
    double delta;
};

/// Question number `index` of a list without end: its scheme, the scheme in it, the relation and
/// the group size go round, whatever the seed; all else is drawn from it.
[[nodiscard]] Asked question(std::uint64_t index, std::uint64_t seed);

/// How many questions it takes until every nesting was asked under every relation for every group
/// size.
[[nodiscard]] std::uint64_t questions_of_one_round();

}  // namespace mizan::instances

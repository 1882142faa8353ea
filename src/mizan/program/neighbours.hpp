// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/program/count.hpp"
#include "mizan/units/relation.hpp"

namespace mizan {

/// Who shall not be told apart.
struct Neighbours {
    Relation relation = Relation::add_or_remove_one;
    Count group_size = 1;
};

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "mizan/theorems/table.hpp"

namespace mizan {

/// What stands under this key or, if nothing does, every theorem in which all the words occur, in
/// any order and place. Upper and lower case are the same, and so are é and e.
[[nodiscard]] std::vector<Theorem> find_theorems(std::string_view words);

}  // namespace mizan

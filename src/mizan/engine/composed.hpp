// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/numeric/bracket.hpp"

namespace mizan::analysis {

/// What was asked of a composition of laws, and by which theorems it is known.
struct Composed {
    Bracket asked;
    std::vector<std::string> theorems;
    bool is_closed = false;       ///< no aim would make it sharper
    bool is_exhausted = false;    ///< the limit of work left it wider than it was wanted
    std::string unverified = {};  ///< why not every digit was verified, if that was asked
};

}  // namespace mizan::analysis

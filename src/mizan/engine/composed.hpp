// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::analysis {

/// What was asked of a composition of laws, and by which theorems it is known.
struct Composed {
    Bracket asked;
    std::vector<std::string> theorems;
    bool is_closed = false;       ///< no aim would make it sharper
    bool is_exhausted = false;    ///< the limit of work left it wider than it was wanted
    std::string unverified = {};  ///< why not every digit was verified, if that was asked
};

/// Whether work ended long before the laws were known: an answer wider than `wide`, relatively.
[[nodiscard]] inline bool is_left_wide(const Composed& composed, double wide) {
    const Bracket found = composed.asked;
    if (found.upper == infinity) return found.lower < infinity;
    return found.width() > wide * found.upper;
}

}  // namespace mizan::analysis

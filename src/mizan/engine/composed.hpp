// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::analysis {

/// The answer to a question about a composition of laws, and the theorems behind it.
struct Composed {
    Bracket asked;
    std::vector<std::string> theorems;
    bool is_closed = false;     ///< no finer aim would make it narrower
    bool is_exhausted = false;  ///< work ended before it was as narrow as aimed at
    std::string unverified =
        {};  ///< why not every digit was verified, if the question asked for that
};

/// Whether work ended and left an answer that is wider than `wide`, relatively.
[[nodiscard]] inline bool is_left_wide(const Composed& composed, double wide) {
    const Bracket found = composed.asked;
    if (found.upper == infinity) return found.lower < infinity;
    return found.width() > wide * found.upper;
}

}  // namespace mizan::analysis

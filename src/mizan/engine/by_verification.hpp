// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/law/asked.hpp"
#include "mizan/law/law.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan::analysis {

/// An answer whose ends are at most so far apart, relatively, counts as verified.
inline constexpr double verified_width = 2e-15;

struct Verified {
    Bracket asked;
    std::string why_not;  ///< empty if the ends are that close
    bool took_precision = false;
};

/// What is asked of the composition of these laws in arithmetic of thirty digits, inside of what is
/// `known` already; `known` itself where that is close enough or nothing better is found.
[[nodiscard]] Verified by_verification(const Laws& laws, const Asked& asked, Bracket known);

}  // namespace mizan::analysis

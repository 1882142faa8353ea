// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/law/asked.hpp"
#include "mizan/law/law.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan::analysis {

/// An answer counts as verified if its ends are at most this far apart, relatively.
inline constexpr double verified_width = 2e-15;

struct Verified {
    Bracket asked;
    std::string why_not;  ///< empty if the ends are that close
    bool took_precision = false;
};

/// The answer to `asked` in arithmetic of thirty digits, inside of what is `known` already. Returns
/// `known` itself if that is as narrow as rounding allows, or nothing better is found.
[[nodiscard]] Verified by_verification(const Laws& laws, const Asked& asked, Bracket known);

}  // namespace mizan::analysis

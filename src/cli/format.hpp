// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "mizan/numeric/bracket.hpp"

namespace mizan::cli {

/// Digits shown to people unless they ask for more.
inline constexpr int default_digits = 6;

/// The smallest decimal number of this many significant digits that is not below `x`; but where so
/// few digits read back as exactly `x`, those. So whoever reads the text, reads no less than `x`.
/// Zeros at the end are left out; infinity is "inf".
[[nodiscard]] std::string format_up(double x, int digits = default_digits);

/// The same downward: whoever reads the text, reads no more than `x`.
[[nodiscard]] std::string format_down(double x, int digits = default_digits);

/// "between 4.37174 and 4.37187", both ends rounded outward; "2" if they come out the same.
[[nodiscard]] std::string format_between(const Bracket& x, int digits = default_digits);

}  // namespace mizan::cli

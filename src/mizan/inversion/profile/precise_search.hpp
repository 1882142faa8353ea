// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "mizan/inversion/profile/line_stock.hpp"

namespace mizan::inversion {

// Lines in arithmetic of thirty digits, for answers of which nearly all digits cancel, and to
// verify every digit of others.

/// Compositions of more parts are too slow in this arithmetic.
inline constexpr std::size_t most_precise_parts = 16;

/// Whether such lines are worth while: few runs take long lines, for which they would be too slow.
[[nodiscard]] bool suits_precision(const Composition& parts);

/// Narrows what is known of δ(ε), where that can help.
[[nodiscard]] Bracket precise_delta(LineStock& stock, double epsilon, Bracket known);

/// The same of the least ε with δ(ε) ≤ `delta`.
[[nodiscard]] Bracket precise_epsilon(LineStock& stock, double delta, Bracket known);

/// A line on which δ, about `delta` at `epsilon`, is known to the last digit of a double.
[[nodiscard]] std::optional<PreciseLine> verifying_line(LineStock& stock, double epsilon,
                                                        double delta);

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "mizan/inversion/profile/line_stock.hpp"

namespace mizan::inversion {

// Lines in arithmetic of thirty digits. They serve answers whose digits nearly all cancel, and
// verify every digit of other answers.

/// Compositions of more parts are too slow in this arithmetic.
inline constexpr std::size_t most_precise_parts = 16;

/// Whether such lines are worth their work. Few runs take long lines, which would be too slow.
[[nodiscard]] bool suits_precision(const Composition& parts);

/// Returns `known`, the bracket of δ(ε), narrowed if that is possible.
[[nodiscard]] Bracket precise_delta(LineStock& stock, double epsilon, Bracket known);

/// The same for the least ε with δ(ε) ≤ `delta`.
[[nodiscard]] Bracket precise_epsilon(LineStock& stock, double delta, Bracket known);

/// A line that gives δ, about `delta` at `epsilon`, to the last digit of a double.
[[nodiscard]] std::optional<PreciseLine> verifying_line(LineStock& stock, double epsilon,
                                                        double delta);

}  // namespace mizan::inversion

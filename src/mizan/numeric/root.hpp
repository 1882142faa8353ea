// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>

#include "mizan/numeric/bracket.hpp"

namespace mizan::root {

/// Where a non-increasing function, known through brackets, falls to `level`: the set of x with
/// f(x) = level lies in the result, provided that it meets `search`. Outside it counts as the end
/// of the search that it lies beyond. Never relies on the search going well: each end of the
/// result was checked with its own evaluation (f > level below it, f < level above it), and an end
/// that no evaluation confirmed is the end of the search.
[[nodiscard]] Bracket of_decreasing(const std::function<Bracket(double)>& f, Bracket level,
                                    Bracket search);

}  // namespace mizan::root

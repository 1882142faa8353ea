// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/profile/line_stock.hpp"

namespace mizan::inversion {

/// δ(ε), which is in `known`, by new lines. The first try takes the usual work. If it leaves the
/// answer wide, a second try takes more.
[[nodiscard]] Bracket searched_delta(LineStock& stock, double epsilon, Bracket known);

}  // namespace mizan::inversion

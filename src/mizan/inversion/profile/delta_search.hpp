// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/profile/line_stock.hpp"

namespace mizan::inversion {

/// Narrows `known`, a bracket of δ(ε), by new lines. The first try takes the usual work. If it
/// leaves the answer wide, a second try takes more. Throws OutOfWork where that ends sooner; then
/// `known` is what was found so far.
void search_delta(LineStock& stock, double epsilon, Bracket& known);

}  // namespace mizan::inversion

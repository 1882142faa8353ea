// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/grouped_gaussian_loss.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// D_α of the pair of Mizan26 S6, for one change of the dataset.
[[nodiscard]] Bracket grouped_gaussian_renyi(Bracket q, Bracket sigma, GroupChange change,
                                             Order order);

}  // namespace mizan::inversion

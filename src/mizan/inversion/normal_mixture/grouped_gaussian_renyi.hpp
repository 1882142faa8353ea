// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/normal_mixture/grouped_gaussian_loss.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// Whether noise is so little next to so many records that integrals take long, and that whether
/// all of them were drawn is all that matters.
[[nodiscard]] inline bool is_far_apart(double records, double sigma) {
    return records > 24 * sigma;
}

/// D_α of the pair of Mizan26 S6, for one change of the dataset; from above alone, where they are
/// far apart.
[[nodiscard]] Bracket grouped_gaussian_renyi(Bracket q, Bracket sigma, GroupChange change,
                                             Order order);

}  // namespace mizan::inversion

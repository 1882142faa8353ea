// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/normal_mixture/grouped_gaussian_loss.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// Whether the noise is so small next to so many records that integrals take long. There, the event
/// that all of them are drawn decides the divergence.
[[nodiscard]] inline bool is_far_apart(double records, double sigma) {
    return records > 24 * sigma;
}

/// D_α of the pair of Mizan26 S6, for one change of the dataset. The lower end is rough where
/// the two are far apart.
[[nodiscard]] Bracket grouped_gaussian_renyi(Bracket q, Bracket sigma, GroupChange change,
                                             Order order);

}  // namespace mizan::inversion

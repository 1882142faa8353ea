// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/divergence/mixed_normals.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan {

/// One part of a pair of laws on samples. With probability `weight`, and it is known when, what one
/// record adds to a sum moves normal noise:
///
///     P = (1 - q) N(0, σ²) + q N(up, σ²),      Q = (1 - q) N(0, σ²) + q N(-down, σ²).
///
/// The weights of all parts of a pair add up to 1. Lengths are in the unit that the function which
/// makes the parts names.
struct SampledShift {
    Bracket weight;
    Bracket q;    ///< how often the record is in the sample
    double up;    ///< infinity: all is lost
    double down;  ///< 0: Q is N(0, σ²)
};

/// A finite pair that dominates all parts together, with noise of this standard deviation, in order
/// of its losses; some thousand outcomes for each part. It is a cut of the line into cells
/// (Mizan26 C1), on each of which the likelihood ratio of a part grows.
[[nodiscard]] std::vector<Outcome> dominating(std::span<const SampledShift> parts, Bracket sigma);

/// Σ p_i N(s_i, σ²) against N(0, σ²), for an adversary who only sees in which of some hundred cells
/// of the line the value lies: a finite pair that the pair itself dominates (Mizan26 C2).
[[nodiscard]] std::vector<Outcome> seen_in_cells(std::span<const ShiftedNormal> mixture,
                                                 Bracket sigma);

}  // namespace mizan

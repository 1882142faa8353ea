// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/numeric/bracket.hpp"

namespace mizan {

/// N(shift, σ²), with this probability.
struct ShiftedNormal {
    double shift;  ///< finite and at least 0
    Bracket probability;
};

/// P = Σ p_i N(s_i, σ²) against Q = Σ q_j N(-t_j, σ²): one mixture moved up and one moved down, so
/// that the likelihood ratio grows along the line. Some p_i in their brackets add up to 1, and so
/// do the q_j.
struct MixedNormals {
    std::vector<ShiftedNormal> up;    ///< P
    std::vector<ShiftedNormal> down;  ///< Q, mirrored at 0
    Bracket lost = 0;                 ///< with this probability all is shown instead

    /// sup_S P(S) - e^ε Q(S) for every real ε: what lies above the place where the loss is ε. Needs
    /// σ positive and finite.
    [[nodiscard]] Bracket delta(Bracket sigma, double epsilon) const;

    /// Q against P, mirrored at 0.
    [[nodiscard]] MixedNormals swapped() const { return {down, up, lost}; }

    /// The largest shift of either, among those that happen.
    [[nodiscard]] double farthest() const;
};

}  // namespace mizan

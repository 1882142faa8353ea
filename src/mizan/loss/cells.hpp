// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "mizan/divergence/finite.hpp"

namespace mizan {

// Mechanisms without a closed form are made finite here, once from above and once from below: their
// outcomes are sorted by privacy loss and cut into cells.

/// All outcomes of a pair (P, Q) whose privacy loss log(dP/dQ) lies in [lower, upper].
struct Cell {
    Bracket p;     ///< their probability under P
    Bracket q;     ///< and under Q
    double lower;  ///< may be -inf
    double upper;  ///< may be +inf; may equal `lower`
};

/// Each cell as two outcomes at its ends. Cells that share an end share the outcome there, if they
/// stand next to each other.
///
/// Theorem    Mizan26 C1: cells pushed to their ends
/// States     Let P', Q' have, in place of each cell, outcomes of losses a and b, its two ends, with
///            the same p and q together: p_b = (p - e^a q) / (1 - e^(a-b)), p_a = p - p_b. Then
///            sup_S P'(S) - e^ε Q'(S) ≥ sup_S P(S) - e^ε Q(S) for every real ε, and so for (Q', P')
/// Needs      every loss of a cell lies between its ends
/// Guarantee  upper bound; exact at the ends of the cells
/// Source     Mizan26 (docs/cells.md, with proof)
/// Test       Cells.PushedToTheirEndsTheyDominate
[[nodiscard]] std::vector<Outcome> dominating(std::span<const Cell> cells);

/// Each cell as one outcome.
///
/// Theorem    Mizan26 C2: merged cells
/// States     Let P', Q' tell only which cell an outcome is from. Then
///            sup_S P'(S) - e^ε Q'(S) ≤ sup_S P(S) - e^ε Q(S) for every real ε, and so for (Q', P')
/// Needs      nothing
/// Guarantee  lower bound
/// Source     Mizan26 (docs/cells.md): post-processing
/// Test       Cells.MergedTheyAreDominated
[[nodiscard]] std::vector<Outcome> dominated(std::span<const Cell> cells);

}  // namespace mizan

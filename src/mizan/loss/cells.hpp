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
/// States     Let P', Q' have, in place of each cell, outcomes of losses a and b, its two ends,
///            with the same p and q together: p_b = (p - e^a q) / (1 - e^(a-b)), p_a = p - p_b.
///            Then sup_S P'(S) - e^ε Q'(S) ≥ sup_S P(S) - e^ε Q(S) for every real ε, and so for
///            (Q', P')
/// Needs      every loss of a cell lies between its ends
/// Guarantee  upper bound; exact at the ends of the cells
/// Source     Mizan26 (docs/proofs/cells.md, with proof)
/// Test       Cells.PushedToTheirEndsTheyDominate
[[nodiscard]] std::vector<Outcome> dominating(std::span<const Cell> cells);

/// Each cell as one outcome.
///
/// Theorem    Mizan26 C2: merged cells
/// States     Let P', Q' tell only which cell an outcome is from. Then
///            sup_S P'(S) - e^ε Q'(S) ≤ sup_S P(S) - e^ε Q(S) for every real ε, and so for (Q', P')
/// Needs      nothing
/// Guarantee  lower bound
/// Source     Mizan26 (docs/proofs/cells.md): post-processing
/// Test       Cells.MergedTheyAreDominated
[[nodiscard]] std::vector<Outcome> dominated(std::span<const Cell> cells);

/// Each cell as one outcome whose loss is the middle of its ends, between two outcomes of their
/// own; nothing but an outcome without loss where these are too small for that.
///
/// Theorem    Mizan26 C7: cells at their middles
/// States     Of the outcomes of least and of largest loss let a part α be taken for one of a cell:
///            of the first with α = (p - e^m q) / (e^m q_0 - p_0) where the cell's ratio p/q is
///            above e^m, of the other with α = (e^m q - p) / (p_1 - e^m q_1) where it is below.
///            Then the cell's ratio is e^m, and the pair is no worse than before
/// Needs      the two losses lie outside of all middles m; all parts of either outcome add up to 1
///            at most
/// Guarantee  lower bound
/// Source     Mizan26 (docs/proofs/cells.md, with proof): post-processing
/// Test       Cells.AtTheirMiddlesTheyAreDominated
[[nodiscard]] std::vector<Outcome> dominated_at_middles(const Outcome& least,
                                                        std::span<const Cell> cells,
                                                        const Outcome& largest);

}  // namespace mizan

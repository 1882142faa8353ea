// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "mizan/divergence/finite.hpp"

namespace mizan {

// Random allocation: each record takes part in some of the steps of a run, chosen at random once
// and for each record by itself, and nobody sees which. Batches that are a random partition of the
// data in which batch sizes are not fixed (balls into bins) are of this kind; a shuffled list that
// is cut into batches of one size is not. The relation is that a record is there or is not.

/// The pair of a record that takes part in exactly one of `steps` steps, from the pair (P, Q) of
/// one step with and without it. At most some thousand outcomes; more than 1e9 steps count as 1e9,
/// and from 4096 on they are rounded down to twelve binary digits. Throws
/// DomainError unless `steps` is a whole number from 1 to 2^53, InputError if there is no outcome.
///
/// Theorem    Mizan26 A1: one step out of t
/// States     Let the steps, adaptive or not, be dominated by (P, Q), and let the Y_i be
///            independent with the law of dP/dQ under Q. The run is dominated by the pair whose
///            dP'/dQ' has the law of (Y_1 + … + Y_t)/t under Q'
/// Needs      add_or_remove_one or replace_special
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/allocation.md, with proof); the mechanism is that of FS25
///            (arXiv:2502.08202)
/// Test       Allocation.BoundsEveryAllocation
///            Allocation.TwoGaussianStepsAreTheirIntegral
[[nodiscard]] std::vector<Outcome> allocated(std::span<const Outcome> step, double steps);

/// A pair that is no less private than the run, if the steps are what (P, Q) says; from a pair of a
/// step that is no less private than the step. Says nothing of more than 1e8 steps.
///
/// Theorem    Mizan26 A3: one step out of t, from below
/// States     Merging values of Y_1 + … + Y_k to their mean makes a smaller law in the convex order
/// Needs      all steps have the same pair
/// Guarantee  lower bound
/// Source     Mizan26 (docs/proofs/allocation.md, with proof)
/// Test       Allocation.BoundsEveryAllocation
///            Allocation.TwoGaussianStepsAreTheirIntegral
[[nodiscard]] std::vector<Outcome> allocated_from_below(std::span<const Outcome> step,
                                                        double steps);

/// How many steps there are in each of the `parts` parts, of which a record takes one each, that
/// cost no less than one run in which it takes `parts` of `steps`: the whole part of steps/parts.
///
/// Theorem    Mizan26 A2: k steps out of t
/// States     k of t steps cost at most k independent runs with one of ⌊t/k⌋ steps each
/// Needs      1 ≤ k ≤ t
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/allocation.md, with proof); the same reduction is in FS25
///            (arXiv:2502.08202)
/// Test       Allocation.SeveralStepsCostNoMoreThanTheirParts
[[nodiscard]] double steps_per_part(double parts, double steps);

}  // namespace mizan

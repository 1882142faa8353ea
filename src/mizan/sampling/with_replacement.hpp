// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/definition/definition.hpp"
#include "mizan/divergence/mixed_normals.hpp"
#include "mizan/sampling/replaced_places.hpp"

namespace mizan {

// A record takes another value (replace_one), and the mechanism sees a list of `draws` records,
// each of them any of the `records` with the same probability, independently. All throw DomainError
// unless both are whole numbers up to 2^53 and at least 1.

/// Theorem    Mizan26 S5: pure privacy on samples with replacement
/// States     With a = (1 + (e^ε - 1)/n)^m and b = (1 - (1 - e^-ε)/n)^m: ε-DP ⇒ ε'-DP with
///            e^ε' = a if a ≤ e^ε, otherwise e^ε' = a/b
/// Needs      replace_one; m draws from n records
/// Guarantee  upper bound; exact for the worst mechanism if m = 1
/// Source     Mizan26 (docs/proofs/sampling.md, with proof)
/// Test       WithReplacement.PureBoundHoldsForEveryMechanism
[[nodiscard]] PureDP with_replacement(const PureDP& pure, double draws, double records);

/// How many draws are of records of a group, from above: at most some hundred numbers, each of
/// which may stand for smaller ones.
[[nodiscard]] std::vector<Places> places_with_replacement(double draws, double records,
                                                          double group);

/// How often records of a group are drawn, in units of the most that a replaced record changes a
/// sum, and no more often than they really are: at most some thirty values.
///
/// Theorem    Mizan26 X2: what samples with replacement surely show
/// States     Σ_k Pr[Bin(m, g/n) = k] N(k, σ²) against N(0, σ²) can be the laws of the output, and
///            so can be (1-q) Q + q P against Q with q = 1 - (1 - 1/n)^m, where P and Q are those
///            of the mechanism. The first pair is no more private with fewer draws
/// Needs      g records take other values; m draws from n records; a mechanism that sees the sample
///            as a whole, not every record for itself
/// Guarantee  lower bound
/// Source     Mizan26 (docs/proofs/instances.md, with proof)
/// Test       WithReplacement.DrawsFromBelowAreDominated
[[nodiscard]] std::vector<ShiftedNormal> drawn_at_least(double draws, double records,
                                                        double group = 1);

/// How often it is drawn at all.
[[nodiscard]] Bracket drawn_at_all(double draws, double records);

}  // namespace mizan

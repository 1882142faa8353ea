// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/sampling/sampled_shift.hpp"
#include "mizan/units/relation.hpp"

namespace mizan {

/// A Poisson sample with probability q of `records` records, of which a random subset of `limit` is
/// kept if it is larger. Lengths are in units of the longest vector that a record may be. `records`
/// counts the record in question. Throws DomainError unless both are whole numbers up to 2^53,
/// `records` at least 1 and `limit` at least 0.
///
/// Theorem    Mizan26 S4: Gaussian noise on truncated Poisson samples
/// States     With τ = Pr[Bin(n-1, q) ≥ B] and κ = B/n · Pr[Bin(n, q) > B]/τ the pair has the
///            parts of weight 1 - τ, where the record moves the sum by 1 with probability q, and of
///            weight τ, where it replaces another one, moving the sum by 2 with probability κ
/// Needs      noise N(0, σ²I) on a sum of vectors of length at most 1; n records, at most B drawn
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/sampling.md, with proof)
/// Test       TruncatedPoisson.PartsBoundEveryMechanism
///            TruncatedPoisson.PartsAreThoseOfTheirLaw
[[nodiscard]] std::vector<SampledShift> truncated_poisson(double records, Bracket q, double limit,
                                                          Relation relation);

/// How often one of the records is kept.
///
/// Theorem    Mizan26 X1: what truncated samples surely show
/// States     With q' = q Pr[Bin(n-1, q) < B] + B/n · Pr[Bin(n, q) > B] the laws of the output can
///            be those of Poisson samples with probability q'
/// Needs      Gaussian noise on a sum; records of which all but one may add nothing
/// Guarantee  lower bound
/// Source     Mizan26 (docs/proofs/instances.md, with proof)
/// Test       TruncatedPoisson.KeepsARecordAsOftenAsCounted
[[nodiscard]] Bracket kept_in_truncated_poisson(double records, Bracket q, double limit);

}  // namespace mizan

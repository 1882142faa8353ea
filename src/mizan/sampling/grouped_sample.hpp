// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/divergence/mixed_normals.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// How numbers of records in a sample are counted whose probability is below 1e-16. A larger number
/// costs more, so that counting too many gives an upper bound, and too few a lower bound.
enum class Drawn {
    exactly,   ///< as they are
    at_most,   ///< as if everything were shown
    at_least,  ///< as a smaller number
};

/// The records by which two datasets differ.
struct GroupChange {
    int removed = 0;  ///< only in the first
    int added = 0;    ///< only in the second
    Drawn drawn = Drawn::exactly;
};

/// What a group does to a sum over a Poisson sample, every record being in with probability q: the
/// worst pair of laws, in units of the most that one record adds.
///
/// Theorem    Mizan26 S6: groups on Poisson samples
/// States     If a records are removed and b added, Σ_i B(a,q;i) N(i,σ²) against Σ_j B(b,q;j)
///            N(-j,σ²) dominates, at every ε, a sum of vectors plus Gaussian noise on Poisson
///            samples, where B(n,q;i) is the probability that a binomial variable is i. If k
///            records are there or are not, one of a + b = k is the worst; if k take other values,
///            a = b = k
/// Needs      a record moves the sum by at most 1, and the noise of each coordinate has variance
///            σ²; or the mechanism is 1/σ-GDP for a record more or less
/// Guarantee  exact for the vectors 1 and -1; if drawn is at_most an upper bound, if at_least a
///            lower bound
/// Source     Mizan26 (docs/proofs/sampling.md, with proof)
/// Test       GroupedGaussianLoss.DominatesEveryChangeInATinyUniverse
///            Grouped.RoundedCountsAreOnBothSides
[[nodiscard]] MixedNormals grouped_sample(Probability rate, GroupChange change);

}  // namespace mizan

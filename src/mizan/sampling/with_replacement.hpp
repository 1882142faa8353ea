// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mizan/definition/definition.hpp"
#include "mizan/sampling/sampled_shift.hpp"

namespace mizan {

// A record takes another value (replace_one), and the mechanism sees a list of `draws` records, each
// of them any of the `records` with the same probability, independently. All throw DomainError
// unless both are whole numbers up to 2^53 and at least 1.

/// Theorem    Mizan26 S5: pure privacy on samples with replacement
/// States     With a = (1 + (e^ε - 1)/n)^m and b = (1 - (1 - e^-ε)/n)^m: ε-DP ⇒ ε'-DP with
///            e^ε' = a if a ≤ e^ε, otherwise e^ε' = a/b
/// Needs      replace_one; m draws from n records
/// Guarantee  upper bound; exact for the worst mechanism if m = 1
/// Source     Mizan26 (docs/sampling.md, with proof)
/// Test       WithReplacement.PureBoundHoldsForEveryMechanism
[[nodiscard]] PureDP with_replacement(const PureDP& pure, double draws, double records);

/// The parts of a pair whose larger direction bounds both directions, for Gaussian noise on a sum.
/// Lengths are in units of the most that a replaced record changes the sum: `up` is how often the
/// record was drawn. At most some hundred parts; what is rarer than 1e-40 loses all.
///
/// Theorem    BBG18 T10: samples with replacement
/// States     δ'(ε') ≤ Σ_k Pr[Bin(m, 1/n) = k]·δ_k(ε) over k ≥ 1, where
///            e^ε' = 1 + (1 - (1 - 1/n)^m)(e^ε - 1) and δ_k is the profile for k replaced records
/// Needs      replace_one; m draws from n records
/// Guarantee  upper bound
/// Source     BBG18 Theorem 10 (arXiv:1807.01647); as parts: docs/sampling.md, with proof
/// Test       WithReplacement.PartsBoundEveryMechanism
///            WithReplacement.CountingARecordOnceIsFalse
[[nodiscard]] std::vector<SampledShift> with_replacement(double draws, double records);

/// What parts with down = 0 say of a mechanism whose profile at a distance is known.
class ShiftedProfile {
public:
    explicit ShiftedProfile(std::span<const SampledShift> parts);

    /// An upper bound of the sum of weight · q · profile(up, ε), where 1 + q(e^ε - 1) = e^epsilon, and
    /// two parts in 10^7 above it at most. `profile` is an upper bound that never falls where the
    /// distance grows; it is not asked where that could not change the sum.
    [[nodiscard]] double delta(Epsilon epsilon,
                               const std::function<double(double up, Epsilon)>& profile) const;

private:
    struct Part {
        double up;
        Bracket q;
        double share;      // weight · q
        double before;     // the shares of all that move as far or farther
        double from_here;  // of all that move as far or less far
    };
    std::vector<Part> parts_;  // the farthest first
    double largest_q_ = 0;
};

/// How often one record is drawn, in units of the most that a replaced record changes a sum, and no more
/// often than it really is: at most some ten values.
///
/// Theorem    Mizan26 X2: what samples with replacement surely show
/// States     Σ_k Pr[Bin(m, 1/n) = k] N(k, σ²) against N(0, σ²) can be the laws of the output, and so can be
///            (1-q) Q + q P against Q with q = 1 - (1 - 1/n)^m, where P and Q are those of the mechanism.
///            The first pair is no more private with fewer draws
/// Needs      a record takes another value; m draws from n records; a mechanism that sees the sample as a
///            whole, not every record for itself
/// Guarantee  lower bound
/// Source     Mizan26 (docs/instances.md, with proof)
/// Test       WithReplacement.DrawsFromBelowAreDominated
[[nodiscard]] std::vector<ShiftedNormal> drawn_at_least(double draws, double records);

/// How often it is drawn at all.
[[nodiscard]] Bracket drawn_at_all(double draws, double records);

}  // namespace mizan

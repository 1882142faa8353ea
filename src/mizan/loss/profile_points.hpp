// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "mizan/divergence/finite.hpp"

namespace mizan {

// Where the privacy profile of a pair is known in both directions, the pair is: as a function of
// γ = e^ε, H(γ) = sup_S P(S) - γ Q(S) is convex, falls from 1 at γ = 0 and is never below 1 - γ and
// 0. For γ < 1 it is 1 - γ + γ H'(1/γ), where H' is the profile of (Q, P). From points of both
// profiles come two finite pairs.

/// sup_S P(S) - e^ε Q(S) of a pair.
struct ProfilePoint {
    double epsilon;  ///< at least 0
    Bracket delta;
};

/// The pair whose profiles join the points by straight lines in e^ε. Beyond the last epsilon the
/// loss counts as infinite.
///
/// Theorem    Mizan26 C3: a profile between its points
/// States     Let H be convex with H(0) = 1, and G(γ) ≥ H(γ) at γ = γ_1 < … < γ_n, G linear between
///            them, G(0) = 1 and G constant from γ_n on. Then G ≥ H, and a convex G is the profile
///            of the finite pair with Q(ratio γ_i) = the change of its slope at γ_i
/// Needs      in each direction epsilons that grow from 0; delta.upper bounds the profile
/// Guarantee  upper bound; exact at the points up to convexity
/// Source     Mizan26 (docs/proofs/cells.md, with proof)
/// Test       ProfilePoints.StraightLinesDominate
[[nodiscard]] std::vector<Outcome> dominating(std::span<const ProfilePoint> there,
                                              std::span<const ProfilePoint> back);

/// A pair that is no less private than what has these profiles.
///
/// Theorem    Mizan26 C4: a profile beyond its points
/// States     A convex H with u ≥ H at γ_1 and H ≥ l at γ_2 lies above the line through (γ_1, u)
///            and (γ_2, l) everywhere beyond γ_2. A convex G ≤ these lines wherever each holds,
///            G ≤ H at γ = 0, is the profile of a pair that (P, Q) dominates
/// Needs      in each direction epsilons that grow from 0; delta brackets the profile
/// Guarantee  lower bound
/// Source     Mizan26 (docs/proofs/cells.md, with proof)
/// Test       ProfilePoints.LinesProlongedAreDominated
[[nodiscard]] std::vector<Outcome> dominated(std::span<const ProfilePoint> there,
                                             std::span<const ProfilePoint> back);

/// `count` points of a profile between 0 and `farthest`, more of them where they tell more, all of
/// them and the middles between them on a lattice of a few thousand points.
[[nodiscard]] std::vector<ProfilePoint> points_of(const std::function<Bracket(double)>& profile,
                                                  double farthest, std::size_t count);

}  // namespace mizan

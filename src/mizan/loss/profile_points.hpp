// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "mizan/divergence/finite.hpp"

namespace mizan {

// Where the privacy profile of a pair is known, the pair is: as a function of γ = e^ε, for ε on the
// whole line, H(γ) = sup_S P(S) - γ Q(S) is convex and falls from 1 at γ = 0, never below 1 - γ and 0.
// The profile of (Q, P) is e^ε H(e^-ε) + 1 - e^ε. From points of a profile come two finite pairs.

/// sup_S P(S) - e^ε Q(S) of a pair at one ε, which may be negative.
struct ProfilePoint {
    double epsilon;
    Bracket delta;
};

/// The pair whose profile joins the points by straight lines in e^ε. Above the last epsilon the loss
/// counts as infinite, below the first as that of the reversed pair.
///
/// Theorem    Mizan26 C3: a profile between its points
/// States     Let H be convex with H(0) = 1, and G(γ) ≥ H(γ) at γ = γ_1 < … < γ_n, G linear between
///            them, G(0) = 1 and G constant from γ_n on. Then G ≥ H, and a convex G is the profile
///            of the finite pair with Q(ratio γ_i) = the change of its slope at γ_i
/// Needs      at least one point; epsilons grow; delta.upper bounds the profile
/// Guarantee  upper bound; exact at the points up to convexity
/// Source     Mizan26 (docs/cells.md, with proof)
/// Test       ProfilePoints.StraightLinesDominate
[[nodiscard]] std::vector<Outcome> dominating(std::span<const ProfilePoint> points);

/// A pair that is no less private than what has this profile.
///
/// Theorem    Mizan26 C4: a profile beyond its points
/// States     A convex H with u ≥ H at γ_1 and H ≥ l at γ_2 lies above the line through (γ_1, u) and
///            (γ_2, l) everywhere beyond γ_2. A convex G ≤ these lines wherever each holds, G ≤ H
///            at γ = 0, is the profile of a pair that (P, Q) dominates
/// Needs      epsilons grow; delta brackets the profile
/// Guarantee  lower bound
/// Source     Mizan26 (docs/cells.md, with proof)
/// Test       ProfilePoints.LinesProlongedAreDominated
[[nodiscard]] std::vector<Outcome> dominated(std::span<const ProfilePoint> points);

/// `count` points of a profile, more of them where they tell more.
[[nodiscard]] std::vector<ProfilePoint> points_of(const std::function<Bracket(double)>& profile,
                                                  double lowest, double highest, std::size_t count);

}  // namespace mizan

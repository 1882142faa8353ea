// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "mizan/compose/loss_law.hpp"
#include "mizan/definition/renyi_curve.hpp"
#include "mizan/law/law.hpp"
#include "mizan/loss/profile_points.hpp"

namespace mizan::analysis {

/// sup_S P(S) - e^ε Q(S) of a pair, or a bound of it.
using Profile = std::function<Bracket(Epsilon)>;

/// The two directions of a pair, P with the record and Q without it.
struct ProfilePair {
    Profile there;              ///< of P against Q
    Profile back;               ///< of Q against P
    bool is_costly = false;     ///< each point takes milliseconds
    bool is_symmetric = false;  ///< both are the same
    double largest = infinity;  ///< from this loss on both are 0
};

/// Of these laws together.
[[nodiscard]] ProfilePair profiles_of(const std::vector<RepeatedLaw>& laws);
[[nodiscard]] ProfilePair profiles_of(const std::vector<Outcome>& pair);

/// Of (1 - q) Q + q P against Q, where P and Q have these.
///
/// Theorem    BBG18 T2: the profile of a mixture
/// States     H_γ((1-q)Q + qP‖Q) = q H_γ'(P‖Q) with γ' = 1 + (γ - 1)/q for γ ≥ 1, and
///            H_γ(Q‖(1-q)Q + qP) = β H_γ'(Q‖P) with β = 1 - γ(1-q), γ' = γq/β if β > 0, else 0
/// Needs      0 < q ≤ 1
/// Guarantee  exact
/// Source     BBG18 Theorem 2, advanced joint convexity (arXiv:1807.01647); both lines are its
///            one-line computation
/// Test       FinitePair.SampledProfilesAreThoseOfTheMixture
[[nodiscard]] ProfilePair on_samples(ProfilePair whole, Bracket q);

/// The profile of the worse direction, in both.
[[nodiscard]] ProfilePair worse_direction(const ProfilePair& pair);

/// An ε from which on the profile is below 1e-30, at most some hundreds; a power of 2.
[[nodiscard]] double reach_of(const Profile& profile);

/// Both profiles at some points, which tell enough from above and from below.
struct PairPoints {
    std::vector<ProfilePoint> there, back;
};
[[nodiscard]] PairPoints points_of(const ProfilePair& profiles);

/// A finite pair that is no more private than what has these profiles, or no less private. Its losses
/// lie on a lattice.
[[nodiscard]] std::vector<Outcome> finite_pair(const PairPoints& points, compose::Side side);
[[nodiscard]] std::vector<Outcome> finite_pair(const ProfilePair& profiles, compose::Side side);

/// The same where both directions have one profile.
[[nodiscard]] std::vector<Outcome> finite_pair(const Profile& both, compose::Side side);

/// The Rényi divergence of a finite pair, the larger of both directions.
[[nodiscard]] RenyiCurve renyi_of(const std::vector<Outcome>& pair);

}  // namespace mizan::analysis

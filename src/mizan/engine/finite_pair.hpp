// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "mizan/compose/loss_law.hpp"
#include "mizan/definition/renyi_curve.hpp"
#include "mizan/law/law.hpp"
#include "mizan/law/profile_pair.hpp"
#include "mizan/loss/profile_points.hpp"

namespace mizan::analysis {

/// The profiles of these laws together, in both orders of the neighbours.
[[nodiscard]] ProfilePair profiles_of(const Laws& laws);

/// A power of 2, at most some hundreds, from which on the profile is below 1e-30.
[[nodiscard]] double reach_of(const Profile& profile);

/// Both profiles at some points: enough for a finite pair from above and one from below.
struct PairPoints {
    std::vector<ProfilePoint> there, back;
};
[[nodiscard]] PairPoints points_of(const ProfilePair& profiles);

/// A finite pair that dominates every pair with these profiles (pessimistic), or that they dominate
/// (optimistic). Its losses lie on a lattice.
[[nodiscard]] std::vector<Outcome> finite_pair(const PairPoints& points, compose::Side side);
[[nodiscard]] std::vector<Outcome> finite_pair(const ProfilePair& profiles, compose::Side side);

/// The same for a pair that has one profile in both directions.
[[nodiscard]] std::vector<Outcome> finite_pair(const Profile& both, compose::Side side);

/// The Rényi divergence of a finite pair, the larger of both directions.
[[nodiscard]] RenyiCurve renyi_of(const std::vector<Outcome>& pair);

}  // namespace mizan::analysis

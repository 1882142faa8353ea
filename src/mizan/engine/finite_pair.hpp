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

/// Of these laws together.
[[nodiscard]] ProfilePair profiles_of(const Laws& laws);

/// An ε from which on the profile is below 1e-30, at most some hundreds; a power of 2.
[[nodiscard]] double reach_of(const Profile& profile);

/// Both profiles at some points, which tell enough from above and from below.
struct PairPoints {
    std::vector<ProfilePoint> there, back;
};
[[nodiscard]] PairPoints points_of(const ProfilePair& profiles);

/// A finite pair that is no more private than what has these profiles, or no less private. Its
/// losses lie on a lattice.
[[nodiscard]] std::vector<Outcome> finite_pair(const PairPoints& points, compose::Side side);
[[nodiscard]] std::vector<Outcome> finite_pair(const ProfilePair& profiles, compose::Side side);

/// The same where both directions have one profile.
[[nodiscard]] std::vector<Outcome> finite_pair(const Profile& both, compose::Side side);

/// The Rényi divergence of a finite pair, the larger of both directions.
[[nodiscard]] RenyiCurve renyi_of(const std::vector<Outcome>& pair);

}  // namespace mizan::analysis

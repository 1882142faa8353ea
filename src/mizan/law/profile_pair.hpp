// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::analysis {

/// The largest finite loss of a finite pair, and the largest ε at which a profile is asked. The
/// next power of 2 is above 709, where e^ε overflows.
inline constexpr double farthest_loss = 512;

/// δ(ε) = sup_S P(S) - e^ε Q(S) of a pair, or a bound of it.
using Profile = std::function<Bracket(Epsilon)>;

/// The privacy profiles of a pair in both directions, P with the record and Q without it.
struct ProfilePair {
    Profile there;              ///< of P against Q
    Profile back;               ///< of Q against P
    bool is_costly = false;     ///< each point takes milliseconds
    bool is_symmetric = false;  ///< both are the same
    double largest = infinity;  ///< from this loss on both are 0
};

/// One profile in both directions, which is 0 from `largest` on.
[[nodiscard]] ProfilePair alike(const Profile& both, double largest = infinity);

/// The profiles of a list of outcomes.
[[nodiscard]] ProfilePair profiles_of(const std::vector<Outcome>& pair);

/// The profiles of (1 - q) Q + q P against Q, from those of P and Q.
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

/// The larger of both profiles, in both directions.
[[nodiscard]] ProfilePair worse_direction(const ProfilePair& pair);

}  // namespace mizan::analysis

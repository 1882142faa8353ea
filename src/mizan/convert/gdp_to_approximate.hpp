// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The delta of Gaussian privacy at `epsilon`.
///
/// Theorem    DRS19 C2.13: Gaussian to approximate privacy
/// States     μ-GDP ⇔ (ε, δ(ε))-DP for all ε ≥ 0, with δ(ε) = Φ(μ/2 - ε/μ) - e^ε·Φ(-μ/2 - ε/μ)
/// Needs      μ ≥ 0
/// Guarantee  exact for the Gaussian mechanism
/// Source     DRS19 Corollary 2.13 (arXiv:1905.02383); BW18 Theorem 8 (arXiv:1805.06530v2)
/// Test       GdpToApproximate.MatchesTheProfile
[[nodiscard]] Bracket gdp_to_delta(const GDP& gdp, Epsilon epsilon);

/// An upper bound of it that is known sooner, and at most a part in 10^10 above it.
[[nodiscard]] double gdp_to_delta_at_most(const GDP& gdp, Epsilon epsilon);

/// The epsilon of Gaussian privacy at `delta`: where gdp_to_delta falls to it.
[[nodiscard]] Bracket gdp_to_epsilon(const GDP& gdp, Delta delta);

}  // namespace mizan

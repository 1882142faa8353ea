// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "mizan/definition/definition.hpp"

namespace mizan {

// What a promise about one person says about `size` people at once, or about one person after a map
// that turns neighbours into inputs `size` steps apart (a size-stable map). Nobody: no loss at all.

/// Theorem    Mironov17 IIIa: group privacy, pure
/// States     f is ε-DP and g is c-stable ⇒ f∘g is cε-DP
/// Needs      c-stable: neighbours A, B give a chain g(A) = D_0, ..., D_c = g(B) of neighbours
/// Guarantee  exact for the worst mechanism
/// Source     Mironov17 section III, before Proposition 2 (arXiv:1702.07476v3)
/// Test       Group.PureIsReachedByTheLaplaceMechanism
/// Erratum    The definition of c-stable is typed backwards, see Mironov17 P2.
[[nodiscard]] PureDP grouped(const PureDP& pure, std::uint64_t size);

/// Theorem    DR14 T2.2a: group privacy, approximate
/// States     (ε, δ)-DP ⇒ (kε, δ·(e^(kε) - 1)/(e^ε - 1))-DP for k people
/// Needs      δ capped at 1; ε = 0: kδ
/// Guarantee  upper bound
/// Source     DR14 Theorem 2.2 states δ = 0; here its chain P_0(S) ≤ e^ε P_1(S) + δ ≤ … of k steps
/// Test       Group.ApproximateFollowsTheChain
[[nodiscard]] ApproxDP grouped(const ApproxDP& approximate, std::uint64_t size);

/// Theorem    BS16 P1.9: group privacy, zero-concentrated
/// States     (ξ, ρ)-zCDP ⇒ (k·H_k·ξ, k²·ρ)-zCDP for k people, H_k = 1 + 1/2 + … + 1/k;
///            ρ = 0: (kξ, 0)
/// Needs      k ≥ 1
/// Guarantee  exact for the Gaussian mechanism (ξ = 0)
/// Source     BS16 Proposition 1.9 and section 5 (arXiv:1605.02065v1)
/// Test       Group.ZcdpBoundsTheCurveOfTheGroup
[[nodiscard]] ZCDP grouped(const ZCDP& zcdp, std::uint64_t size);

/// Theorem    DRS19 T2.14: group privacy, Gaussian
/// States     μ-GDP ⇒ kμ-GDP for k people
/// Needs      k ≥ 1
/// Guarantee  exact for the Gaussian mechanism
/// Source     DRS19 Theorem 2.14 (arXiv:1905.02383)
/// Test       Group.GaussianAgreesWithTheShiftedMean
[[nodiscard]] GDP grouped(const GDP& gdp, std::uint64_t size);

}  // namespace mizan

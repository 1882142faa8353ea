// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The founding rule: halve the order, triple the divergence, once for each doubling of the group.
/// Throws DomainError if the order is below 2^(doublings + 1).
///
/// Theorem    Mironov17 P2: group privacy from one order
/// States     f is (α, ε)-RDP and g is 2^c-stable ⇒ f∘g is (α/2^c, 3^c·ε)-RDP
/// Needs      α ≥ 2^(c+1)
/// Guarantee  upper bound
/// Source     Mironov17 Proposition 2 (arXiv:1702.07476v3)
/// Test       GroupRenyi.RulesFromOneOrderHoldForEveryChain
///            GroupRenyi.TheFoundingRuleNeedsItsCondition
/// Erratum    Its c-stable maps are defined backwards ("g(A), g(B) adjacent implies a chain from A
///            to B"). It must read: A, B adjacent implies a chain g(A) = D_0, ..., D_c = g(B) of
///            neighbours. As typed, g(0) = 0, g(1) = 100 is 1-stable on the integers, and the
///            Laplace mechanism (scale 1) after it has D_∞ = 100, not 1, and D_2 = 99.59, not
///            0.619. The proof writes h(A) for f(A); Table I repeats the rule without its
///            condition.
[[nodiscard]] RenyiPoint group_by_doubling(const RenyiPoint& point, unsigned doublings);

/// Two people, from the divergence of one order.
///
/// Theorem    Mironov17 C4.4a: group privacy of two from one order
/// States     (β, ε)-RDP ⇒ (β²/(2β-1), (2β-1)/(β-1)·ε)-RDP for two
/// Needs      β > 1
/// Guarantee  upper bound
/// Source     Mironov17 Corollary 4 (4), solved for the order (arXiv:1702.07476v3)
/// Test       GroupRenyi.RulesFromOneOrderHoldForEveryChain
///            GroupRenyi.OneOrderBeatsTheFoundingRule
[[nodiscard]] RenyiPoint group_of_two(const RenyiPoint& point);

/// A group of any size, from the whole curve. A chain of a + b neighbours is cut in two, and each
/// part again; the cut with the smallest result is taken for small groups, the middle for large
/// ones. Never more than size times the bound at order inf.
///
/// Theorem    Mironov17 P11a: group privacy from a curve
/// States     D_α over a + b ≤ (a+b)α/(aα + b(α-1)) · D_(α + (α-1)b/a) over a + D_(α(a+b)/b) over b
/// Needs      α ≥ 1
/// Guarantee  upper bound; exact for the Gaussian mechanism
/// Source     Mironov17 Proposition 11 with p = 1 + (b/a)(α-1)/α (arXiv:1702.07476v3); order 1 by
///            the Donsker-Varadhan inequality
/// Test       GroupRenyi.IsExactForGaussians
[[nodiscard]] RenyiCurve grouped(const RenyiCurve& curve, std::uint64_t size);

}  // namespace mizan

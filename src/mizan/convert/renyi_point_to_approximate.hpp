// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

// From the Renyi divergence of a single order to (epsilon, delta). Order 1 proves nothing here
// (epsilon infinite, delta 1); order inf is pure privacy.

/// The founding conversion.
///
/// Theorem    Mironov17 P3: from Rényi to approximate privacy
/// States     (α, ε)-RDP ⇒ (ε + log(1/δ)/(α-1), δ)-DP
/// Needs      α > 1, 0 < δ < 1
/// Guarantee  upper bound
/// Source     Mironov17 Proposition 3 (arXiv:1702.07476v3)
/// Test       RenyiPointToApproximate.NoTwoPointPairExceedsIt
[[nodiscard]] Epsilon mironov_epsilon(const RenyiPoint& point, Delta delta);
[[nodiscard]] Delta mironov_delta(const RenyiPoint& point, Epsilon epsilon);

/// The same with the constants that its proof gives away.
///
/// Theorem    CKS20 P12: from Rényi to approximate privacy
/// States     (α, ε)-RDP ⇒ (ε + log(1 - 1/α) - log(δα)/(α-1), δ)-DP
/// Needs      α > 1, 0 < δ < 1
/// Guarantee  upper bound
/// Source     CKS20 Proposition 12 (arXiv:2004.00010v4); found independently in BBGHS20 Theorem 21
///            (arXiv:1905.09982)
/// Test       RenyiPointToApproximate.NoTwoPointPairExceedsIt
[[nodiscard]] Epsilon canonne_epsilon(const RenyiPoint& point, Delta delta);
[[nodiscard]] Delta canonne_delta(const RenyiPoint& point, Epsilon epsilon);

/// The best that one order proves: over all pairs of probabilities p, q of an event whose two-point
/// divergence is allowed, the largest p - e^ε' q.
///
/// What is computed is Lagrange's dual. For likelihood ratios r > s ≥ 0 and t = e^ε',
///
///     δ ≤ (e^{(α-1)ε} - α s^{α-1} + max((α-1) s^α, (α-1) r^α - tα (r^{α-1} - s^{α-1})))
///         / (α (r^{α-1} - s^{α-1})),
///
/// because λ x^α ≥ α λ u^{α-1} x - (α-1) λ u^α (tangent at u), used at u = r on the event and at
/// u = s outside. The bound holds for every r and s, so only its value needs care; s = 0 with
/// r = tα/(α-1) is CKS20 Proposition 12, and the best r, s attain the maximum. Only where δ ≥ 1/α
/// the worst event has probability p = 1, and there δ = 1 - e^{ε'-ε}.
///
/// Theorem    ALCKS20 T3: from Rényi to approximate privacy, optimally
/// States     (α, ε)-RDP ⇒ (ε', δ)-DP with δ = max {p - e^ε' q : D_α((p, 1-p)‖(q, 1-q)) ≤ ε}
/// Needs      α > 1
/// Guarantee  upper bound; the best that one order proves, up to the search
/// Source     ALCKS20 Theorem 3 (arXiv:2008.06529), joint range of hockey-stick and Rényi
///            divergence
/// Test       RenyiPointToApproximate.NoTwoPointPairExceedsIt
///            RenyiPointToApproximate.OptimalIsAttainedByATwoPointPair
[[nodiscard]] Epsilon optimal_epsilon(const RenyiPoint& point, Delta delta);
[[nodiscard]] Delta optimal_delta(const RenyiPoint& point, Epsilon epsilon);

}  // namespace mizan

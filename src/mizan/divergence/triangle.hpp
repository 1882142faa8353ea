// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// One instance of the weak triangle inequality for a third distribution R:
/// D_alpha(P||Q) <= factor D_first(P||R) + D_second(R||Q).
/// Orders that are not doubles are rounded up, which keeps it true.
struct WeakTriangle {
    Order first;
    Order second;
    Bracket factor;  ///< at least 1; infinite at order 1, where only D(P||R) = 0 helps

    /// The bound on D_alpha(P||Q) from bounds on the two divergences.
    [[nodiscard]] Epsilon bound(Epsilon first_divergence, Epsilon second_divergence) const;
};

/// The weak triangle inequality with a Hoelder exponent p in [1, inf]. Throws DomainError for
/// others.
///
/// Theorem    Mironov17 P11: weak triangle inequality
/// States     D_α(P‖Q) ≤ (α - 1/p)/(α - 1) · D_(pα)(P‖R) + D_(q(α - 1/p))(R‖Q)
/// Needs      α > 1, p, q > 1, 1/p + 1/q = 1 (p = 1 and p = ∞ as limits)
/// Guarantee  upper bound
/// Source     Mironov17 Proposition 11 (arXiv:1702.07476v3)
/// Test       WeakTriangle.NeverBelowTheTruth
[[nodiscard]] WeakTriangle weak_triangle(Order order, double hoelder_exponent);

/// Both exponents 2.
///
/// Theorem    Mironov17 C4.1: triangle inequality with p = q = 2
/// States     D_α(P‖Q) ≤ (α - 1/2)/(α - 1) · D_(2α)(P‖R) + D_(2α-1)(R‖Q)
/// Needs      α > 1
/// Guarantee  upper bound
/// Source     Mironov17 Corollary 4 (arXiv:1702.07476v3)
/// Test       WeakTriangle.CorollaryFourIsNeverBelowTheTruth
[[nodiscard]] WeakTriangle weak_triangle_of_equal_exponents(Order order);

/// The max divergence in the first place.
///
/// Theorem    Mironov17 C4.2: triangle inequality through D_∞(P‖R)
/// States     D_α(P‖Q) ≤ α/(α - 1) · D_∞(P‖R) + D_α(R‖Q)
/// Needs      α > 1
/// Guarantee  upper bound
/// Source     Mironov17 Corollary 4 (arXiv:1702.07476v3)
/// Test       WeakTriangle.CorollaryFourIsNeverBelowTheTruth
[[nodiscard]] WeakTriangle weak_triangle_of_max_first(Order order);

/// The max divergence in the second place. Holds at order 1 too.
///
/// Theorem    Mironov17 C4.3: triangle inequality through D_∞(R‖Q)
/// States     D_α(P‖Q) ≤ D_α(P‖R) + D_∞(R‖Q)
/// Needs      α ≥ 1
/// Guarantee  upper bound
/// Source     Mironov17 Corollary 4 (arXiv:1702.07476v3)
/// Test       WeakTriangle.CorollaryFourIsNeverBelowTheTruth
[[nodiscard]] WeakTriangle weak_triangle_of_max_second(Order order);

/// The same order in both places.
///
/// Theorem    Mironov17 C4.4: triangle inequality at one order
/// States     D_α(P‖Q) ≤ β/(β - 1) · D_β(P‖R) + D_β(R‖Q) with β = α + √(α² - α)
/// Needs      α > 1
/// Guarantee  upper bound
/// Source     Mironov17 Corollary 4 (arXiv:1702.07476v3)
/// Test       WeakTriangle.CorollaryFourIsNeverBelowTheTruth
/// Erratum    The appendix obtains it from "αp = αq - 1", which makes the two orders differ. They
///            agree for αp = (α - 1)q + 1: at α = 2 this gives p = 1.7071 and both orders 3.4142,
///            the printed recipe p = 1.7808 and the orders 3.5616 and 3.2808.
[[nodiscard]] WeakTriangle weak_triangle_of_one_order(Order order);

}  // namespace mizan

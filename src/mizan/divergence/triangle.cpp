// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/triangle.hpp"

#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/units/error.hpp"

namespace mizan {

namespace {

// No triangle is weak at order infinity.
const WeakTriangle strong{Order{infinity}, Order{infinity}, 1};

}  // namespace

Epsilon WeakTriangle::bound(Epsilon first_divergence, Epsilon second_divergence) const {
    const DefaultArithmetic arithmetic;
    if (first_divergence.value() == 0) return second_divergence;
    return Epsilon{(factor * first_divergence.value() + second_divergence.value()).upper};
}

WeakTriangle weak_triangle(Order order, double hoelder_exponent) {
    const DefaultArithmetic arithmetic;
    if (!(hoelder_exponent >= 1)) {
        throw DomainError("Hoelder exponent", "in [1, inf]", hoelder_exponent);
    }
    if (order.value() == infinity) return strong;
    if (hoelder_exponent == 1) return weak_triangle_of_max_second(order);
    if (hoelder_exponent == infinity) return weak_triangle_of_max_first(order);
    // With 1/q = 1 - 1/p: q (α - 1/p) = (p α - 1) / (p - 1).
    const Bracket alpha = order.value(), p = hoelder_exponent;
    const Bracket factor = alpha.lower == 1 ? Bracket(infinity) : (alpha - 1 / p) / (alpha - 1);
    return {Order{(p * alpha).upper}, Order{((p * alpha - 1) / (p - 1)).upper}, factor};
}

WeakTriangle weak_triangle_of_equal_exponents(Order order) { return weak_triangle(order, 2); }

WeakTriangle weak_triangle_of_max_first(Order order) {
    const DefaultArithmetic arithmetic;
    if (order.value() == infinity) return strong;
    const Bracket alpha = order.value();
    const Bracket factor = alpha.lower == 1 ? Bracket(infinity) : alpha / (alpha - 1);
    return {Order{infinity}, order, factor};
}

WeakTriangle weak_triangle_of_max_second(Order order) { return {order, Order{infinity}, 1}; }

WeakTriangle weak_triangle_of_one_order(Order order) {
    const DefaultArithmetic arithmetic;
    if (order.value() == infinity) return strong;
    // α² - α = α (α - 1); β - 1 = √(α - 1) (√(α - 1) + √α).
    const Bracket alpha = order.value();
    const Bracket root = sqrt(alpha), root_less = sqrt(alpha - 1);
    const Bracket beta = root * (root + root_less);
    const Bracket factor =
        alpha.lower == 1 ? Bracket(infinity) : beta / (root_less * (root_less + root));
    return {Order{beta.upper}, Order{beta.upper}, factor};
}

}  // namespace mizan

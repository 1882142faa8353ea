// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/renyi_to_approximate.hpp"

#include <algorithm>

#include "mizan/convert/renyi_dual.hpp"
#include "mizan/convert/renyi_point_to_approximate.hpp"
#include "mizan/numeric/minimize.hpp"

namespace mizan {

namespace {

constexpr double coarse = 1e-3;

// Beyond this the best split is CKS20 Proposition 12 to all digits of a double.
bool gains_nothing(double alpha, double divergence) { return (alpha - 1) * divergence > 45; }

// What the search minimises. Only proved values count: near order 1 the dual in plain doubles is
// mostly rounding error and would promise anything.
double epsilon_at(const RenyiPoint& point, Delta delta) {
    const double alpha = point.order.value(), divergence = point.divergence.value();
    const double simple = canonne_epsilon(point, delta).value();
    if (simple == 0 || gains_nothing(alpha, divergence)) return simple;
    const double split = renyi_dual::best_for_delta(alpha, divergence, delta.value(), coarse);
    return std::min(simple, renyi_dual::epsilon_above(alpha, divergence, delta.value(), split));
}

double delta_at(const RenyiPoint& point, Epsilon epsilon) {
    const double alpha = point.order.value(), divergence = point.divergence.value();
    const double simple = canonne_delta(point, epsilon).value();
    if (simple == 0 || gains_nothing(alpha, divergence)) return simple;
    const double split = renyi_dual::best_for_epsilon(alpha, divergence, epsilon.value(), coarse);
    const double found = renyi_dual::delta(alpha, divergence, epsilon.value(), split) * (1 + 1e-6);
    const bool proved = found < simple && renyi_dual::epsilon_above(alpha, divergence, found,
                                                                    split) <= epsilon.value();
    return proved ? found : simple;
}

RenyiPoint point_of(const RenyiCurve& curve, double order) {
    return {Order{order}, Epsilon{std::max(0.0, curve(Order{order}).upper)}};
}

}  // namespace

EpsilonAtOrder renyi_to_epsilon(const RenyiCurve& curve, Delta delta) {
    const double order = minimize::over_orders(
        [&](double alpha) { return epsilon_at(point_of(curve, alpha), delta); }, curve.knots());
    return {optimal_epsilon(point_of(curve, order), delta), Order{order}};
}

DeltaAtOrder renyi_to_delta(const RenyiCurve& curve, Epsilon epsilon) {
    const double order = minimize::over_orders(
        [&](double alpha) { return delta_at(point_of(curve, alpha), epsilon); }, curve.knots());
    return {optimal_delta(point_of(curve, order), epsilon), Order{order}};
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/renyi_to_approximate.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

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

// The order in (1, inf] at which `proved(point)` is least. `simple(α - 1, D_α)` is CKS20 Proposition
// 12 in plain numbers and lies near it. (α-1) D_α is convex; so is then the simple ε in 1/(α-1), and
// the simple log δ in α-1: both have one valley.
double best_order(const RenyiCurve& curve, const std::function<double(Order)>& divergence,
                  const std::function<double(double, double)>& simple,
                  const std::function<double(const RenyiPoint&)>& proved) {
    const auto point_at = [&](double log_above_1) {
        const Order order{1 + std::exp(std::clamp(log_above_1, -36.0, 690.0))};
        return RenyiPoint{order, Epsilon{std::max(0.0, divergence(order))}};
    };
    const auto is_known = [](const RenyiPoint& point) {
        return point.divergence.value() < infinity;
    };
    double start = 1;  // log(α - 1); divergences are finite below some order
    while (start > -36 && !is_known(point_at(start))) start -= 2;
    const auto roughly = [&](double at) {
        const RenyiPoint point = point_at(at);
        return is_known(point) ? simple(point.order.value() - 1, point.divergence.value())
                               : infinity;
    };
    const double rough = minimize::valley(roughly, start, 1, 0.02).bottom;

    double least = infinity, best = infinity;
    const auto try_out = [&](const RenyiPoint& point) {
        const double bound = proved(point);
        if (bound < least) {
            least = bound;
            best = point.order.value();
        }
        return bound;
    };
    try_out(point_of(curve, infinity));
    for (const double order : curve.knots()) {
        if (order > 1) try_out(point_of(curve, order));
    }
    const auto sharply = [&](double at) { return try_out(point_at(at)); };
    double near = rough, at_near = sharply(rough);
    for (const double away : {-4, -2, -1, 1, 2, 4}) {
        if (const double there = sharply(rough + away); there < at_near) {
            near = rough + away;
            at_near = there;
        }
    }
    // Around the minimum it is flat: 1e-5 in the place is 1e-10 in the value.
    (void)minimize::valley(sharply, near, 0.25, 1e-5);
    return best;
}

// The same by what is nearly the curve; once more by the curve itself, where the two differ by more than the order
// could matter.
RenyiPoint best_point(const RenyiCurve& curve, const std::function<double(double, double)>& simple,
                      const std::function<double(const RenyiPoint&)>& proved) {
    constexpr double near = 0.01;
    const auto nearly = [&](Order order) { return curve.nearly(order); };
    const RenyiPoint found = point_of(curve, best_order(curve, nearly, simple, proved));
    const double divergence = found.divergence.value();
    if (divergence < infinity && divergence <= (1 + near) * nearly(found.order)) return found;
    const auto exactly = [&](Order order) { return curve(order).upper; };
    return point_of(curve, best_order(curve, exactly, simple, proved));
}

}  // namespace

EpsilonAtOrder renyi_to_epsilon(const RenyiCurve& curve, Delta delta) {
    const double log_delta = std::log(delta.value());
    const RenyiPoint best = best_point(
        curve,
        [&](double u, double divergence) {
            return divergence + std::log(u / (1 + u)) - (log_delta + std::log1p(u)) / u;
        },
        [&](const RenyiPoint& point) { return epsilon_at(point, delta); });
    return {optimal_epsilon(best, delta), best.order};
}

DeltaAtOrder renyi_to_delta(const RenyiCurve& curve, Epsilon epsilon) {
    const RenyiPoint best = best_point(
        curve,
        [&](double u, double divergence) {
            return u * (divergence - epsilon.value() + std::log(u / (1 + u))) - std::log1p(u);
        },
        [&](const RenyiPoint& point) { return std::log(delta_at(point, epsilon)); });
    return {optimal_delta(best, epsilon), best.order};
}

}  // namespace mizan

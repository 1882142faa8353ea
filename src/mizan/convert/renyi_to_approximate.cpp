// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/renyi_to_approximate.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "mizan/convert/renyi_dual.hpp"
#include "mizan/convert/renyi_point_to_approximate.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/minimize.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan {

namespace {

/// How the best order is sought, as log(α - 1).
struct OrderSearch {
    /// No order is looked at outside of these.
    static constexpr double least = -36, largest = largest_exponent_in_product;
    /// The search begins here, and goes down in steps until the divergence is finite.
    static constexpr double start = 1, step_down = 2;
    /// The first valley is sought this roughly. Around the minimum the bound is flat: 1e-5 in the
    /// place is 1e-10 in the value.
    static constexpr double first_width = 1, rough = 0.02, second_width = 0.25, sharp = 1e-5;
};

constexpr double coarse = 1e-3;

// Whether the best split is CKS20 Proposition 12 to all digits of a double.
bool gains_nothing(double alpha, double divergence) {
    constexpr double enough = 45;  // e^-45 is below 2^-64
    return (alpha - 1) * divergence > enough;
}

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
    // δ is raised by this much, so that its proof does not fail by rounding alone.
    constexpr double room_for_proof = 1e-6;
    const double found =
        renyi_dual::delta(alpha, divergence, epsilon.value(), split) * (1 + room_for_proof);
    const bool proved = found < simple && renyi_dual::epsilon_above(alpha, divergence, found,
                                                                    split) <= epsilon.value();
    return proved ? found : simple;
}

// CKS20 Proposition 12 in plain numbers, for u = α - 1: log δ at ε = 0, from which uε is taken.
double simple_log_delta_at_zero(double u, double divergence) {
    return u * (divergence + plain::log(u / (1 + u))) - plain::log1p(u);
}

RenyiPoint point_of(const RenyiCurve& curve, double order) {
    return {Order{order}, Epsilon{std::max(0.0, curve(Order{order}).upper)}};
}

// The order in (1, inf] at which `proved(point)` is least. `simple(α - 1, D_α)` is CKS20
// Proposition 12 in plain numbers, whose best order lies near. (α-1) D_α is convex, so that the
// simple ε is convex in 1/(α-1) and the simple log δ in α-1: both have one valley.
double best_order(const RenyiCurve& curve, const std::function<double(Order)>& divergence,
                  const std::function<double(double, double)>& simple,
                  const std::function<double(const RenyiPoint&)>& proved) {
    const auto point_at = [&](double log_above_1) {
        const Order order{
            1 + plain::exp(std::clamp(log_above_1, OrderSearch::least, OrderSearch::largest))};
        return RenyiPoint{order, Epsilon{std::max(0.0, divergence(order))}};
    };
    const auto is_known = [](const RenyiPoint& point) {
        return point.divergence.value() < infinity;
    };
    double start = OrderSearch::start;  // divergences are finite below some order
    while (start > OrderSearch::least && !is_known(point_at(start))) {
        start -= OrderSearch::step_down;
    }
    const auto roughly = [&](double at) {
        const RenyiPoint point = point_at(at);
        return is_known(point) ? simple(point.order.value() - 1, point.divergence.value())
                               : infinity;
    };
    const double rough =
        minimize::valley(roughly, start, OrderSearch::first_width, OrderSearch::rough).bottom;

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
    (void)minimize::valley(sharply, near, OrderSearch::second_width, OrderSearch::sharp);
    return best;
}

// The point of the best order. The search uses an approximation of the curve, which is cheaper. If
// curve and approximation differ by more than the choice of the order could matter, it is repeated
// with the curve itself.
RenyiPoint best_point(const RenyiCurve& curve, const std::function<double(double, double)>& simple,
                      const std::function<double(const RenyiPoint&)>& proved) {
    constexpr double near = 0.01;
    const auto nearly = [&](Order order) { return curve.nearly(order); };
    const RenyiPoint found = point_of(curve, best_order(curve, nearly, simple, proved));
    const double divergence = found.divergence.value();
    if (!curve.has_nearly()) return found;
    if (divergence < infinity && divergence <= (1 + near) * nearly(found.order)) return found;
    const auto exactly = [&](Order order) { return curve(order).upper; };
    return point_of(curve, best_order(curve, exactly, simple, proved));
}

}  // namespace

EpsilonAtOrder renyi_to_epsilon(const RenyiCurve& curve, Delta delta) {
    const double log_delta = plain::log(delta.value());
    const RenyiPoint best = best_point(
        curve,
        [&](double u, double divergence) {
            return divergence + plain::log(u / (1 + u)) - (log_delta + plain::log1p(u)) / u;
        },
        [&](const RenyiPoint& point) { return epsilon_at(point, delta); });
    return {optimal_epsilon(best, delta), best.order};
}

DeltaAtOrder renyi_to_delta(const RenyiCurve& curve, Epsilon epsilon) {
    const RenyiPoint best = best_point(
        curve,
        [&](double u, double divergence) {
            return simple_log_delta_at_zero(u, divergence) - u * epsilon.value();
        },
        [&](const RenyiPoint& point) { return plain::log(delta_at(point, epsilon)); });
    return {optimal_delta(best, epsilon), best.order};
}

double estimated_delta(const RenyiCurve& curve, Epsilon epsilon) {
    if (!curve.knots().empty()) return 0;
    const auto log_delta = [&](double log_above_1) {
        const double u =
            plain::exp(std::clamp(log_above_1, OrderSearch::least, OrderSearch::largest));
        const double divergence = std::max(0.0, curve.nearly(Order{1 + u}));
        if (divergence == infinity) return infinity;
        return simple_log_delta_at_zero(u, divergence) - u * epsilon.value();
    };
    double start = OrderSearch::start;  // divergences are finite below some order
    while (start > OrderSearch::least && log_delta(start) == infinity) {
        start -= OrderSearch::step_down;
    }
    const auto valley =
        minimize::valley(log_delta, start, OrderSearch::first_width, OrderSearch::rough);
    return plain::exp(log_delta(valley.bottom));
}

RenyiProfile::RenyiProfile(const RenyiCurve& curve) : curve_{curve} {
    constexpr double first = -16, last = 24, step = 0.25;  // of log(α - 1)
    std::vector<Order> orders;
    for (double at = first; at <= last; at += step) orders.emplace_back(1 + plain::exp(at));
    const std::vector<Bracket> divergences = curve(orders);
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (divergences[i].upper == infinity) break;
        const RenyiPoint point{orders[i], Epsilon{std::max(0.0, divergences[i].upper)}};
        const double u = point.order.value() - 1;
        points_.push_back({point, u, simple_log_delta_at_zero(u, point.divergence.value())});
    }
    others_.push_back(point_of(curve, infinity));
    for (const double order : curve.knots()) {
        if (order > 1) others_.push_back(point_of(curve, order));
    }
    log_delta_at_zero_ = plain::log(delta(Epsilon{0.0}).value());
}

Delta RenyiProfile::delta(Epsilon epsilon) const {
    double least = 1;
    const auto try_out = [&](const RenyiPoint& point) {
        const double found = delta_at(point, epsilon);
        least = std::min(least, found);
        return plain::log(found);
    };
    for (const RenyiPoint& point : others_) try_out(point);
    if (points_.empty()) return Delta{least};
    std::vector<double> sharp(points_.size(), infinity);
    const auto simple = [&](std::ptrdiff_t i) {
        const auto& [point, u, log_delta_at_zero] = points_[static_cast<std::size_t>(i)];
        return log_delta_at_zero - u * epsilon.value();
    };
    const auto at = [&](std::ptrdiff_t i) {
        double& found = sharp[static_cast<std::size_t>(i)];
        if (found == infinity) found = try_out(points_[static_cast<std::size_t>(i)].point);
        return found;
    };
    std::ptrdiff_t best = 0;
    const auto last = std::ssize(points_) - 1;
    for (std::ptrdiff_t i = 1; i <= last; ++i) {
        if (simple(i) < simple(best)) best = i;
    }
    // Where δ is large, Lagrange's dual is best at another order than the simple bound, so it is
    // searched as well. Where δ is small next to δ at ε = 0, the dual gains hardly anything.
    constexpr double small = -9;
    const bool is_large = simple(best) > log_delta_at_zero_ + small;
    if (is_large) {
        for (const std::ptrdiff_t away : {-4, 4, -1, 1}) {
            while (0 <= best + away && best + away <= last && at(best + away) < at(best)) {
                best += away;
            }
        }
    }
    if (best == 0 || best == last) {
        (void)at(best);
        return Delta{least};
    }
    // Between three of them, where a parabola has its bottom.
    const auto height = [&](std::ptrdiff_t i) { return is_large ? at(i) : simple(i); };
    const double left = height(best - 1), middle = height(best), right = height(best + 1);
    const double bend = left - 2 * middle + right, aside = (left - right) / (2 * bend);
    const auto u = [&](std::ptrdiff_t i) { return points_[static_cast<std::size_t>(i)].u; };
    if (bend > 0 && std::abs(aside) <= 1) {
        try_out(point_of(curve_, 1 + u(best) * plain::pow(u(best + 1) / u(best), aside)));
    } else {
        (void)at(best);
    }
    return Delta{least};
}

}  // namespace mizan

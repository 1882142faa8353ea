// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/repeat_and_select.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mizan/convert/pure_to_approximate.hpp"
#include "mizan/convert/renyi_point_to_approximate.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/minimize.hpp"
#include "mizan/numeric/root.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan {

namespace {

void check(double mean, double shape) {
    if (!(shape > -1)) throw DomainError("shape", "above -1", shape);
    if (shape == infinity) {
        if (!(mean > 0 && mean < infinity)) throw DomainError("mean", "finite and above 0", mean);
    } else if (!(mean >= 1 && mean < infinity)) {
        throw DomainError("mean", "finite and at least 1", mean);
    }
}

// log((1 - e^-x)/x).
Bracket log_decay_mean(Bracket x) {
    if (x.lower < 0) return -x + log_decay_mean(-x);
    if (x.upper < 1e-30) return {-1e-30, 0};  // it is at least -x/2
    return log(-expm1(-x) / x);
}

// log(1/γ) of the truncated negative binomial law with this mean, E[K] = η(1/γ - 1)/(1 - γ^η).
// The mean grows with log(1/γ).
Bracket log_inverse_gamma(double mean, double shape) {
    if (mean == 1) return 0;  // one run, always
    const auto minus_log_mean = [shape](double g) {
        return log_decay_mean(Bracket(shape) * g) - log_decay_mean(-Bracket(g));
    };
    return root::of_decreasing(minus_log_mean, -log(Bracket(mean)), {0, 1e300});
}

RenyiPoint point_of(Order order, double divergence) {
    return {order, Epsilon{std::max(0.0, divergence)}};
}

// A point of the curve, and an estimate of it. Searches use the estimates; what they find is then
// evaluated exactly.
RenyiPoint exact_point(const RenyiCurve& curve, Order order) {
    return point_of(order, curve(order).upper);
}
RenyiPoint near_point(const RenyiCurve& curve, Order order) {
    return point_of(order, curve.nearly(order));
}

Order order_at(double log_above_1) { return Order{1 + plain::exp(log_above_1)}; }

// Orders tried for whatever may be any order: evenly in log(order - 1), and the curve's own.
std::vector<RenyiPoint> near_points(const RenyiCurve& curve) {
    std::vector<Order> orders;
    for (double t = -9; t <= 9; t += 0.25) orders.push_back(order_at(t));
    for (const double knot : curve.knots()) {
        if (knot > 1) orders.emplace_back(knot);
    }
    orders.emplace_back(infinity);
    const std::vector<double> divergences = curve.nearly(orders);
    std::vector<RenyiPoint> points;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        points.push_back(point_of(orders[i], divergences[i]));
    }
    return points;
}

// The order of the least value.
template <class Value>
Order least(const std::vector<RenyiPoint>& points, const Value& value) {
    Order best = points.back().order;
    double least_value = infinity;
    for (const RenyiPoint& point : points) {
        if (const double here = value(point); here < least_value) {
            best = point.order;
            least_value = here;
        }
    }
    return best;
}

// The order of the least value near this one.
template <class Value>
Order refined(const RenyiCurve& curve, Order near, const Value& value, double tolerance) {
    const double place = plain::log(near.value() - 1);
    return order_at(
        minimize::on_interval([&](double t) { return value(near_point(curve, order_at(t))); },
                              place - 0.25, place + 0.25, tolerance));
}

// The curve order -> bound(point of that order). No lower order costs more than the best one, which
// lies near one of the points; `nearly` is about the same bound, for the search.
template <class Bound, class Nearly>
RenyiCurve bounded(const RenyiCurve& curve, const std::vector<RenyiPoint>& points, Bound bound,
                   Nearly nearly) {
    const auto value_by = [](auto by) {
        return [by](const RenyiPoint& point) {
            const bool is_known = point.divergence.value() < infinity;
            return is_known ? std::max(0.0, by(point).upper) : infinity;
        };
    };
    const auto value = value_by(bound), near_value = value_by(nearly);
    Order best = least(points, near_value);
    double least_value = value(exact_point(curve, best));
    if (best.value() < infinity) {
        const Order fine = refined(curve, best, near_value, 1e-5);
        if (const double there = value(exact_point(curve, fine)); there < least_value) {
            best = fine;
            least_value = there;
        }
    }
    const auto up_to_best = [best, least_value](Order order, double own) {
        return Bracket(0, order < best ? std::min(own, least_value) : own);
    };
    return RenyiCurve(
        [=](Order order) { return up_to_best(order, value(exact_point(curve, order))); },
        [=](Order order) { return up_to_best(order, near_value(near_point(curve, order))); },
        curve.knots());
}

// x/(λ-1), also at order ∞.
Bracket per_order(Bracket x, const RenyiPoint& point) {
    const double order = point.order.value();
    return order == infinity ? Bracket(0) : x / (Bracket(order) - 1);
}

RenyiCurve negative_binomial(const RenyiCurve& curve, double mean, double shape) {
    const double g = log_inverse_gamma(mean, shape).upper;
    const Bracket log_mean = log(Bracket(mean));
    const std::vector<RenyiPoint> points = near_points(curve);

    const auto raise = [g](const RenyiPoint& point) {
        const Bracket inverse = 1 / Bracket(point.order.value());
        return ((1 - inverse) * point.divergence.value() + inverse * g).upper;
    };
    const Order coarse = least(points, raise);
    const Order fine = refined(curve, Order{std::min(coarse.value(), 1e4)}, raise, 1e-3);
    const Bracket each = std::min(
        {g, raise(exact_point(curve, coarse)), raise(exact_point(curve, fine))});  // λ̂ = 1 gives g

    const auto bound = [log_mean, extra = (1 + Bracket(shape)) * each](const RenyiPoint& point) {
        return point.divergence.value() + extra + per_order(log_mean, point);
    };
    return bounded(curve, points, bound, bound);
}

RenyiCurve poisson(const RenyiCurve& curve, double mean) {
    const std::vector<RenyiPoint> points = near_points(curve);
    const Epsilon pure = exact_point(curve, Order{infinity}).divergence;
    // With probability `failing` one run is more than log(1/(1 - 1/λ)) worse than another.
    const auto bound_by = [=, log_mean = log(Bracket(mean))](auto known) {
        return [=](const RenyiPoint& point) {
            const Bracket order = point.order.value();
            const bool is_last = point.order.value() == infinity;
            const Epsilon ratio{is_last ? 0.0 : std::max(0.0, (-log1p(-1 / order)).lower)};
            const Order best = least(points, [&](const RenyiPoint& each) {  // of log δ, roughly
                const double alpha = each.order.value();
                if (alpha == infinity) return infinity;
                const double excess = each.divergence.value() - ratio.value();
                return (alpha - 1) * (excess + plain::log1p(-1 / alpha)) - plain::log(alpha);
            });
            const double failing = std::min(pure_to_delta({pure}, ratio).upper,
                                            canonne_delta(known(curve, best), ratio).value());
            const Bracket of_runs = point.divergence.value() + Bracket(mean) * failing;
            if (is_last) return of_runs;
            return per_order(log_add_exp(-mean, log_mean + (order - 1) * of_runs), point);
        };
    };
    return bounded(curve, points, bound_by(exact_point), bound_by(near_point));
}

// f(1 - better) - f(1 - better - here), f(x) = E[x^K]: the best result is this one. Nothing
// cancels.
class BestOf {
public:
    BestOf(double mean, double shape)
        : mean_{mean}, shape_{shape}, g_{shape == infinity ? 0 : log_inverse_gamma(mean, shape)} {}

    // Whether 1/γ is no double.
    [[nodiscard]] bool is_hopeless() const { return g_.upper > largest_exponent_in_product; }

    [[nodiscard]] Bracket chance(Bracket here, Bracket better) const {
        if (shape_ == infinity) return exp(-mean_ * better) * -expm1(-mean_ * here);
        if (mean_ == 1) return here;
        const Bracket odds = expm1(g_);  // 1/γ - 1
        const Bracket base = 1 + odds * better, step = log1p(odds * here / base);
        if (shape_ == 0) return step / g_;
        return exp(-shape_ * log(base)) * (expm1(-shape_ * step) / expm1(-shape_ * g_));
    }

private:
    Bracket mean_;
    double shape_;
    Bracket g_;
};

// The best of all runs, where the last of these is the best.
std::vector<Outcome> best_of(const std::vector<Outcome>& ranked, const BestOf& best) {
    std::vector<Outcome> all;
    Bracket better_p = 0, better_q = 0;
    for (auto each = ranked.rbegin(); each != ranked.rend(); ++each) {
        const Bracket p = best.chance(each->p, better_p), q = best.chance(each->q, better_q);
        if (p.upper > 0 || q.upper > 0) all.push_back(outcome(min(p, 1), min(q, 1)));
        better_p += each->p;
        better_q += each->q;
    }
    return all;
}

// The larger of both Kullback-Leibler divergences, in plain numbers.
double told_by(const std::vector<Outcome>& pair) {
    double there = 0, back = 0;
    for (const auto& [p, q, log_ratio] : pair) {
        if (p.upper > 0) there += p.middle() * log_ratio.middle();
        if (q.upper > 0) back -= q.middle() * log_ratio.middle();
    }
    return std::max(there, back);
}

}  // namespace

std::vector<Outcome> best_of_several(std::vector<Outcome> pair, double mean, double shape) {
    check(mean, shape);
    const BestOf best(mean, shape);
    if (best.is_hopeless()) return {};
    std::ranges::stable_sort(pair, {}, [](const Outcome& each) { return each.log_ratio.lower; });
    std::vector<Outcome> found = best_of(pair, best);
    std::ranges::reverse(pair);
    if (std::vector<Outcome> other = best_of(pair, best); told_by(other) > told_by(found)) {
        found = std::move(other);
    }
    if (shape == infinity) {
        const Bracket no_run = exp(-Bracket(mean));
        found.push_back({no_run, no_run, 0});
    }
    return found;
}

ApproxDP repeat_and_select(const ApproxDP& promise, double mean, double shape) {
    check(mean, shape);
    const double epsilon = promise.epsilon.value();
    const Bracket more =
        shape == infinity
            ? mean * tanh(Bracket(epsilon) / 2)
            : (1 + Bracket(shape)) * std::min(epsilon, log_inverse_gamma(mean, shape).upper);
    const Bracket failing = Bracket(mean) * promise.delta.value();
    return {Epsilon{(epsilon + more).upper}, Delta{std::min(1.0, failing.upper)}};
}

RenyiCurve repeat_and_select(const RenyiCurve& curve, double mean, double shape) {
    check(mean, shape);
    if (shape == infinity) return poisson(curve, mean);
    if (mean == 1) return curve;  // one run, always
    return negative_binomial(curve, mean, shape);
}

}  // namespace mizan

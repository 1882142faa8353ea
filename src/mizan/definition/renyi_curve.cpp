// SPDX-License-Identifier: Apache-2.0
#include "mizan/definition/renyi_curve.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace mizan {

namespace {

// The bound at `alpha` given sorted points whose divergences increase.
double bound_from(const std::vector<RenyiPoint>& points, double alpha) {
    const auto right = std::find_if(points.begin(), points.end(),
                                    [&](const RenyiPoint& p) { return p.order.value() >= alpha; });
    if (right == points.end()) return infinity;
    const double above = right->divergence.value();
    if (right == points.begin() || right->order.value() == alpha || alpha == 1) return above;
    const auto left = right - 1;
    if (above == infinity || left->divergence.value() == above) return above;
    // On the chord of the convex function (order - 1) * divergence, or where it tends to.
    const Bracket a = left->order.value(), b = right->order.value(), x = alpha;
    if (b == Bracket(infinity)) {
        const Bracket chord = (a - 1) * left->divergence.value() + (x - a) * above;
        return std::min(above, (chord / (x - 1)).upper);
    }
    const Bracket weight = (x - a) / (b - a);
    const Bracket chord =
        (1 - weight) * ((a - 1) * left->divergence.value()) + weight * ((b - 1) * above);
    return std::min(above, (chord / (x - 1)).upper);
}

RenyiCurve::ListFunction one_by_one(const RenyiCurve::Function& divergence) {
    return [divergence](std::span<const Order> orders) {
        std::vector<Bracket> all;
        all.reserve(orders.size());
        for (const Order order : orders) all.push_back(divergence(order));
        return all;
    };
}

using Terms = std::shared_ptr<const std::vector<RenyiCurve>>;

// Adds what `value` makes of each term, from the first to the last.
template <class Value>
RenyiCurve::ListFunction sum_of(Terms terms, Value value) {
    return [terms = std::move(terms), value](std::span<const Order> orders) {
        std::vector<Bracket> sum(orders.size(), Bracket(0));
        for (const RenyiCurve& term : *terms) {
            const std::vector<Bracket> more = value(term, orders);
            for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
        }
        return sum;
    };
}

// The knots of all terms, each once.
std::vector<double> knots_of(const std::vector<RenyiCurve>& terms) {
    std::vector<double> knots;
    for (const RenyiCurve& term : terms) {
        knots.insert(knots.end(), term.knots().begin(), term.knots().end());
    }
    std::ranges::sort(knots);
    knots.erase(std::unique(knots.begin(), knots.end()), knots.end());
    return knots;
}

// A sum is evaluated term by term at each of its knots, which takes long if both are many. Then
// only some knots are kept: spread over the range in which the sum is finite, and the last one of
// that range, behind which the sum jumps to infinity.
std::vector<double> thinned(const std::vector<double>& knots, const RenyiCurve& sum) {
    constexpr std::size_t most_knots = 256;
    if (knots.size() <= most_knots) return knots;
    const auto beyond = std::ranges::partition_point(
        knots, [&](double order) { return sum(Order{order}).upper < infinity; });
    const auto finite = static_cast<std::size_t>(beyond - knots.begin());
    std::vector<double> left;
    for (std::size_t i = 1; i <= std::min(finite, most_knots); ++i) {
        left.push_back(knots[finite * i / std::min(finite, most_knots) - 1]);
    }
    return left;
}

RenyiCurve::ListFunction multiple_of(double count, RenyiCurve::ListFunction divergences) {
    return [count, divergences = std::move(divergences)](std::span<const Order> orders) {
        std::vector<Bracket> all = divergences(orders);
        for (Bracket& each : all) each *= count;
        return all;
    };
}

}  // namespace

RenyiCurve::RenyiCurve(const Function& divergence, std::vector<double> knots)
    : RenyiCurve(one_by_one(divergence), std::move(knots)) {}

RenyiCurve::RenyiCurve(const Function& divergence, const Function& nearly,
                       std::vector<double> knots)
    : RenyiCurve(divergence, std::move(knots)) {
    nearly_ = one_by_one(nearly);
}

std::vector<double> RenyiCurve::nearly(std::span<const Order> orders) const {
    std::vector<double> upper;
    upper.reserve(orders.size());
    for (const Bracket& each : nearly_all()(orders)) upper.push_back(each.upper);
    return upper;
}

RenyiCurve RenyiCurve::zero() {
    return RenyiCurve([](Order) { return Bracket(0); });
}

RenyiCurve RenyiCurve::through(std::vector<RenyiPoint> points) {
    std::stable_sort(points.begin(), points.end(),
                     [](const RenyiPoint& a, const RenyiPoint& b) { return a.order < b.order; });
    // The divergence grows with the order, so a bound at a larger order holds at a smaller one.
    for (auto p = points.rbegin(); p != points.rend() && p + 1 != points.rend(); ++p) {
        (p + 1)->divergence = std::min((p + 1)->divergence, p->divergence);
    }
    std::vector<double> knots;
    for (const RenyiPoint& point : points) knots.push_back(point.order.value());
    return RenyiCurve([points = std::move(points)](
                          Order order) { return Bracket(0, bound_from(points, order.value())); },
                      std::move(knots));
}

RenyiCurve RenyiCurve::sum(std::vector<RenyiCurve> curves) {
    const auto terms = std::make_shared<const std::vector<RenyiCurve>>(std::move(curves));
    const auto divergences = [](const RenyiCurve& term, std::span<const Order> orders) {
        return term.divergences_(orders);
    };
    RenyiCurve sum(sum_of(terms, divergences));
    if (std::ranges::any_of(*terms, [](const RenyiCurve& term) { return bool(term.nearly_); })) {
        sum.nearly_ = sum_of(terms, [](const RenyiCurve& term, std::span<const Order> orders) {
            return term.nearly_all()(orders);
        });
    }
    sum.knots_ = thinned(knots_of(*terms), sum);
    return sum;
}

RenyiCurve operator*(double count, RenyiCurve curve) {
    if (count == 0) return RenyiCurve::zero();
    if (count == 1) return curve;
    curve.divergences_ = multiple_of(count, std::move(curve.divergences_));
    if (curve.nearly_) curve.nearly_ = multiple_of(count, std::move(curve.nearly_));
    return curve;
}

}  // namespace mizan

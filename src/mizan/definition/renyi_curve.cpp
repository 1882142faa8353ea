// SPDX-License-Identifier: Apache-2.0
#include "mizan/definition/renyi_curve.hpp"

#include <algorithm>
#include <iterator>
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

// The same, of which copies cost nothing.
RenyiCurve::ListFunction shared(RenyiCurve::ListFunction divergences) {
    return [all = std::make_shared<const RenyiCurve::ListFunction>(std::move(divergences))](
               std::span<const Order> orders) { return (*all)(orders); };
}

RenyiCurve::ListFunction sum_of(RenyiCurve::ListFunction a, RenyiCurve::ListFunction b) {
    return [a = std::move(a), b = std::move(b)](std::span<const Order> orders) {
        std::vector<Bracket> sum = a(orders);
        const std::vector<Bracket> more = b(orders);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
        return sum;
    };
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
    for (const Bracket& each : (nearly_ ? nearly_ : divergences_)(orders)) {
        upper.push_back(each.upper);
    }
    return upper;
}

RenyiCurve RenyiCurve::zero() {
    return RenyiCurve([](Order) { return Bracket(0); });
}

RenyiCurve RenyiCurve::through(std::vector<RenyiPoint> points) {
    std::sort(points.begin(), points.end(),
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

RenyiCurve operator+(RenyiCurve a, RenyiCurve b) {
    std::vector<double> knots;
    std::set_union(a.knots_.begin(), a.knots_.end(), b.knots_.begin(), b.knots_.end(),
                   std::back_inserter(knots));
    const bool differ = a.nearly_ || b.nearly_;
    for (RenyiCurve* each : {&a, &b}) {
        if (!differ || each->nearly_) continue;
        each->divergences_ = shared(std::move(each->divergences_));
        each->nearly_ = each->divergences_;
    }
    RenyiCurve sum(sum_of(std::move(a.divergences_), std::move(b.divergences_)), std::move(knots));
    if (differ) sum.nearly_ = sum_of(std::move(a.nearly_), std::move(b.nearly_));
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

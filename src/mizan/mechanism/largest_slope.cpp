// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/largest_slope.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace mizan {

namespace {

struct Point {
    double order;
    double divergence;  // an upper bound
};

struct Interval {
    Point left, right;
    double bound;  // D_α/α is at most this for all orders between
    friend bool operator<(const Interval& a, const Interval& b) {
        return a.bound != b.bound ? a.bound < b.bound : a.left.order < b.left.order;
    }
};

Interval between(Point left, Point right) {
    // D_α is monotone.
    double bound = (Bracket(right.divergence) / left.order).upper;
    // On the chord, D_α/α ≤ c₀/α - c₁/(α-1) with -c₀ and -c₁ the chord's values at 0 and 1; over
    // all α > 1 that is at most (√c₀ - √c₁)².
    const Bracket a = left.order, b = right.order;
    const Bracket at_a = (a - 1) * left.divergence, at_b = (b - 1) * right.divergence;
    const Bracket slope = (at_b - at_a) / (b - a);
    const Bracket c1 = slope * (a - 1) - at_a, c0 = c1 + slope;
    if (c1.lower > 0 && slope.lower > 0 && c0.upper < infinity) {
        bound = std::min(bound, square(slope / (sqrt(c0) + sqrt(c1))).upper);
    }
    return {left, right, bound};
}

}  // namespace

Bracket largest_slope(const RenyiCurve& curve) {
    const Bracket mean = curve(Order{1.0}), pure = curve(Order{infinity});
    if (mean.lower == infinity || pure.upper == 0) return mean;
    // From this order on D_α/α ≤ D_∞/α ≤ D_1.
    const double last = mean.lower > 0 ? std::max((pure / mean.lower).upper, 2.0) : infinity;
    if (last == infinity) return {mean.lower, pure.upper};

    double best = mean.lower;
    std::priority_queue<Interval> intervals;
    intervals.push(between({1, mean.upper}, {last, pure.upper}));
    // The bracket is narrow enough if its ends are this close. After so many steps it is left
    // wider.
    constexpr int most_steps = 1000;
    constexpr double close_enough = 1 + 1e-7;
    for (int step = 0; step < most_steps && intervals.top().bound > best * close_enough; ++step) {
        const auto [left, right, bound] = intervals.top();
        const double low = left.order - 1, high = right.order - 1;
        const double order = 1 + (low > 0 ? std::sqrt(low) * std::sqrt(high) : high / 64);
        if (!(left.order < order && order < right.order)) break;
        const Bracket divergence = curve(Order{order});
        best = std::max(best, (divergence / order).lower);
        const Point middle{order, divergence.upper};
        intervals.pop();
        intervals.push(between(left, middle));
        intervals.push(between(middle, right));
    }
    return {best, std::max({best, mean.upper, intervals.top().bound})};
}

}  // namespace mizan

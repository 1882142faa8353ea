// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/symmetric_points.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/exponential.hpp"

namespace mizan {

namespace {

// A place in the plane.
struct Corner {
    double x, y;
};

// The corners of the lower convex hull, x growing; all that may be one.
std::vector<std::size_t> lower_hull(const std::vector<Corner>& corners) {
    std::vector<std::size_t> hull;
    const auto is_above = [&](std::size_t a, std::size_t b, std::size_t c) {
        const auto [ax, ay] = corners[a];
        const auto [bx, by] = corners[b];
        const auto [cx, cy] = corners[c];
        const Bracket rise = (Bracket(by) - ay) * (Bracket(cx) - ax);
        return rise.lower >= ((Bracket(cy) - ay) * (Bracket(bx) - ax)).upper;
    };
    for (std::size_t i = 0; i < corners.size(); ++i) {
        while (hull.size() > 1 && is_above(hull[hull.size() - 2], hull.back(), i)) hull.pop_back();
        hull.push_back(i);
    }
    return hull;
}

std::vector<ProfilePoint> without_implied(std::span<const ProfilePoint> points) {
    std::vector<Corner> corners;
    for (const auto& [epsilon, delta] : points)
        corners.push_back({plain::exp(epsilon), delta.upper});
    std::vector<ProfilePoint> kept;
    for (const std::size_t i : lower_hull(corners)) {
        const double least = kept.empty() ? 1 : kept.back().delta.upper;
        if (kept.empty() || points[i].delta.upper < least) kept.push_back(points[i]);
    }
    return kept;
}

}  // namespace

std::vector<Outcome> symmetric_dominating(std::span<const ProfilePoint> points) {
    if (points.empty()) throw InputError("a profile needs at least one point");
    const std::vector<ProfilePoint> kept = without_implied(points);
    const std::size_t n = kept.size();
    const auto bound = [&](std::size_t i) { return std::clamp(kept[i].delta.upper, 0.0, 1.0); };
    // height[i] = G at point i and slope[i] = -G' beyond it, in e^ε; G stays convex and above the
    // bounds whatever the rounding.
    std::vector<double> slope(n, 0.0);
    std::vector<Bracket> height(n, 0);
    height[n - 1] = bound(n - 1);
    // The slope from point i to its mirror image, where that keeps G convex.
    const auto closing = [&](std::size_t i) {
        return max(0, 1 - height[i]) / (1 + exp(Bracket(kept[i].epsilon)));
    };
    std::size_t first = n - 1;
    for (std::size_t i = n - 1; i-- > 0;) {
        const Bracket from = kept[i].epsilon, to = kept[i + 1].epsilon;
        const Bracket width = exp(from) * expm1(to - from);
        slope[i] = std::max(slope[i + 1], ((bound(i) - height[i + 1]) / width).upper);
        height[i] = height[i + 1] + slope[i] * width;
        if (closing(i).lower < slope[i]) break;
        first = i;
    }
    std::vector<Outcome> pair;
    const auto add = [&](Bracket p, Bracket q, double loss) {
        if (p.upper > 0 || q.upper > 0) pair.push_back({p, q, loss});
    };
    const double shown = bound(n - 1);
    add(shown, 0, infinity);
    add(0, shown, -infinity);
    for (std::size_t i = first; i < n; ++i) {
        const Bracket before = i == first ? closing(i) : Bracket(slope[i - 1]);
        const Bracket light = max(0, before - slope[i]), ratio = exp(Bracket(kept[i].epsilon));
        if (kept[i].epsilon == 0) {
            add(2 * light, 2 * light, 0);
        } else {
            add(light * ratio, light, kept[i].epsilon);
            add(light, light * ratio, -kept[i].epsilon);
        }
    }
    return pair;
}

namespace {

// What P alone shows and what Q alone shows is as likely up to rounding. Both get the larger of the
// two, the difference from their likeliest common outcome each: that only shows more.
void show_equally(std::vector<Outcome>& pair) {
    Bracket only_p = 0, only_q = 0;
    std::erase_if(pair, [&](const Outcome& each) {
        if (each.q.upper == 0) only_p += each.p;
        if (each.p.upper == 0) only_q += each.q;
        return each.p.upper == 0 || each.q.upper == 0;
    });
    const double shown = std::min(1.0, max(only_p, only_q).upper);
    if (shown == 0) return;
    const auto can_take = [&](Bracket Outcome::*law, Bracket miss) {
        if (pair.empty()) return true;
        Outcome& likeliest = *std::ranges::max_element(
            pair, {}, [law](const Outcome& each) { return (each.*law).upper; });
        const Bracket left = likeliest.*law - miss;
        if (!(left.lower > 0)) return false;
        likeliest.*law = left;
        likeliest = outcome(likeliest.p, likeliest.q);
        return true;
    };
    if (!can_take(&Outcome::p, max(0, shown - only_p)) ||
        !can_take(&Outcome::q, max(0, shown - only_q))) {
        pair = {{1, 0, infinity}, {0, 1, -infinity}};  // next to nothing was common
        return;
    }
    pair.push_back({shown, 0, infinity});
    pair.push_back({0, shown, -infinity});
}

// The least values at x of a convex trade-off function that goes through the point `at`: if x lies
// to the left of the point, and if it lies to the right.
Bracket left_of(const ErrorRates& at, double x) {
    if (at.false_positive == 1) return 0;
    return at.false_negative * (1 - Bracket(x)) / (1 - Bracket(at.false_positive));
}
Bracket right_of(const ErrorRates& at, double x) {
    if (x <= at.false_positive) return at.false_negative;
    if (at.false_positive == 0) return 0;
    return max(0, 1 - (1 - Bracket(at.false_negative)) * x / at.false_positive);
}

ErrorRates mirrored(const ErrorRates& point) {
    return {point.false_negative, point.false_positive};
}

// The same answer for their mirror images.
bool implies(const ErrorRates& known, const ErrorRates& point) {
    const auto holds = [](const ErrorRates& one, const ErrorRates& other) {
        const double x = other.false_positive;
        const Bracket least = x < one.false_positive ? left_of(one, x) : right_of(one, x);
        return least.lower >= other.false_negative;
    };
    return holds(known, point) || holds(mirrored(known), mirrored(point));
}

// Without points that their neighbours imply: the first is then the mirror image of the last.
std::vector<ErrorRates> without_implied(const std::vector<ErrorRates>& sorted) {
    std::vector<ErrorRates> kept;
    for (const ErrorRates& point : sorted) {
        while (!kept.empty() && implies(point, kept.back())) kept.pop_back();
        if (kept.empty() || !implies(kept.back(), point)) kept.push_back(point);
    }
    return kept;
}

}  // namespace

std::vector<Outcome> tradeoff_dominating(std::vector<ErrorRates> points) {
    if (points.empty()) throw InputError("a trade-off function needs at least one point");
    for (const auto& [x, y] : points) {
        if (!(0 <= x && 0 <= y && x + y <= 1)) {
            throw InputError("both rates must be at least 0, and their sum at most 1");
        }
    }
    for (std::size_t i = points.size(); i-- > 0;) points.push_back(mirrored(points[i]));
    std::ranges::stable_sort(points, [](const ErrorRates& a, const ErrorRates& b) {
        return a.false_positive != b.false_positive ? a.false_positive < b.false_positive
                                                    : a.false_negative > b.false_negative;
    });
    points = without_implied(points);
    std::vector<Corner> corners{{0, std::clamp(left_of(points.front(), 0).lower, 0.0, 1.0)}};
    for (std::size_t i = 0; i < points.size(); ++i) {
        corners.push_back({points[i].false_positive, points[i].false_negative});
        if (i + 1 == points.size()) break;
        // About where the lines meet, and no higher than both of them to its right and left.
        double low = points[i].false_positive, high = points[i + 1].false_positive;
        for (int step = 0; step < 60 && low < high; ++step) {
            const double middle = low + (high - low) / 2;
            (right_of(points[i], middle).lower > left_of(points[i + 1], middle).lower ? low
                                                                                      : high) =
                middle;
        }
        const double lowest =
            std::min(left_of(points[i + 1], high).lower, right_of(points[i], low).lower);
        corners.push_back({low, std::max(0.0, lowest)});
    }
    const ErrorRates last = points.back();
    const double end = last.false_negative < 1
                           ? (last.false_positive / (1 - Bracket(last.false_negative))).lower
                           : 0;
    corners.push_back({std::clamp(end, last.false_positive, 1.0), 0});
    const std::vector<std::size_t> hull = lower_hull(corners);
    // Each straight piece is an outcome; P makes false positives, Q false negatives.
    std::vector<Outcome> pair;
    const auto add = [&](Bracket p, Bracket q) {
        p = max(0, p);
        q = max(0, q);
        if (p.upper > 0 || q.upper > 0) pair.push_back(outcome(p, q));
    };
    add(0, 1 - Bracket(corners[hull.front()].y));
    for (std::size_t i = 0; i + 1 < hull.size(); ++i) {
        const auto [x, y] = corners[hull[i]];
        const auto [next_x, next_y] = corners[hull[i + 1]];
        add(Bracket(next_x) - x, Bracket(y) - next_y);
    }
    add(1 - Bracket(corners[hull.back()].x), corners[hull.back()].y);
    show_equally(pair);
    return pair;
}

}  // namespace mizan

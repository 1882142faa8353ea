// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/profile_points.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace mizan {

namespace {

// e^to - e^from, without cancellation.
Bracket gap(double from, double to) { return exp(Bracket(from)) * expm1(Bracket(to) - from); }

// A finite pair in the making, from the largest ratio down. Between two ratios its profile has the
// slope -S, where S is the mass of Q above.
class Assembly {
public:
    explicit Assembly(Bracket infinite) {
        if (infinite.upper > 0) outcomes_.push_back({infinite, 0, infinity});
    }

    // Q gets this mass at this loss.
    void add(double loss, Bracket q) {
        const Bracket mass = max(0, q);
        if (mass.upper > 0) outcomes_.push_back({mass * exp(Bracket(loss)), mass, loss});
    }

    // Q keeps what no ratio above 0 has.
    std::vector<Outcome> finish(Bracket rest) && {
        const Bracket mass = max(0, rest);
        if (mass.upper > 0) outcomes_.push_back({0, mass, -infinity});
        std::ranges::reverse(outcomes_);
        return std::move(outcomes_);
    }

private:
    std::vector<Outcome> outcomes_;
};

}  // namespace

std::vector<Outcome> dominating(std::span<const ProfilePoint> points) {
    if (points.empty()) throw InputError("a profile needs at least one point");
    const std::size_t n = points.size();
    const auto bound = [&](std::size_t i) { return std::clamp(points[i].delta.upper, 0.0, 1.0); };
    // height[i] = G(γ_i) and slope[i] = -G' between γ_i and γ_(i+1), chosen so that G ≥ bound and
    // G is convex whatever the rounding.
    std::vector<double> slope(n, 0.0);
    std::vector<Bracket> height(n, 0);
    height[n - 1] = bound(n - 1);
    std::size_t first = n - 1;
    // Whether the straight line from (0, 1) to the point continues the curve convexly.
    const auto fits = [&](std::size_t i) {
        return (height[i] + slope[i] * exp(Bracket(points[i].epsilon))).upper <= 1;
    };
    for (std::size_t i = n - 1; i-- > 0;) {
        const Bracket width = gap(points[i].epsilon, points[i + 1].epsilon);
        slope[i] = std::max(slope[i + 1], ((bound(i) - height[i + 1]) / width).upper);
        height[i] = height[i + 1] + slope[i] * width;
        if (!fits(i)) break;
        first = i;
    }
    Assembly pair(bound(n - 1));
    for (std::size_t i = n - 1; i > first; --i) {
        pair.add(points[i].epsilon, Bracket(slope[i - 1]) - slope[i]);
    }
    const Bracket ratio = exp(Bracket(points[first].epsilon));
    const Bracket last_slope = (1 - height[first]) / ratio;
    pair.add(points[first].epsilon, last_slope - slope[first]);
    return std::move(pair).finish(1 - last_slope);
}

namespace {

// A point that a function from below must not exceed.
struct Vertex {
    double loss;
    double height;
};

// The line through (γ_a, y_a) and (γ_b, y_b), at γ = e^t beyond γ_b.
Bracket prolonged(double a, Bracket y_a, double b, Bracket y_b, double t) {
    return y_b + (y_b - y_a) * (gap(b, t) / gap(a, b));
}

// About where the prolonged lines from both sides of the interval after point i meet, and no higher
// than either there. Outside of all points H ≥ 1 - γ and H ≥ 0.
Vertex dip(std::span<const ProfilePoint> points, std::size_t i) {
    const double from = points[i].epsilon, to = points[i + 1].epsilon;
    const auto left = [&](double t) {
        if (i == 0) return 1 - exp(Bracket(t));
        const auto& [before, height] = points[i - 1];
        return prolonged(before, height.upper, from, points[i].delta.lower, t);
    };
    const auto right = [&](double t) {
        if (i + 2 == points.size()) return Bracket(0);
        const auto& [after, height] = points[i + 2];
        return prolonged(after, height.upper, to, points[i + 1].delta.lower, t);
    };
    double low = from, high = to;
    for (int step = 0; step < 50; ++step) {
        const double middle = low + (high - low) / 2;
        (left(middle).middle() > right(middle).middle() ? low : high) = middle;
    }
    return {low, std::min(left(low).lower, right(low).lower)};
}

// Whether b lies on or above the line from a to c.
bool is_above(const Vertex& a, const Vertex& b, const Vertex& c) {
    const double to_b = std::expm1(b.loss - a.loss), to_c = std::expm1(c.loss - a.loss);
    return to_c * (b.height - a.height) >= to_b * (c.height - a.height);
}

// A convex function that falls to 0 at its last vertex: slope[i] = -G' between vertices i and i + 1.
struct Minorant {
    std::vector<Vertex> vertices;
    std::vector<double> slope;

    explicit Minorant(std::span<const Vertex> limits) {
        for (const Vertex& next : limits) {
            while (vertices.size() > 1 &&
                   is_above(vertices[vertices.size() - 2], vertices.back(), next)) {
                vertices.pop_back();
            }
            vertices.push_back(next);
        }
        slope.assign(vertices.size(), 0.0);
        for (std::size_t i = vertices.size() - 1; i-- > 0;) {
            const Bracket width = gap(vertices[i].loss, vertices[i + 1].loss);
            const double fall = vertices[i].height - vertices[i + 1].height;
            slope[i] = std::max(slope[i + 1], (fall / width).lower);
        }
    }

    // By how much the function exceeds one of the limits at most, relative to its height there.
    [[nodiscard]] double excess(std::span<const Vertex> limits) const {
        double most = 0;
        Bracket height = 0;
        std::size_t i = vertices.size() - 1;
        for (std::size_t k = limits.size() - 1; k-- > 0;) {
            const auto& [loss, limit] = limits[k];
            while (i > 0 && vertices[i].loss > loss) {
                height += slope[i - 1] * gap(vertices[i - 1].loss, vertices[i].loss);
                --i;
            }
            const double here = (height - slope[i] * gap(vertices[i].loss, loss)).upper;
            if (here > limit) most = std::max(most, ((Bracket(here) - limit) / here).upper);
        }
        return std::min(most, 1.0);
    }
};

}  // namespace

std::vector<Outcome> dominated(std::span<const ProfilePoint> points) {
    const std::vector<Outcome> nothing{{1, 1, 0}};
    // From where the lines meet below 1 - γ for the last time, to where they meet below 0.
    std::vector<Vertex> limits;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Vertex next = dip(points, i);
        const bool is_trivial = next.height <= (1 - exp(Bracket(next.loss))).upper;
        if (is_trivial && next.height > 0) limits.clear();
        if (!limits.empty()) limits.push_back({points[i].epsilon, points[i].delta.lower});
        if (next.height <= 0) break;
        limits.push_back(next);
    }
    if (limits.size() < 3) return nothing;
    limits.back().height = 0;
    const Minorant minorant(limits);
    // What rounding may have added is given back: a share of both laws shows nothing instead.
    const Bracket kept = 1 - Bracket(minorant.excess(limits));
    Bracket p = 1, q = 1;
    std::vector<Outcome> outcomes;
    for (std::size_t i = minorant.vertices.size() - 1; i > 0; --i) {
        const double loss = minorant.vertices[i].loss;
        const Bracket mass = kept * (Bracket(minorant.slope[i - 1]) - minorant.slope[i]);
        if (mass.upper == 0) continue;
        outcomes.push_back({mass * exp(Bracket(loss)), mass, loss});
        p = p - outcomes.back().p;
        q = q - outcomes.back().q;
    }
    if (!(p.lower >= 0 && q.lower > 0)) return nothing;
    outcomes.push_back(outcome(p, q));
    std::ranges::reverse(outcomes);
    return outcomes;
}

std::vector<ProfilePoint> points_of(const std::function<Bracket(double)>& profile, double lowest,
                                    double highest, std::size_t count) {
    // The middle of each interval is known too. An interval is worth halving the more, the wider it is
    // and the farther its middle lies below the straight line, compared to what there is to lose.
    struct Interval {
        ProfilePoint from, middle, to;
        double worth;
        bool operator<(const Interval& other) const { return worth < other.worth; }
    };
    const auto at = [&](double epsilon) { return ProfilePoint{epsilon, profile(epsilon)}; };
    const auto interval = [&](const ProfilePoint& from, const ProfilePoint& to) {
        const double width = to.epsilon - from.epsilon;
        const ProfilePoint middle = at(from.epsilon + width / 2);
        const double share = std::expm1(width / 2) / std::expm1(width);
        const double line = from.delta.upper + share * (to.delta.upper - from.delta.upper);
        const double height = middle.delta.upper;
        const double here = std::min(height, height + std::expm1(middle.epsilon));
        const double error = std::max(line - height, 0.0);
        return Interval{from, middle, to, width * error / std::sqrt(std::max(here, 1e-60))};
    };
    constexpr std::size_t first_cuts = 16;
    std::priority_queue<Interval> queue;
    ProfilePoint from = at(lowest);
    for (std::size_t i = 1; i <= first_cuts; ++i) {
        const auto part = static_cast<double>(i) / static_cast<double>(first_cuts);
        const ProfilePoint to = at(i == first_cuts ? highest : lowest + (highest - lowest) * part);
        queue.push(interval(from, to));
        from = to;
    }
    while (2 * queue.size() + 1 < count) {
        const Interval worst = queue.top();
        const double middle = worst.middle.epsilon;
        if (!(worst.from.epsilon < middle && middle < worst.to.epsilon)) break;
        queue.pop();
        queue.push(interval(worst.from, worst.middle));
        queue.push(interval(worst.middle, worst.to));
    }
    std::vector<ProfilePoint> points;
    points.reserve(2 * queue.size() + 1);
    for (; !queue.empty(); queue.pop()) {
        points.push_back(queue.top().from);
        points.push_back(queue.top().middle);
    }
    points.push_back(from);
    std::ranges::sort(points, {}, &ProfilePoint::epsilon);
    return points;
}

}  // namespace mizan

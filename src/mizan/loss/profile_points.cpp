// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/profile_points.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "mizan/numeric/exponential.hpp"

namespace mizan {

namespace {

// e^to - e^from, without cancellation.
Bracket gap(double from, double to) { return exp(Bracket(from)) * expm1(Bracket(to) - from); }

// A mass of the second measure at a ratio e^loss ≥ 1, which has e^loss as much of the first.
struct Mass {
    double loss;
    Bracket second;
    [[nodiscard]] Bracket first() const { return second * exp(Bracket(loss)); }
};

// One direction of a pair in the making: all of it with a loss above 0.
struct Half {
    std::vector<Mass> masses;  // from the largest loss down
    Bracket infinite = 0;      // of the first measure alone
    Bracket height = 0;        // the profile at ε = 0

    // Adds to the profile at 0 by more of the least loss, which adds the least elsewhere.
    void raise(Bracket height_by) {
        if (masses.empty()) {
            infinite += height_by;
        } else {
            masses.back().second += height_by / expm1(Bracket(masses.back().loss));
        }
    }

    [[nodiscard]] Bracket first() const {
        Bracket sum = infinite;
        for (const Mass& mass : masses) sum += mass.first();
        return sum;
    }
    [[nodiscard]] Bracket second() const {
        Bracket sum = 0;
        for (const Mass& mass : masses) sum += mass.second;
        return sum;
    }
};

void scale(Half& half, Bracket share) {
    for (Mass& mass : half.masses) mass.second = mass.second * share;
    half.infinite = half.infinite * share;
    half.height = half.height * share;
}

// Both directions, and no loss for what is left of either measure, which is as much.
std::vector<Outcome> joined(const Half& there, const Half& back, Bracket rest) {
    std::vector<Outcome> all;
    const auto add = [&](Bracket p, Bracket q, Bracket loss) {
        if (p.upper > 0 || q.upper > 0) all.push_back({p, q, loss});
    };
    add(0, back.infinite, -infinity);
    for (const Mass& mass : back.masses) add(mass.second, mass.first(), -Bracket(mass.loss));
    add(rest, rest, 0);
    for (auto mass = there.masses.rbegin(); mass != there.masses.rend(); ++mass) {
        add(mass->first(), mass->second, mass->loss);
    }
    add(there.infinite, 0, infinity);
    return all;
}

// Straight lines above the points from `first` on and above the one at 0, as far as they bend the
// right way.
Half lines_above(std::span<const ProfilePoint> points, std::size_t first) {
    const auto bound = [&](std::size_t i) { return std::clamp(points[i].delta.upper, 0.0, 1.0); };
    Half half;
    if (points.empty()) {
        half.infinite = half.height = 1;
        return half;
    }
    half.infinite = half.height = bound(points.size() - 1);
    double slope = 0;
    double at = points.back().epsilon;
    const auto descend = [&](double to, double height) {
        const Bracket width = gap(to, at);
        const double next = std::max(slope, ((height - half.height) / width).upper);
        half.masses.push_back({at, Bracket(next) - slope});
        half.height += next * width;
        slope = next;
        at = to;
    };
    for (std::size_t i = points.size() - 1; i-- > std::max<std::size_t>(first, 1);) {
        descend(points[i].epsilon, bound(i));
    }
    if (at > 0) descend(0, bound(0));
    std::erase_if(half.masses, [](const Mass& mass) { return mass.second.upper == 0; });
    return half;
}

}  // namespace

std::vector<Outcome> dominating(std::span<const ProfilePoint> there,
                                std::span<const ProfilePoint> back) {
    for (const auto& points : {there, back}) {
        if (!points.empty() && points.front().epsilon != 0) {
            throw InputError("the points of a profile must begin at epsilon 0");
        }
    }
    for (std::size_t first = 1;; first = 2 * first) {
        Half p_first = lines_above(there, first), q_first = lines_above(back, first);
        // At ε = 0 both profiles are the total variation; the smaller is raised to the larger one.
        const Bracket excess = p_first.height - q_first.height;
        q_first.raise(max(excess, 0));
        p_first.raise(max(-excess, 0));
        Bracket rest = 1 - p_first.first() - q_first.second();
        // Halves that overlap by less than this share do so by rounding alone.
        constexpr double rounding = 1e-9;
        const double height = std::max(p_first.height.upper, q_first.height.upper);
        if (rest.upper < 0 && rest.lower > -rounding * (1 - height)) {
            // Rounding left no room: (1 - x) G + x G(1) ≥ G makes some.
            const Bracket part = Bracket(-rest.lower) / (1 - Bracket(height));
            for (Half* half : {&p_first, &q_first}) {
                scale(*half, 1 - Bracket(part.upper));
                half->infinite += part.upper * Bracket(height);
            }
            rest = 1 - p_first.first() - q_first.second();
        }
        if (rest.upper >= 0) return joined(p_first, q_first, max(0, rest));
        // Together the lines nearest to 0 are too steep; without these points they are not.
        if (first >= std::max(there.size(), back.size()))
            return {{1, 0, infinity}, {0, 1, -infinity}};
    }
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

// The middle of the interval after point i, no higher than the prolonged lines from both sides are
// there. At 0 the curve falls by at most `steepest`, and everywhere H ≥ 0.
Vertex dip(std::span<const ProfilePoint> points, std::size_t i, double steepest) {
    const auto& [from, height] = points[i];
    const auto& [to, next_height] = points[i + 1];
    const double middle = from + (to - from) / 2;
    Bracket left = height.lower - steepest * gap(from, middle), right = 0;
    if (i > 0) {
        const auto& [before, last_height] = points[i - 1];
        left = prolonged(before, last_height.upper, from, height.lower, middle);
    }
    if (i + 2 < points.size()) {
        const auto& [after, later_height] = points[i + 2];
        right = prolonged(after, later_height.upper, to, next_height.lower, middle);
    }
    return {middle, std::min(left.lower, right.lower)};
}

// Whether b lies on or above the line from a to c.
bool is_above(const Vertex& a, const Vertex& b, const Vertex& c) {
    const double to_b = plain::expm1(b.loss - a.loss), to_c = plain::expm1(c.loss - a.loss);
    return to_c * (b.height - a.height) >= to_b * (c.height - a.height);
}

// A convex function that falls to 0 at its last vertex: slope[i] = -G' between vertices i and
// i + 1.
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

// Below the prolonged lines; nothing if that is not above 0.
Half lines_below(std::span<const ProfilePoint> points, double steepest, double at_zero) {
    std::vector<Vertex> limits;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        limits.push_back({points[i].epsilon, i == 0 ? at_zero : points[i].delta.lower});
        const Vertex next = dip(points, i, steepest);
        if (next.height <= 0) break;
        limits.push_back(next);
    }
    Half half;
    if (limits.size() < 2 || points.front().epsilon != 0) return half;
    limits.back().height = 0;
    const Minorant minorant(limits);
    // What rounding may have added is given back.
    const Bracket kept = 1 - Bracket(minorant.excess(limits));
    const auto& [vertices, slope] = minorant;
    for (std::size_t i = vertices.size() - 1; i > 0; --i) {
        half.height += kept * slope[i - 1] * gap(vertices[i - 1].loss, vertices[i].loss);
        const Bracket mass = kept * (Bracket(slope[i - 1]) - slope[i]);
        if (mass.upper > 0) half.masses.push_back({vertices[i].loss, mass});
    }
    return half;
}

// How fast H falls at γ = 1 at most: by 1, and no faster than from the first point of the other
// direction, at which H = 1 - γ + γ H'(1/γ) with γ = e^-ε.
double steepest_at_zero(std::span<const ProfilePoint> points, std::span<const ProfilePoint> other) {
    if (other.size() < 2 || points.empty()) return 1;
    const auto& [epsilon, delta] = other[1];
    const Bracket width = -expm1(-Bracket(epsilon));
    const Bracket held = points[0].delta.lower - exp(-Bracket(epsilon)) * delta.upper;
    return std::min(1.0, (1 - held / width).upper);
}

}  // namespace

std::vector<Outcome> dominated(std::span<const ProfilePoint> there,
                               std::span<const ProfilePoint> back) {
    std::vector<Outcome> nothing{{1, 1, 0}};
    if (there.size() < 2 || back.size() < 2) return nothing;
    const double fall = steepest_at_zero(there, back), fall_back = steepest_at_zero(back, there);
    // Straight through ε = 0, from the first vertex on one side to the first on the other.
    double weights = 1, heights = 1, at_zero = std::min(there[0].delta.lower, back[0].delta.lower);
    for (const Vertex& next : {dip(there, 0, fall), dip(back, 0, fall_back)}) {
        weights += 1 / plain::expm1(next.loss);
        heights += next.height / plain::expm1(next.loss);
    }
    if (heights < at_zero * weights) at_zero = heights / weights;
    Half p_first = lines_below(there, fall, at_zero);
    Half q_first = lines_below(back, fall_back, at_zero);
    // At ε = 0 both profiles are the total variation; the larger is lowered to the smaller one.
    const double common = std::min(p_first.height.lower, q_first.height.lower);
    if (!(common > 0)) return nothing;
    for (Half* half : {&p_first, &q_first}) scale(*half, common / half->height);
    const Bracket taken = p_first.first() + q_first.second();
    if (taken.upper > 1) {
        for (Half* half : {&p_first, &q_first}) scale(*half, 1 / Bracket(taken.upper));
    }
    return joined(p_first, q_first, max(0, 1 - p_first.first() - q_first.second()));
}

std::vector<ProfilePoint> points_of(const std::function<Bracket(double)>& profile, double farthest,
                                    std::size_t count) {
    // The middle of each interval is known too. An interval is worth halving the more, the wider it
    // is and the farther its middle lies below the straight line, compared to what there is to
    // lose.
    struct Interval {
        ProfilePoint from, middle, to;
        double worth;
        bool operator<(const Interval& other) const {
            return worth != other.worth ? worth < other.worth : from.epsilon < other.from.epsilon;
        }
    };
    const auto at = [&](double epsilon) { return ProfilePoint{epsilon, profile(epsilon)}; };
    const auto interval = [&](const ProfilePoint& from, const ProfilePoint& to) {
        const double width = to.epsilon - from.epsilon;
        const ProfilePoint middle = at(from.epsilon + width / 2);
        const double share = plain::expm1(width / 2) / plain::expm1(width);
        const double line = from.delta.upper + share * (to.delta.upper - from.delta.upper);
        const double height = middle.delta.upper;
        const double error = line - height > 1e-13 * height ? line - height : 0;
        return Interval{from, middle, to, width * error / std::sqrt(std::max(height, 1e-60))};
    };
    // Intervals at the beginning; from then on their worth decides which one is halved.
    constexpr std::size_t first_cuts = 16;
    std::priority_queue<Interval> queue;
    ProfilePoint from = at(0);
    for (std::size_t i = 1; i <= first_cuts; ++i) {
        const auto part = static_cast<double>(i) / static_cast<double>(first_cuts);
        const ProfilePoint to = at(farthest * part);
        queue.push(interval(from, to));
        from = to;
    }
    const double finest = farthest * 0x1p-11;
    std::vector<ProfilePoint> points;
    const auto keep = [&](const Interval& part) {
        points.push_back(part.from);
        points.push_back(part.middle);
    };
    while (!queue.empty() && points.size() + 2 * queue.size() + 1 < count) {
        const Interval worst = queue.top();
        if (worst.worth == 0) break;  // the lines are straight up to rounding
        queue.pop();
        if (worst.to.epsilon - worst.from.epsilon < finest) {
            keep(worst);
            continue;
        }
        queue.push(interval(worst.from, worst.middle));
        queue.push(interval(worst.middle, worst.to));
    }
    for (; !queue.empty(); queue.pop()) keep(queue.top());
    points.push_back(from);
    std::ranges::stable_sort(points, {}, &ProfilePoint::epsilon);
    return points;
}

}  // namespace mizan

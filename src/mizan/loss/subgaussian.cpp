// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/subgaussian.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "mizan/numeric/remainder.hpp"

namespace mizan {

namespace {

// A centred random variable with finitely many values, seen through lambda > 0. With
// K(lambda) = log E[exp(lambda X)], convex and with K(0) = K'(0) = 0, the ratio 2 K / lambda^2
// is to be maximised.
class Centred {
public:
    struct Atom {
        Bracket p, x;
    };

    explicit Centred(std::vector<Atom> atoms) : atoms_{std::move(atoms)} {
        for (const auto& [p, x] : atoms_) {
            variance_ += p * square(x);
            third_ += p * square(x) * x;
            largest_ = max(largest_, x);
            smallest_ = min(smallest_, x);
        }
    }

    [[nodiscard]] Centred mirrored() const {
        std::vector<Atom> atoms = atoms_;
        for (Atom& a : atoms) a.x = -a.x;
        return Centred(std::move(atoms));
    }

    [[nodiscard]] Bracket variance() const { return variance_; }
    [[nodiscard]] double largest() const { return largest_.upper; }
    [[nodiscard]] Bracket range() const { return largest_ - smallest_; }

    /// A point of K.
    struct Point {
        double lambda;
        Bracket cumulant;
        [[nodiscard]] Bracket ratio() const { return 2 * cumulant / square(Bracket(lambda)); }
    };

    [[nodiscard]] Point at(double lambda) const { return {lambda, cumulant(lambda)}; }

    /// An upper bound of the ratio between two points, 0 <= from < to.
    [[nodiscard]] double ratio_bound(const Point& from, const Point& to) const {
        return std::min(bound_near_zero(from.lambda, to.lambda),
                        from.lambda > 0 ? bound_by_chord(from, to) : infinity);
    }

private:
    std::vector<Atom> atoms_;
    Bracket variance_ = 0, third_ = 0, largest_ = 0, smallest_ = 0;

    [[nodiscard]] Bracket cumulant(double lambda) const {
        // The first form is sharp for small lambda, the second cannot overflow.
        Bracket growth = 0, in_log_space = -infinity;
        for (const auto& [p, x] : atoms_) {
            growth += p * exp_remainder(lambda * x);
            in_log_space = log_add_exp(in_log_space, log(p) + lambda * x);
        }
        return intersect(log1p(growth), in_log_space);
    }

    // The largest value of c0 + c1 t + c2 t^2 for t in [from, to], or a little more.
    static double parabola(double c0, double c1, double c2, Bracket from, Bracket to) {
        const auto at = [&](Bracket t) { return (c0 + t * (c1 + t * c2)).upper; };
        const double ends = std::max(at(from), at(to));
        if (!(c2 < 0)) return ends;
        const Bracket vertex = Bracket(c1) / -2 / c2;
        if (vertex.upper < from.lower || vertex.lower > to.upper) return ends;
        return std::max(ends, (c0 - square(Bracket(c1)) / 4 / c2).upper);
    }

    // K lies below its chord, and chord / lambda^2 is a parabola in 1 / lambda.
    static double bound_by_chord(const Point& from, const Point& to) {
        const double at_from = from.cumulant.upper, at_to = to.cumulant.upper;
        if (at_to == infinity) return infinity;
        const Bracket slope = (Bracket(at_to) - at_from) / (Bracket(to.lambda) - from.lambda);
        const Bracket start = at_from - slope * from.lambda;
        return parabola(0, (2 * slope).upper, (2 * start).upper, 1 / Bracket(to.lambda),
                        1 / Bracket(from.lambda));
    }

    // 2 K / lambda^2 <= variance + third lambda / 3 + sup K'''' lambda^2 / 12 by Taylor at 0.
    [[nodiscard]] double bound_near_zero(double from, double to) const {
        const Bracket reach(0, to);
        if (to * std::max(largest_.upper, -smallest_.lower) > 4) return infinity;
        Bracket total = 0, first = 0;
        for (const auto& [p, x] : atoms_) {
            const Bracket weight = p * exp(reach * x);
            total += weight;
            first += weight * x;
        }
        const Bracket mean = first / total;
        Bracket second = 0, fourth = 0;
        for (const auto& [p, x] : atoms_) {
            const Bracket weight = p * exp(reach * x), distance = square(x - mean);
            second += weight * distance;
            fourth += weight * square(distance);
        }
        const Bracket curvature = fourth / total - 3 * square(second / total);
        return parabola(variance_.upper, (third_ / 3).upper, (curvature / 12).upper, from, to);
    }
};

struct Piece {
    double bound;
    const Centred* side;
    bool is_left;
    Centred::Point from, to;
    bool operator<(const Piece& other) const {
        return std::tie(bound, is_left, from.lambda) <
               std::tie(other.bound, other.is_left, other.from.lambda);
    }
};

// The supremum over all real lambda, by branch and bound: the piece with the largest bound is split
// until no bound exceeds the best value found by more than the tolerance.
Bracket largest_ratio(const Centred& right) {
    // The supremum is found to this, relatively, or after so many splits left wider.
    constexpr double tolerance = 1e-9;
    constexpr int most_splits = 2000;
    const Bracket hoeffding = square(right.range()) / 4;
    double best = right.variance().lower;
    if (!(best > 0)) return {0, hoeffding.upper};
    const Centred left = right.mirrored();
    std::priority_queue<Piece> pieces;
    using Point = Centred::Point;
    const auto add = [&](const Centred& side, const Point& from, const Point& to) {
        pieces.push({side.ratio_bound(from, to), &side, &side == &left, from, to});
    };
    for (const Centred* side : {&right, &left}) {
        // K <= lambda largest, so beyond this lambda the ratio is below the variance.
        const double remote = (2 * Bracket(side->largest()) / best).upper;
        const double near = std::min(remote, 1 / right.range().upper);
        if (!std::isfinite(remote) || !(near > 0)) return {best, hoeffding.upper};
        const Point middle = side->at(near);
        add(*side, {0, 0}, middle);
        if (near < remote) add(*side, middle, side->at(remote));
    }
    for (int splits = 0; splits < most_splits; ++splits) {
        const Piece top = pieces.top();
        if (top.bound <= best * (1 + tolerance)) break;
        const double from = top.from.lambda, to = top.to.lambda;
        const bool is_long = from > 0 && to > 4 * from;
        const double between = is_long ? std::sqrt(from) * std::sqrt(to) : from + (to - from) / 2;
        if (!(from < between && between < to)) break;
        pieces.pop();
        const Point middle = top.side->at(between);
        best = std::max(best, middle.ratio().lower);
        add(*top.side, top.from, middle);
        add(*top.side, middle, top.to);
    }
    return {best, std::min(std::max(best, pieces.top().bound), hoeffding.upper)};
}

}  // namespace

SubgaussianDivergence subgaussian_divergence(const PrivacyLoss& loss) {
    const Bracket mean = loss.mean();
    if (mean.lower == infinity) return {infinity, infinity};
    std::vector<Centred::Atom> atoms;
    for (const auto& [p, q, l] : loss.atoms()) {
        if (p.upper > 0) atoms.push_back({p, l - mean});
    }
    // One atom is a constant, or several losses that could not be told apart.
    if (atoms.size() == 1) {
        for (const auto& [p, q, l] : loss.atoms()) {
            if (p.upper > 0) return {mean, {0, ((Bracket(l.upper) - l.lower) / 2).upper}};
        }
    }
    return {mean, sqrt(largest_ratio(Centred(std::move(atoms))))};
}

SubgaussianDivergence subgaussian_indistinguishability(const PrivacyLoss& loss) {
    const auto there = subgaussian_divergence(loss);
    const auto back = subgaussian_divergence(loss.reversed());
    return {max(there.mean, back.mean), max(there.tau, back.tau)};
}

Probability subgaussian_tail(NonNegative t) { return exp(-square(Bracket(t.value())) / 2).upper; }

}  // namespace mizan

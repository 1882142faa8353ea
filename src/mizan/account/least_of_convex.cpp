// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/least_of_convex.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/numeric/exponential.hpp"

namespace mizan::analysis {

namespace {

// From each side so many lines bound the function.
constexpr std::size_t most_lines = 3;

// (t - t₁)/(t₂ - t₁) where t = e^ε at each of these places, of which the first may be -∞.
Bracket share_of_way(double at, double first, double second) {
    if (first == -infinity) return exp(Bracket(at) - second);
    return expm1(Bracket(at) - first) / expm1(Bracket(second) - first);
}

// The same sum with the least loss of each atom, so that the kinks are known exactly. It is at most
// the sum.
double least_height_of(std::span<const compose::Atom> atoms, double epsilon) {
    Bracket sum = 0;
    for (const auto& [mass, loss] : atoms) {
        if (epsilon < loss.lower) sum += mass.lower * -expm1(Bracket(epsilon) - loss.lower);
    }
    return sum.lower;
}

// The height at `at` of the line through the upper end at `from` and the lower end at `through`.
// Beyond `through` the function lies above that line.
double continued(const ConvexPoint& from, const ConvexPoint& through, double at) {
    const Bracket rise = Bracket(through.value.lower) - from.value.upper;
    return (from.value.upper + rise * share_of_way(at, from.at, through.at)).lower;
}

// A straight piece, by its values at both ends.
struct Piece {
    double left, right;
};

// Two straight pieces over the same places: the lowest point of the larger of them.
double lowest_of_larger(Piece a, Piece b) {
    const double at_ends = std::min(std::max(a.left, b.left), std::max(a.right, b.right));
    // The products of very small differences would underflow.
    const bool is_a_above = a.left >= b.left && a.right >= b.right;
    const bool is_b_above = a.left <= b.left && a.right <= b.right;
    if (is_a_above || is_b_above) return at_ends;
    const Bracket gap = Bracket(b.left) - a.left, change = Bracket(a.right) - a.left;
    const Bracket share = gap / (change - (Bracket(b.right) - b.left));
    const double crossing = (a.left + change * share).lower;
    return std::min(at_ends, std::max(crossing, std::min(a.left, a.right)));
}

// The points of a convex function on one side of a place, the nearest first. Lines through two of
// them lie below the function on the other side. For each of the nearest points the steepest such
// line is kept.
class Side {
public:
    explicit Side(std::vector<ConvexPoint> points) {
        for (std::size_t i = 0; i + 1 < points.size() && i < most_lines; ++i) {
            const auto rise_to = [&](const ConvexPoint& from) {
                return (points[i].value.lower - from.value.upper) /
                       std::abs(plain::exp(from.at - points[i].at) - 1);
            };
            const auto steepest =
                std::max_element(points.begin() + static_cast<std::ptrdiff_t>(i) + 1, points.end(),
                                 [&](const ConvexPoint& x, const ConvexPoint& y) {
                                     return rise_to(x) < rise_to(y);
                                 });
            lines_.emplace_back(*steepest, points[i]);
        }
    }

    [[nodiscard]] std::vector<Piece> pieces(double left, double right) const {
        std::vector<Piece> all;
        for (const auto& [from, through] : lines_) {
            all.push_back({continued(from, through, left), continued(from, through, right)});
        }
        return all;
    }

private:
    std::vector<std::pair<ConvexPoint, ConvexPoint>> lines_;
};

// Whether the function grows beyond the last point: it does, being convex, if it grew before it.
bool grows_at_last(const std::vector<ConvexPoint>& points) {
    const ConvexPoint& last = points.back();
    return std::any_of(points.begin(), points.end() - 1, [&](const ConvexPoint& each) {
        return each.value.upper <= last.value.lower;
    });
}

// Two neighbouring places and the kinks between them.
std::vector<double> ends_between(double left, double right, std::span<const compose::Atom> atoms) {
    std::vector<double> ends{left};
    for (const compose::Atom& atom : atoms) {
        const double kink = atom.loss.lower;
        if (ends.back() < kink && kink < right) ends.push_back(kink);
    }
    ends.push_back(right);
    return ends;
}

// An upper bound of the least value at the kinks between two neighbouring points: without its atoms
// the function lies below the line from one point to the other.
double most_at_kinks(const ConvexPoint& left, const ConvexPoint& right,
                     std::span<const double> ends, std::span<const compose::Atom> atoms) {
    double most = infinity;
    for (const double kink : ends.subspan(1, ends.size() - 2)) {
        const Bracket share = share_of_way(kink, left.at, right.at);
        const Bracket rise = Bracket(right.value.upper) - left.value.upper;
        const Bracket rest = left.value.upper + rise * share;
        most = std::min(most, (rest + height_of(atoms, kink)).upper);
    }
    return most;
}

// A lower bound of the function, atoms included, between two neighbouring points: it lies above the
// lines that come from both sides.
double least_between(const Side& before, const Side& after, const std::vector<double>& ends,
                     std::span<const compose::Atom> atoms) {
    const Piece none{-infinity, -infinity};
    double least = infinity;
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        const double low = ends[k], high = ends[k + 1];
        const auto lines_before = before.pieces(low, high);
        const auto lines_after = after.pieces(low, high);
        const double height_low = least_height_of(atoms, low);
        const double height_high = least_height_of(atoms, high);
        const auto with_atoms = [&](Piece piece) {
            return Piece{(Bracket(piece.left) + height_low).lower,
                         (Bracket(piece.right) + height_high).lower};
        };
        double here = 0;
        for (const Piece& a : lines_before.empty() ? std::vector{none} : lines_before) {
            for (const Piece& b : lines_after.empty() ? std::vector{none} : lines_after) {
                if (a.left == -infinity && b.left == -infinity) continue;
                here = std::max(here, lowest_of_larger(with_atoms(a), with_atoms(b)));
            }
        }
        least = std::min(least, here);
    }
    return least;
}

}  // namespace

Bracket height_of(std::span<const compose::Atom> atoms, double epsilon) {
    Bracket sum = 0;
    for (const auto& [mass, loss] : atoms) {
        if (epsilon < loss.upper) sum += max(0, mass.lower * -expm1(Bracket(epsilon) - loss));
    }
    return sum;
}

LeastBounds least_of_convex(const std::vector<ConvexPoint>& points,
                            std::span<const compose::Atom> atoms) {
    double most = infinity;
    double least = grows_at_last(points) ? points.back().value.lower : 0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const std::vector<double> ends = ends_between(points[i].at, points[i + 1].at, atoms);
        most = std::min(most, most_at_kinks(points[i], points[i + 1], ends, atoms));
        const Side before({points.rend() - static_cast<std::ptrdiff_t>(i) - 1, points.rend()});
        const Side after({points.begin() + static_cast<std::ptrdiff_t>(i) + 1, points.end()});
        least = std::min(least, least_between(before, after, ends, atoms));
    }
    return {least, most};
}

}  // namespace mizan::analysis

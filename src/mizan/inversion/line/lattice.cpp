// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/lattice.hpp"

#include <algorithm>
#include <cmath>

namespace mizan::inversion {

namespace {

// Points per mechanism, and how far from a lattice the losses may be, relative to the largest.
constexpr double most_points = 0x1p16, loose = 0x1p-45;

// Euclid's algorithm; numbers below `negligible` count as 0.
double common_divisor(double a, double b, double negligible) {
    while (b > negligible) {
        const double rest = std::abs(std::remainder(a, b));
        a = b;
        b = rest;
    }
    return a;
}

// The greatest common step of all differences of losses within one mechanism; 0 if there are none.
double common_step(const std::vector<compose::Atoms>& laws) {
    double largest = 0;
    for (const compose::Atoms& law : laws) {
        for (const compose::Atom& atom : law) {
            largest = std::max(largest, std::abs(atom.loss.middle() - law.front().loss.middle()));
        }
    }
    const double negligible = largest / (4 * most_points);
    double step = largest;
    for (const compose::Atoms& law : laws) {
        for (const compose::Atom& atom : law) {
            const double difference = std::abs(atom.loss.middle() - law.front().loss.middle());
            if (difference > negligible) step = common_divisor(difference, step, negligible);
            if (step < largest / most_points) return 0;
        }
    }
    return step > 0 ? largest / std::nearbyint(largest / step) : 0;
}

// The points of one law, those of equal index in one, and how far its losses are from them at most.
std::vector<Lattice::Point> points_of(const compose::Atoms& law, double step, double& doubt) {
    std::vector<Lattice::Point> points;
    const double first = law.front().loss.middle();
    for (const compose::Atom& atom : law) {
        const double index = std::nearbyint((atom.loss.middle() - first) / step);
        const Bracket miss = atom.loss - (first + Bracket(index) * step);
        doubt = std::max({doubt, miss.upper, -miss.lower});
        points.push_back({static_cast<std::int64_t>(index), atom.probability});
    }
    std::ranges::stable_sort(points, {}, &Lattice::Point::index);
    std::vector<Lattice::Point> merged;
    for (const Lattice::Point& point : points) {
        if (merged.empty() || merged.back().index != point.index) {
            merged.push_back(point);
        } else {
            merged.back().probability += point.probability;
        }
    }
    return merged;
}

}  // namespace

std::optional<Lattice> Lattice::of(const Composition& parts) {
    std::vector<compose::Atoms> laws;
    for (const inversion::Part& part : parts) {
        laws.push_back(part.loss->atoms());
        if (laws.back().empty()) return std::nullopt;
    }
    Lattice lattice{.step = common_step(laws), .offset = 0, .doubt = 0, .parts = {}};
    if (!(lattice.step > 0 && std::isfinite(lattice.step))) return std::nullopt;
    Bracket offset = 0, doubt = 0;
    double farthest = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const compose::Atoms& law = laws[i];
        double largest = 0, miss = 0;
        for (const compose::Atom& atom : law) {
            largest = std::max({largest, -atom.loss.lower, atom.loss.upper});
        }
        const std::vector<Point> points = points_of(law, lattice.step, miss);
        if (!(miss <= loose * largest)) return std::nullopt;
        const double count = parts[i].count;
        offset += count * Bracket(law.front().loss.middle());
        doubt += count * Bracket(miss);
        const auto widest = std::max(-points.front().index, points.back().index);
        farthest += count * static_cast<double>(widest);
        lattice.parts.push_back({points, count});
    }
    // Whole numbers beyond are not all doubles.
    constexpr double farthest_index = 0x1p52;
    if (!(farthest < farthest_index)) return std::nullopt;
    lattice.offset = offset.middle();
    lattice.doubt = (doubt + offset.width()).upper;
    return lattice;
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <vector>

#include "mizan/numeric/bracket.hpp"
#include "mizan/sampling/sum_shape.hpp"

namespace mizan {

/// Numbers with at most twelve leading binary digits are below this times a power of 2: sums of so
/// many copies need few additions.
inline constexpr double most_leading_digits = 4096;

/// Relative error of sums of at most some thousand products, and then of as many such sums.
inline constexpr double summation_error = 1e-12;

/// A value of a likelihood ratio, minus 1, and how likely it is.
struct RatioAtom {
    Bracket excess;
    Bracket weight;
};

/// A law that is larger in the convex order than that of a sum of independent likelihood ratios:
/// mass between two points was moved to both, so that the mean stayed, and some of the mean is at
/// infinity. Every weight is at least that of such a law.
///
/// The points lie on stretches of equal distances. These are powers of 2, and every point is a
/// multiple of that of its stretch: sums of points are exact, and sums over two stretches have few
/// values (docs/proofs/allocation.md).
class SpreadSum {
public:
    /// Of one ratio, whose atoms are in order and at least -1. `lost` of its mean is at infinity.
    SpreadSum(std::span<const RatioAtom> atoms, double lost);

    /// Of both, which are independent.
    friend SpreadSum operator+(const SpreadSum& a, const SpreadSum& b);

    /// The part of the mean that is at infinity.
    [[nodiscard]] double lost() const { return lost_; }

    /// Points in order, minus the number of ratios, and their weights.
    struct Law {
        std::vector<double> at, weight;
    };
    /// The law, which is nowhere beyond the ends of all sums.
    [[nodiscard]] Law within_ends() const;

    /// Between these are all sums, minus the number of ratios.
    struct Ends {
        double lowest, highest;
    };

private:
    // The points begin, begin + 1, … up to the next stretch, `unit` apart from each other and from
    // its first.
    struct Stretch {
        std::size_t begin;
        double first, unit;
    };
    // As many weights at first, first + unit, …
    struct Masses {
        double first, unit;
        std::span<const double> weight;

        [[nodiscard]] double last() const {
            return first + static_cast<double>(weight.size() - 1) * unit;
        }
    };
    // The same, where the unit is known.
    struct Lattice {
        double first;
        std::vector<double> weight;

        [[nodiscard]] double end(double unit) const {
            return first + static_cast<double>(weight.size()) * unit;
        }
    };
    class Sums;
    struct View;

    SpreadSum(double copies, double lost, Ends ends, const SumShape& shape);

    [[nodiscard]] std::size_t end_of(std::size_t stretch) const;
    [[nodiscard]] Masses masses(std::size_t stretch) const;
    [[nodiscard]] double smallest_unit() const;
    [[nodiscard]] double largest_unit() const;
    // By unit, up to the coarsest: all stretches of smaller units, spread on lattices of this one.
    [[nodiscard]] std::map<double, std::vector<Lattice>> on_lattices(double coarsest) const;
    static void halve(const Masses& part, std::vector<Lattice>& lattices);
    void put(Bracket x, double mass);
    void finish(std::span<const double> terms);
    static double fold(const View& view, std::size_t before, double end);
    void fold_ends();
    void trim();

    double copies_, lost_;
    Ends ends_;
    std::vector<Stretch> stretches_;
    std::vector<double> at_, weight_;
};

}  // namespace mizan

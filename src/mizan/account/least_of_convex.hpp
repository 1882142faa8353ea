// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "mizan/compose/loss_law.hpp"

namespace mizan::analysis {

/// A place ε and the value there of a convex function of t = e^ε. The place may be -∞, where t = 0.
struct ConvexPoint {
    double at;
    Bracket value;
};

/// The sum of (p - t q)₊ over some atoms of a loss, for every loss that they may have. It has a
/// kink at each atom.
[[nodiscard]] Bracket height_of(std::span<const compose::Atom> atoms, double epsilon);

struct LeastBounds {
    double least;  ///< no value of the function is below it
    double most;   ///< some value at a kink is at most this; infinite if there is no kink
};

/// Bounds of the least value of a function that is the sum of height_of(atoms, ·) and of a convex
/// function through these points, which are in the order of their places and at least two. The
/// atoms lie between the first point and the last one.
[[nodiscard]] LeastBounds least_of_convex(const std::vector<ConvexPoint>& points,
                                          std::span<const compose::Atom> atoms);

}  // namespace mizan::analysis

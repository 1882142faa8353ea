// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/game/move.hpp"

namespace mizan::game {

/// The losses that can be reached with a finite menu, as whole-number combinations of the distinct
/// one-step losses. Plays that used the same losses in another order, or took a loss back with its
/// opposite, meet in one point, so the tree of a long game has polynomially many situations.
///
/// Two losses whose brackets meet share an axis, known to lie in the hull of both, and a loss that
/// may be 0 to within rounding errors does not move the point at all: equal losses that were
/// computed in two ways are recognised. Should they differ after all, they differ in each round by
/// no more than the width of the axis, and the bracket of every point is wider by that.
class Lattice {
public:
    /// How often each distinct loss was added, less how often it was taken back.
    using Point = std::vector<int>;

    /// For plays of at most so many rounds.
    Lattice(const Menu& menu, int rounds);

    [[nodiscard]] Point origin() const { return Point(axes_.size(), 0); }

    /// `point` after this finite loss, which is one of the menu's.
    [[nodiscard]] Point after(Point point, Bracket loss) const;

    /// The loss of every play that leads to this point.
    [[nodiscard]] Bracket loss(const Point& point) const;

private:
    std::vector<Bracket> axes_;
    Bracket slack_ = 0;  ///< what taking different losses for one may have cost
};

}  // namespace mizan::game

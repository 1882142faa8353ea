// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/lattice.hpp"

#include <algorithm>

#include "mizan/units/error.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::game {

Lattice::Lattice(const Menu& menu) {
    for (std::size_t number = 0; number < menu.size(); ++number) {
        for (const Outcome& outcome : menu.move(number, false).outcomes) {
            const Bracket loss = outcome.loss;
            if (loss == Bracket(0) || loss.lower == infinity || loss.upper == -infinity) continue;
            const bool is_known = std::any_of(axes_.begin(), axes_.end(), [&](const Bracket& axis) {
                return axis == loss || axis == -loss;
            });
            if (!is_known) axes_.push_back(loss);
        }
    }
}

Lattice::Point Lattice::after(Point point, Bracket loss) const {
    if (loss == Bracket(0)) return point;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        if (axes_[i] == loss) return ++point[i], point;
        if (axes_[i] == -loss) return --point[i], point;
    }
    throw InternalError("internal error: a loss that the menu does not have");
}

Bracket Lattice::loss(const Point& point) const {
    Bracket sum = 0;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        if (point[i] != 0) sum += point[i] * axes_[i];
    }
    return sum;
}

}  // namespace mizan::game

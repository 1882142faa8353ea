// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/lattice.hpp"

#include <algorithm>

#include "mizan/units/error.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::game {

namespace {

bool meet(Bracket x, Bracket y) { return x.lower <= y.upper && y.lower <= x.upper; }

bool covers(Bracket x, Bracket y) { return x.lower <= y.lower && y.upper <= x.upper; }

}  // namespace

Lattice::Lattice(const Menu& menu) {
    for (std::size_t number = 0; number < menu.size(); ++number) {
        for (const Outcome& outcome : menu.move(number, false).outcomes) {
            const Bracket loss = outcome.log_ratio;
            if (loss == Bracket(0) || loss.lower == infinity || loss.upper == -infinity) continue;
            const auto same = std::find_if(axes_.begin(), axes_.end(), [&](Bracket axis) {
                return meet(axis, loss) || meet(axis, -loss);
            });
            if (same == axes_.end()) {
                axes_.push_back(loss);
            } else {
                *same = hull(*same, meet(*same, loss) ? loss : -loss);
            }
        }
    }
}

Lattice::Point Lattice::after(Point point, Bracket loss) const {
    if (loss == Bracket(0)) return point;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        if (covers(axes_[i], loss)) return ++point[i], point;
        if (covers(axes_[i], -loss)) return --point[i], point;
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

// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/lattice.hpp"

#include <algorithm>

#include "mizan/units/error.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::game {

namespace {

bool meet(Bracket x, Bracket y) { return x.lower <= y.upper && y.lower <= x.upper; }

bool covers(Bracket x, Bracket y) { return x.lower <= y.lower && y.upper <= x.upper; }

// Losses as small as this that may be 0 are rounding errors of it.
constexpr double negligible = 1e-9;

bool is_nearly_nothing(Bracket loss) { return loss.contains(0) && abs(loss).upper <= negligible; }

double width(Bracket x) { return (Bracket(x.upper) - x.lower).upper; }

}  // namespace

Lattice::Lattice(const Menu& menu, int rounds) {
    std::vector<bool> is_shared;
    double most_at_once = 0;  // that one round may differ from what its axis says
    for (std::size_t number = 0; number < menu.size(); ++number) {
        for (const Outcome& outcome : menu.move(number, false).outcomes) {
            const Bracket loss = outcome.log_ratio;
            if (loss.lower == infinity || loss.upper == -infinity) continue;
            if (is_nearly_nothing(loss)) {
                most_at_once = std::max(most_at_once, abs(loss).upper);
                continue;
            }
            const auto same = std::find_if(axes_.begin(), axes_.end(), [&](Bracket axis) {
                return meet(axis, loss) || meet(axis, -loss);
            });
            if (same == axes_.end()) {
                axes_.push_back(loss);
                // Its opposite, met when the databases are exchanged, then is no other point.
                is_shared.push_back(loss.contains(0));
            } else {
                *same = hull(*same, meet(*same, loss) ? loss : -loss);
                is_shared[static_cast<std::size_t>(same - axes_.begin())] = true;
            }
        }
    }
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        if (is_shared[i]) most_at_once = std::max(most_at_once, width(axes_[i]));
    }
    const double most = (Bracket(rounds) * most_at_once).upper;
    slack_ = {-most, most};
}

Lattice::Point Lattice::after(Point point, Bracket loss) const {
    if (is_nearly_nothing(loss)) return point;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        if (covers(axes_[i], loss)) return ++point[i], point;
        if (covers(axes_[i], -loss)) return --point[i], point;
    }
    throw InternalError("internal error: a loss that the menu does not have");
}

Bracket Lattice::loss(const Point& point) const {
    Bracket sum = slack_;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        if (point[i] != 0) sum += point[i] * axes_[i];
    }
    return sum;
}

}  // namespace mizan::game

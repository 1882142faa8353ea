// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace mizan::inversion {

/// Which of two neighbouring inputs the loss speaks about.
enum class Direction {
    remove,  ///< P holds the record, Q does not
    add,     ///< Q holds the record, P does not
};

[[nodiscard]] constexpr Direction opposite(Direction direction) {
    return direction == Direction::remove ? Direction::add : Direction::remove;
}

}  // namespace mizan::inversion

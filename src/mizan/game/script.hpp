// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "mizan/game/game.hpp"

namespace mizan::game {

/// A strategy written down as rules, the first that fits counts:
///
///     loss > 0.5: 2; round = 1: 1 swapped; loss <= -1 and round > 2: nothing; else: 1
///
/// A condition compares `loss` or `round` (1 is the first) with a number by <, <=, >, >= or =;
/// `and` joins several. A request is the number of a move, `swapped` to exchange its databases, or
/// `nothing`. If no rule fits the adversary asks for nothing. Throws InputError naming the rule
/// that cannot be read, or a move that the menu does not have.
[[nodiscard]] Adversary scripted(const Menu& menu, std::string_view script);

}  // namespace mizan::game

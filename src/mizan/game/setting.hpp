// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/game/game.hpp"
#include "mizan/known/part/known_part.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/program/program.hpp"

namespace mizan::game {

/// A program as a game: its distinct mechanisms are the menu, and its own order is what an
/// adversary asks for that does not adapt.
struct Setting {
    std::vector<Term> terms;       ///< the mechanisms, moves 1, 2, ... of the menu
    std::vector<KnownPart> parts;  ///< the promises for one use of each
    Menu menu;
    std::vector<Choice> in_order;
};

/// More rounds than this are refused.
inline constexpr int max_rounds = 100'000;

/// Throws Refused if a mechanism is known only by promises that name no worst pair of laws, and
/// InputError if the program has no runs or more than max_rounds.
[[nodiscard]] Setting setting_of(const Program& program, Relation relation, Count group_size);

/// The promise for `count` rounds in each of which any of these may be asked for: by each
/// definition, the weakest promise among them. Composition theorems for promises fixed in advance
/// apply, because every choice keeps the weakest promise. (A mechanism that fails with a smaller
/// probability is a post-processing of one that fails with a larger.) Throws InputError if there is
/// none.
[[nodiscard]] KnownPart any_of(const std::vector<KnownPart>& parts, double count);

}  // namespace mizan::game

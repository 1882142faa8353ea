// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "mizan/game/game.hpp"

namespace mizan::game {

/// What an adversary wants to be large: the mean of this function of the final loss, world U.
using Objective = std::function<double(double loss)>;

/// (1 - exp(epsilon - loss))+, whose mean is delta(epsilon).
[[nodiscard]] Objective hockey_stick_at(double epsilon);

/// The loss itself.
[[nodiscard]] Objective mean_loss();

/// Asks for these moves, one per round, whatever happens.
[[nodiscard]] Adversary fixed(std::vector<Choice> choices);

/// A strategy drawn at random: in every situation any move, either way round, but never nothing.
/// The seed is the whole of its randomness.
[[nodiscard]] Adversary random(const Menu& menu, std::uint64_t seed);

/// Asks for whatever makes the objective largest if the game ended after this round; if several do,
/// for the largest mean loss among them.
[[nodiscard]] Adversary greedy(const Menu& menu, Objective objective);

/// The best strategy there is for this objective, up to rounding, found backwards from the last
/// round. Throws Refused unless the menu is finite, and InputError if the game has
/// more than max_situations.
[[nodiscard]] Adversary optimal(const Menu& menu, int rounds, const Objective& objective);

/// An adversary who aims at the epsilon it reaches itself. A strategy that makes delta large at
/// some target epsilon reaches, at the delta of interest, some other epsilon; with that as the next
/// target it can only do better. Repeats this from target 0 until nothing is gained: for optimal
/// strategies the result is the best one at this delta.
[[nodiscard]] Adversary pursuing(const std::function<Adversary(double epsilon)>& aimed_at,
                                 const std::function<double(const Adversary&)>& reached);

}  // namespace mizan::game

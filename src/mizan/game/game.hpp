// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "mizan/game/move.hpp"
#include "mizan/loss/privacy_loss.hpp"

namespace mizan::game {

/// One request of the adversary: a move of the menu and which database of its pair is U's.
struct Choice {
    std::size_t move;
    bool is_swapped = false;
    friend auto operator<=>(const Choice&, const Choice&) = default;
};

/// A finished round as the adversary saw it: the request and which of the listed answers came.
struct Turn {
    Choice choice;
    std::size_t outcome;
    friend auto operator<=>(const Turn&, const Turn&) = default;
};

/// What the adversary knows when it chooses.
struct View {
    int round;    ///< 0 in the first round
    int rounds;   ///< how many are played in all
    double loss;  ///< the running sum of the losses; +-inf once the coin is known for certain
    std::span<const Turn> transcript;  ///< empty unless the adversary remembers
};

/// A strategy: any function of the past. Most strategies look at the running loss only, which is
/// all that matters for guessing the coin; one that looks at the answers says so in `remembers`.
struct Adversary {
    std::string name;
    std::function<Choice(const View&)> choose;
    bool remembers = false;
};

/// So many different situations are followed at most after one round (about 30 MB), and in all
/// rounds together (a few seconds).
inline constexpr std::size_t max_situations = std::size_t{1} << 17;
inline constexpr std::size_t max_situations_in_all = std::size_t{1} << 22;

/// Plays the game to the end on every branch: the privacy loss of the whole transcript, drawn in
/// world U. Its reversal is the loss drawn in world V.
///
/// The dealer flips a fair coin between U and V. In each round the adversary, who has seen all
/// answers so far, names a mechanism and a pair of databases, and the dealer answers with the
/// mechanism on the database that the coin says. Throws Refused unless the menu is finite, and
/// InputError if the game has too many situations.
[[nodiscard]] PrivacyLoss play_exactly(const Menu& menu, const Adversary& adversary, int rounds);

/// The smallest epsilon for this delta, the larger of both directions.
[[nodiscard]] Bracket epsilon_at(const PrivacyLoss& loss, Delta delta);

/// The smallest delta for this epsilon, the larger of both directions.
[[nodiscard]] Bracket delta_at(const PrivacyLoss& loss, Epsilon epsilon);

/// How often the adversary names the coin if it guesses as well as possible: (1 + TV(U, V)) / 2.
[[nodiscard]] Bracket guess_probability(const PrivacyLoss& loss);

}  // namespace mizan::game

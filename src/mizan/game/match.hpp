// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mizan/account/answer.hpp"
#include "mizan/game/sampled.hpp"
#include "mizan/game/setting.hpp"

namespace mizan::game {

/// Who plays, and how.
struct Rules {
    std::string adversary = "greedy";          ///< fixed, random, greedy, optimal or scripted
    std::string script = "";                   ///< of the scripted adversary
    std::optional<int> rounds = std::nullopt;  ///< none: as many as the program has
    std::optional<std::size_t> games = std::nullopt;  ///< draw so many; none: exactly, if possible
    std::uint64_t seed = 1;
};

/// Games that are drawn if the exact game is not possible and nobody says how many.
inline constexpr std::size_t default_games = 100'000;

/// A composition game that was played, next to what the theorems promise of it.
struct Match {
    Setting setting;
    int rounds;
    std::variant<PrivacyLoss, SampledPlay> play;
    std::vector<Analysis> bounds;  ///< for this adversary if it is fixed, else for any adversary
    std::optional<double> claimed_variance;  ///< by the published DR16 Theorem 3: Στ²
};

/// Plays the program as a game. Greedy and optimal adversaries make large what the question asks
/// for. Throws InputError if the rules contradict each other or the game is too large, Refused if a
/// mechanism cannot be played, and InternalError if the exact game breaks a bound: a false theorem.
[[nodiscard]] Match play(const Program& program, const Question& question, const Rules& rules);

}  // namespace mizan::game

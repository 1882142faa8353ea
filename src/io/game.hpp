// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "mizan/game/cdp_counterexample.hpp"
#include "mizan/game/match.hpp"
#include "mizan/program/bill.hpp"

#include "io/request.hpp"

namespace mizan {

/// Can an adversary who adapts do worse than the bound? Or, with `show`, a game that is known.
struct GameRequest {
    ProgramRequest about = {};
    AskedAt at = {};  ///< at delta 1e-5 if neither is given
    game::Rules rules = {};
    std::string show = {};  ///< cdp-theorem-3: the game that refutes a published theorem

    static constexpr Delta usual_delta{1e-5};
};

/// A game that was played.
struct PlayedGame {
    game::Rules rules;
    Question question;
    game::Match match;

    /// What was reached, and learned, for an exact game and for a sampled one.
    [[nodiscard]] std::variant<Bracket, game::Estimate> asked() const;
    [[nodiscard]] std::variant<Bracket, game::Estimate> guess() const;
    [[nodiscard]] std::variant<Bracket, game::Estimate> mean() const;
};

/// Games that refute a published theorem.
struct KnownGames {
    game::CdpCounterexample gaussian, two_answers;
};

using GameResponse = std::variant<PlayedGame, KnownGames>;

/// Throws as the others do; Refused if a mechanism cannot be played.
[[nodiscard]] GameResponse respond(const GameRequest& request);

/// The event of a term, as it was written.
[[nodiscard]] std::string written(const Term& term);

[[nodiscard]] GameRequest read_game_request(json::Members& members);
[[nodiscard]] Json::Object to_json(const GameRequest& request);
[[nodiscard]] Json to_json(const GameResponse& response);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "io/game.hpp"

#include <cmath>

#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/program/bill.hpp"

#include "io/answer.hpp"
#include "io/expression_print.hpp"

namespace mizan {

namespace {

using game::CdpCounterexample;
using game::Estimate;
using game::SampledPlay;

constexpr std::string_view known_show = "cdp-theorem-3";
constexpr Count largest_seed = max_count + 1;

Json to_json(const Estimate& estimate) {
    return Json::Object{
        {"estimate", estimate.value}, {"low", estimate.low}, {"high", estimate.high}};
}

Json to_json(const std::variant<Bracket, Estimate>& number) {
    if (const auto* bracket = std::get_if<Bracket>(&number)) return mizan::to_json(*bracket);
    return to_json(std::get<Estimate>(number));
}

Json to_json(const CdpCounterexample& found) {
    return Json::Object{{"rounds", Json::Array{found.first_round, found.second_round}},
                        {"mu", found.promise.mu.value()},
                        {"tau", found.promise.tau.value()},
                        {"mean", mizan::to_json(found.mean)},
                        {"claimed_mean", mizan::to_json(found.claimed_mean)},
                        {"variance", mizan::to_json(found.variance)},
                        {"claimed_variance", mizan::to_json(found.claimed_variance)},
                        {"lambda", found.lambda},
                        {"centred_log_moment", mizan::to_json(found.log_moment)},
                        {"claimed_centred_log_moment", mizan::to_json(found.claimed_log_moment)}};
}

Json bounds_of(const PlayedGame& played) {
    Json::Array analyses;
    for (const Analysis& analysis : played.match.bounds) {
        Json::Object row{
            {"name", analysis.name},
            {asked_in(played.question), analysis.bound ? Json(*analysis.bound) : Json(nullptr)}};
        if (analysis.bound) {
            row.emplace_back("theorems", mizan::to_json(analysis.theorems));
        } else {
            row.emplace_back("why_not", analysis.why_not);
        }
        analyses.emplace_back(std::move(row));
    }
    return analyses;
}

Json to_json(const PlayedGame& played) {
    const auto& [rules, question, match] = played;
    Json::Array menu;
    for (const Term& term : match.setting.terms) menu.emplace_back(written(term));
    Json::Object object{{"adversary", rules.adversary},
                        {"rounds", match.rounds},
                        {"seed", rules.seed},
                        {"menu", std::move(menu)}};
    object.emplace_back(question.delta() ? "delta" : "epsilon",
                        question.delta() ? question.delta()->value() : question.epsilon()->value());
    const auto* drawn = std::get_if<SampledPlay>(&match.play);
    object.emplace_back("exact", drawn == nullptr);
    if (drawn != nullptr) object.emplace_back("samples", drawn->games());
    object.emplace_back("reached", to_json(played.asked()));
    object.emplace_back("guess_probability", to_json(played.guess()));
    object.emplace_back("mean_loss", to_json(played.mean()));
    object.emplace_back(
        "variance", drawn == nullptr ? mizan::to_json(std::get<PrivacyLoss>(match.play).variance())
                                     : Json(Json::Object{{"estimate", drawn->variance()}}));
    object.emplace_back("published_variance_claim",
                        match.claimed_variance ? Json(*match.claimed_variance) : Json(nullptr));
    object.emplace_back("analyses", bounds_of(played));
    return object;
}

// An event as it was written. The answers of records carry the relation of the whole program,
// which is said elsewhere.
struct AsWritten {
    Program operator()(BucketRandomizedResponse leaf) const {
        leaf.relation = Relation::replace_one;
        return leaf;
    }
    Program operator()(const auto& leaf) const { return leaf; }
};

}  // namespace

std::string written(const Term& term) {
    const Program program = std::visit(AsWritten{}, term.leaf);
    return print_expression(term.group_size == 1 ? program : group(term.group_size, program));
}

std::variant<Bracket, Estimate> PlayedGame::asked() const {
    const Delta* delta = question.delta();
    if (const auto* loss = std::get_if<PrivacyLoss>(&match.play)) {
        return delta != nullptr ? game::epsilon_at(*loss, *delta)
                                : game::delta_at(*loss, *question.epsilon());
    }
    const auto& drawn = std::get<SampledPlay>(match.play);
    return delta != nullptr ? drawn.epsilon(*delta) : drawn.delta(*question.epsilon());
}

std::variant<Bracket, Estimate> PlayedGame::guess() const {
    if (const auto* loss = std::get_if<PrivacyLoss>(&match.play)) {
        return game::guess_probability(*loss);
    }
    return std::get<SampledPlay>(match.play).guess_probability();
}

std::variant<Bracket, Estimate> PlayedGame::mean() const {
    if (const auto* loss = std::get_if<PrivacyLoss>(&match.play)) return loss->mean();
    const auto& drawn = std::get<SampledPlay>(match.play);
    if (std::isinf(drawn.mean())) return Estimate{infinity, infinity, infinity};
    const double reach = 3 * drawn.standard_error();
    return Estimate{drawn.mean(), drawn.mean() - reach, drawn.mean() + reach};
}

GameResponse respond(const GameRequest& request) {
    const DefaultArithmetic arithmetic;
    if (!request.show.empty()) {
        if (request.show != known_show) {
            throw InputError(
                "unknown show " + in_quotes(request.show) + "; there is " + std::string(known_show),
                {.rule = "show must be " + std::string(known_show),
                 .found = in_quotes(request.show)});
        }
        return KnownGames{game::gaussian_counterexample(), game::two_answers_counterexample()};
    }
    if (request.about.program.is_empty()) {
        throw InputError("a program is required, or to show " + std::string(known_show));
    }
    AskedAt at = request.at;
    if (!at.delta && !at.epsilon) at.delta = GameRequest::usual_delta;
    static_cast<void>(at.read());  // first, because it costs nothing
    const auto [relation, program] = request.about.read();
    const Question question = question_of(at, relation, request.about.group_size);
    return PlayedGame{request.rules, question, game::play(program, question, request.rules)};
}

GameRequest read_game_request(json::Members& members) {
    GameRequest request{.about = read_program_request(members), .at = read_asked_at(members)};
    game::Rules& rules = request.rules;
    if (auto script = members.text("script")) {
        rules.script = std::move(*script);
        rules.adversary = "scripted";
    }
    if (auto adversary = members.text("adversary")) rules.adversary = std::move(*adversary);
    if (const auto rounds = members.whole("rounds", 0, game::max_rounds)) {
        rules.rounds = static_cast<int>(*rounds);
    }
    if (const auto samples = members.whole("samples", 0, game::max_games)) {
        rules.games = static_cast<std::size_t>(*samples);
    }
    if (const auto seed = members.whole("seed", 0, largest_seed)) {
        rules.seed = static_cast<std::uint64_t>(*seed);
    }
    request.show = members.text("show").value_or("");
    return request;
}

Json::Object to_json(const GameRequest& request) {
    const game::Rules usual;
    Json::Object object{{"command", "game"}};
    write(object, request.about);
    write(object, request.at);
    const auto& [adversary, script, rounds, games, seed] = request.rules;
    if (!script.empty()) object.emplace_back("script", script);
    if (adversary != (script.empty() ? usual.adversary : "scripted")) {
        object.emplace_back("adversary", adversary);
    }
    if (rounds) object.emplace_back("rounds", *rounds);
    if (games) object.emplace_back("samples", *games);
    if (seed != usual.seed) object.emplace_back("seed", seed);
    if (!request.show.empty()) object.emplace_back("show", request.show);
    return object;
}

Json to_json(const GameResponse& response) {
    if (const auto* played = std::get_if<PlayedGame>(&response)) return to_json(*played);
    const auto& [gaussian, two_answers] = std::get<KnownGames>(response);
    return Json::Array{to_json(gaussian), to_json(two_answers)};
}

}  // namespace mizan

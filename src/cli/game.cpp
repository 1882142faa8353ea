// SPDX-License-Identifier: Apache-2.0
#include "io/game.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/machine.hpp"
#include "cli/question.hpp"
#include "cli/text.hpp"
#include "io/answer.hpp"

namespace mizan::cli {
namespace {

using game::CdpCounterexample;
using game::Estimate;
using game::SampledPlay;

struct Options {
    GameRequest request;
    MachineOptions machine;
};

constexpr int digits = 5;

// A number that is known far beyond the digits shown needs no second one beside it.
std::string text_of(const Bracket& bracket) {
    const bool is_sharp = bracket.width() <= 1e-9 * std::abs(bracket.middle());
    return is_sharp ? fmt::format("{:.{}g}", bracket.middle() + 0.0, digits)
                    : format_between(bracket, digits);
}

std::string text_of(const Estimate& estimate) {
    return fmt::format("about {:.{}g} ({:.{}g} to {:.{}g})", estimate.value, digits - 1,
                       estimate.low, digits - 1, estimate.high, digits - 1);
}

std::string text_of(const std::variant<Bracket, Estimate>& number) {
    return std::visit([](const auto& known) { return text_of(known); }, number);
}

void write_opening(std::ostream& out, const PlayedGame& played) {
    const auto& [rules, _, match] = played;
    out << fmt::format(
        "A dealer flips a coin between two worlds, U and V. {}\n",
        rules.adversary == "fixed"
            ? "The adversary runs the program as it is:"
            : fmt::format("For {} round{} the {} adversary\nasks, after each answer, for one of "
                          "these; each event may be played in any round:",
                          match.rounds, match.rounds == 1 ? "" : "s", rules.adversary));
    Rows rows;
    for (std::size_t i = 0; i < match.setting.terms.size(); ++i) {
        rows.push_back({fmt::format("  {}", i + 1), written(match.setting.terms[i])});
    }
    out << aligned(rows) << '\n';
}

void write_learned(std::ostream& out, const PlayedGame& played) {
    out << fmt::format("  guesses the coin   {} (blind: 0.5)\n", text_of(played.guess()));
    out << fmt::format("  mean loss in U     {}\n", text_of(played.mean()));
}

void write_bounds(std::ostream& out, const PlayedGame& played) {
    const auto& [_, question, match] = played;
    const double given = question.delta() ? question.delta()->value() : question.epsilon()->value();
    out << fmt::format("\n{} at {} {}\n", asked_in(question),
                       question.delta() ? "delta" : "epsilon", shortest(given));
    Rows rows{{"  reached", text_of(played.asked()), "by this adversary"}};
    const auto best = std::ranges::min_element(match.bounds, {}, [](const Analysis& analysis) {
        return analysis.bound.value_or(infinity);
    });
    for (const Analysis& analysis : match.bounds) {
        if (!analysis.bound) {
            rows.push_back({"  " + analysis.name, "-", analysis.why_not});
            continue;
        }
        std::string how = fmt::format("{}", fmt::join(analysis.theorems, ", "));
        if (&analysis == &*best) how += "  <- best";
        rows.push_back({"  " + analysis.name, format_up(*analysis.bound, digits), std::move(how)});
    }
    out << aligned(rows);
}

// Only where this game refutes the claim: a game that keeps within it says nothing about it.
void write_theorem_3(std::ostream& out, const game::Match& match, const Bracket& variance) {
    if (!match.claimed_variance || !(variance.lower > *match.claimed_variance)) return;
    out << fmt::format(
        "\nDR16 Theorem 3 as published claims that the variance of the loss is at most {};\n"
        "here it is {}, so this game refutes it: see\n"
        "mizan game --show cdp-theorem-3. The bound 'cdp' above uses what is true.\n",
        format_up(*match.claimed_variance, digits), text_of(variance));
}

void write_game(std::ostream& out, const PlayedGame& played) {
    write_opening(out, played);
    const auto* loss = std::get_if<PrivacyLoss>(&played.match.play);
    if (loss != nullptr) {
        out << fmt::format("What it learned, exactly, over all {} losses it can end with\n",
                           loss->atoms().size());
    } else {
        out << fmt::format(
            "What it learned in {} games drawn with seed {}: estimates, with intervals that\n"
            "miss at most once in a thousand times (the mean: three standard errors)\n",
            std::get<SampledPlay>(played.match.play).games(), played.rules.seed);
    }
    write_learned(out, played);
    write_bounds(out, played);
    if (loss != nullptr) write_theorem_3(out, played.match, loss->variance());
}

// An estimate of what happens once in 1/delta games needs many times as many games.
void warn_of_too_few_games(std::ostream& log, const GameResponse& response) {
    const auto* played = std::get_if<PlayedGame>(&response);
    if (played == nullptr) return;
    const Question& question = played->question;
    const auto* drawn = std::get_if<SampledPlay>(&played->match.play);
    if (drawn == nullptr || !question.delta()) return;
    const auto games = static_cast<double>(drawn->games());
    if (games * question.delta()->value() >= 100) return;
    log << fmt::format(
        "mizan: too few games to see delta {}: {} games show deltas from {:.2g} on\n",
        shortest(question.delta()->value()), drawn->games(), 100 / games);
}

void write_counterexample(std::ostream& out, const CdpCounterexample& found) {
    out << fmt::format("  round 1  {}\n  round 2  {}\n", found.first_round, found.second_round);
    out << fmt::format("  each is (mu, tau)-concentrated with mu = {}, tau = {}\n",
                       format_up(found.promise.mu.value(), digits),
                       format_up(found.promise.tau.value(), digits));
    const std::string moment = fmt::format("log E exp({}(L - E L))", found.lambda);
    const auto verdict = [](const Bracket& is, const Bracket& claimed) {
        return is.lower > claimed.upper ? "broken" : "";
    };
    out << aligned(
               {{"  ", "claimed", "really", ""},
                {"  E L", "= " + text_of(found.claimed_mean), text_of(found.mean),
                 found.mean.upper < found.claimed_mean.lower ? "broken" : ""},
                {"  Var L", "<= " + text_of(found.claimed_variance), text_of(found.variance),
                 verdict(found.variance, found.claimed_variance)},
                {"  " + moment, "<= " + text_of(found.claimed_log_moment),
                 text_of(found.log_moment), verdict(found.log_moment, found.claimed_log_moment)}})
        << '\n';
}

void write_game(std::ostream& out, const KnownGames& games) {
    out << "Theorem 3 of Dwork and Rothblum (2016) says that the loss L of adaptively chosen\n"
           "(mu_i, tau_i)-concentrated mechanisms has mean sum mu_i and is subgaussian around\n"
           "it with standard sqrt(sum tau_i^2). An adversary who stops after bad luck refutes\n"
           "this:\n\nWith noise\n";
    write_counterexample(out, games.gaussian);
    out << "With two answers\n";
    write_counterexample(out, games.two_answers);
    out << "The last line in whole numbers: 12^25 * 9^9 > 25^25.\n\n"
           "What is true for every adversary: E exp(s(L - sum mu_i)) <= exp(s^2 sum tau_i^2 / 2)\n"
           "for s >= 0, which bounds how large the loss gets. See mizan theorems DR16 T3.\n";
}

Status run(const Options& options, std::ostream& out) {
    return answer(
        options.machine, options.request, out,
        [&](const GameResponse& response) {
            std::visit([&](const auto& game) { write_game(out, game); }, response);
        },
        [](const GameResponse& response) { warn_of_too_few_games(std::cerr, response); });
}

template <class Whole>
Whole whole_number(const char* option, double value, double most) {
    if (!(0 <= value && value <= most) || value != std::floor(value)) {
        throw DomainError(option, "a whole number from 0 to " + shortest(most), value);
    }
    return static_cast<Whole>(value);
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    GameRequest& request = options->request;
    game::Rules& rules = request.rules;
    add_program(arguments, request.about.program, Need::optional,
                "The mechanisms: an expression or JSON");
    arguments.add_text("--adversary", rules.adversary, "NAME",
                       "fixed, random, greedy (default), optimal or scripted");
    arguments.add_text(
        "--script",
        [&rules](const std::string& text) {
            rules.script = text;
            rules.adversary = "scripted";
        },
        "RULES", "Rules of the scripted adversary: 'loss > 0.5: 2; else: 1'");
    arguments.add_number(
        "--rounds",
        [&rules](double x) { rules.rounds = whole_number<int>("--rounds", x, game::max_rounds); },
        "Number of rounds; default: as many as the program has");
    add_asked_at(arguments, request.at, GameRequest::usual_delta);
    add_neighbours(arguments, request.about.relation, request.about.group_size);
    arguments.add_number(
        "--samples",
        [&rules](double x) {
            rules.games = whole_number<std::size_t>("--samples", x, game::max_games);
        },
        "Number of games that are drawn at random, instead of playing all branches");
    arguments.add_number(
        "--seed",
        [&rules](double x) { rules.seed = whole_number<std::uint64_t>("--seed", x, 0x1p53); },
        "Seed of the random numbers; default 1");
    arguments.add_text("--show", request.show, "NAME",
                       "cdp-theorem-3: the game that refutes a published composition theorem");
    add_machine(arguments, options->machine, "Write an object");
    return [options](std::ostream& out) { return run(*options, out); };
}

}  // namespace

const Command game_command{
    .name = "game",
    .purpose = "The composition game: an adversary that adapts, against every bound",
    .example =
        "mizan game \"5 * randomized_response(0.6) + 5 * pair([0.7, 0.3], [0.5, 0.5])\" "
        "--adversary optimal --delta 0.01",
    .setup = setup,
};

}  // namespace mizan::cli

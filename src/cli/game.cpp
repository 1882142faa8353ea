// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iostream>

#include <fmt/format.h>

#include "mizan/game/cdp_counterexample.hpp"
#include "mizan/game/match.hpp"
#include "mizan/units/quoted.hpp"

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/question.hpp"
#include "cli/text.hpp"
#include "io/answer.hpp"
#include "io/expression_print.hpp"

namespace mizan::cli {
namespace {

using game::CdpCounterexample;
using game::Estimate;
using game::Match;
using game::SampledPlay;

struct Options {
    QuestionOptions question;
    std::string program;
    game::Rules rules;
    std::string show;
    bool json = false;
};

constexpr int digits = 5;
constexpr Delta usual_delta{1e-5};

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

Json json_of(const Bracket& bracket) { return to_json(bracket); }

Json json_of(const Estimate& estimate) {
    return Json::Object{
        {"estimate", estimate.value}, {"low", estimate.low}, {"high", estimate.high}};
}

// What was measured, the same names for an exact and for a sampled game.
struct Measured {
    const PrivacyLoss& loss;
    [[nodiscard]] Bracket asked(const Question& question) const {
        return question.delta() ? game::epsilon_at(loss, *question.delta())
                                : game::delta_at(loss, *question.epsilon());
    }
    [[nodiscard]] Bracket guess() const { return game::guess_probability(loss); }
    [[nodiscard]] Bracket mean() const { return loss.mean(); }
    [[nodiscard]] Bracket variance() const { return loss.variance(); }
};

struct Sampled {
    const SampledPlay& play;
    [[nodiscard]] Estimate asked(const Question& question) const {
        return question.delta() ? play.epsilon(*question.delta()) : play.delta(*question.epsilon());
    }
    [[nodiscard]] Estimate guess() const { return play.guess_probability(); }
    [[nodiscard]] Estimate mean() const {
        if (std::isinf(play.mean())) return {infinity, infinity, infinity};
        const double reach = 3 * play.standard_error();
        return {play.mean(), play.mean() - reach, play.mean() + reach};
    }
};

std::string asked_name(const Question& question) { return question.delta() ? "epsilon" : "delta"; }

// An event as it was written. The answers of records carry the relation of the whole program,
// which is said elsewhere.
struct AsWritten {
    Program operator()(BucketRandomizedResponse leaf) const {
        leaf.relation = Relation::replace_one;
        return leaf;
    }
    Program operator()(const auto& leaf) const { return leaf; }
};

std::string name_of(const Term& term) {
    const Program program = std::visit(AsWritten{}, term.leaf);
    return print_expression(term.group_size == 1 ? program : group(term.group_size, program));
}

void write_opening(std::ostream& out, const Options& options, const Match& match) {
    out << fmt::format(
        "A dealer flips a coin between two worlds, U and V. {}\n",
        options.rules.adversary == "fixed"
            ? "The adversary runs the program as it is:"
            : fmt::format("For {} round{} the {} adversary\nasks, after each answer, for one of "
                          "these; each event may be played in any round:",
                          match.rounds, match.rounds == 1 ? "" : "s", options.rules.adversary));
    Rows rows;
    for (std::size_t i = 0; i < match.setting.terms.size(); ++i) {
        rows.push_back({fmt::format("  {}", i + 1), name_of(match.setting.terms[i])});
    }
    out << aligned(rows) << '\n';
}

template <class Play>
void write_learned(std::ostream& out, const Play& play) {
    out << fmt::format("  guesses the coin   {} (blind: 0.5)\n", text_of(play.guess()));
    out << fmt::format("  mean loss in U     {}\n", text_of(play.mean()));
}

template <class Measure>
void write_bounds(std::ostream& out, const Match& match, const Question& question,
                  const Measure& measured) {
    const double given = question.delta() ? question.delta()->value() : question.epsilon()->value();
    out << fmt::format("\n{} at {} {}\n", asked_name(question),
                       question.delta() ? "delta" : "epsilon", shortest(given));
    Rows rows{{"  reached", text_of(measured), "by this adversary"}};
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
void write_theorem_3(std::ostream& out, const Match& match, const Bracket& variance) {
    if (!match.claimed_variance || !(variance.lower > *match.claimed_variance)) return;
    out << fmt::format(
        "\nDR16 Theorem 3 as published claims that the variance of the loss is at most {};\n"
        "here it is {}, so this game refutes it: see\n"
        "mizan game --show cdp-theorem-3. The bound 'cdp' above uses what is true.\n",
        format_up(*match.claimed_variance, digits), text_of(variance));
}

void write_match(std::ostream& out, const Options& options, const Question& question,
                 const Match& match) {
    write_opening(out, options, match);
    if (const auto* loss = std::get_if<PrivacyLoss>(&match.play)) {
        const Measured play{*loss};
        out << fmt::format("What it learned, exactly, over all {} losses it can end with\n",
                           loss->atoms().size());
        write_learned(out, play);
        write_bounds(out, match, question, play.asked(question));
        write_theorem_3(out, match, play.variance());
        return;
    }
    const auto& drawn = std::get<SampledPlay>(match.play);
    const Sampled play{drawn};
    out << fmt::format(
        "What it learned in {} games drawn with seed {}: estimates, with intervals that\n"
        "miss at most once in a thousand times (the mean: three standard errors)\n",
        drawn.games(), options.rules.seed);
    write_learned(out, play);
    write_bounds(out, match, question, play.asked(question));
}

// An estimate of what happens once in 1/delta games needs many times as many games.
void warn_of_too_few_games(std::ostream& log, const Question& question, const Match& match) {
    const auto* drawn = std::get_if<SampledPlay>(&match.play);
    if (drawn == nullptr || !question.delta()) return;
    const auto games = static_cast<double>(drawn->games());
    if (games * question.delta()->value() >= 100) return;
    log << fmt::format(
        "mizan: too few games to see delta {}: {} games show deltas from {:.2g} on\n",
        shortest(question.delta()->value()), drawn->games(), 100 / games);
}

Json to_json(const Options& options, const Question& question, const Match& match) {
    Json::Array menu, analyses;
    for (const Term& term : match.setting.terms) menu.emplace_back(name_of(term));
    for (const Analysis& analysis : match.bounds) {
        Json::Array theorems(analysis.theorems.begin(), analysis.theorems.end());
        Json::Object row{{"name", analysis.name},
                         {asked_name(question), analysis.bound ? Json(*analysis.bound) : nullptr}};
        if (analysis.bound) {
            row.emplace_back("theorems", std::move(theorems));
        } else {
            row.emplace_back("why_not", analysis.why_not);
        }
        analyses.emplace_back(std::move(row));
    }
    Json::Object object{{"adversary", options.rules.adversary},
                        {"rounds", match.rounds},
                        {"seed", options.rules.seed},
                        {"menu", std::move(menu)}};
    object.emplace_back(question.delta() ? "delta" : "epsilon",
                        question.delta() ? question.delta()->value() : question.epsilon()->value());
    const auto add = [&](const auto& play) {
        object.emplace_back("reached", json_of(play.asked(question)));
        object.emplace_back("guess_probability", json_of(play.guess()));
        object.emplace_back("mean_loss", json_of(play.mean()));
    };
    if (const auto* loss = std::get_if<PrivacyLoss>(&match.play)) {
        object.emplace_back("exact", true);
        add(Measured{*loss});
        object.emplace_back("variance", json_of(loss->variance()));
    } else {
        const auto& drawn = std::get<SampledPlay>(match.play);
        object.emplace_back("exact", false);
        object.emplace_back("samples", drawn.games());
        add(Sampled{drawn});
        object.emplace_back("variance", Json::Object{{"estimate", drawn.variance()}});
    }
    object.emplace_back("published_variance_claim",
                        match.claimed_variance ? Json(*match.claimed_variance) : nullptr);
    object.emplace_back("analyses", std::move(analyses));
    return object;
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

Json to_json(const CdpCounterexample& found) {
    return Json::Object{{"rounds", Json::Array{found.first_round, found.second_round}},
                        {"mu", found.promise.mu.value()},
                        {"tau", found.promise.tau.value()},
                        {"mean", json_of(found.mean)},
                        {"claimed_mean", json_of(found.claimed_mean)},
                        {"variance", json_of(found.variance)},
                        {"claimed_variance", json_of(found.claimed_variance)},
                        {"lambda", found.lambda},
                        {"centred_log_moment", json_of(found.log_moment)},
                        {"claimed_centred_log_moment", json_of(found.claimed_log_moment)}};
}

void show_cdp_theorem_3(std::ostream& out, bool json) {
    const CdpCounterexample gaussian = game::gaussian_counterexample();
    const CdpCounterexample two_answers = game::two_answers_counterexample();
    if (json) {
        out << to_pretty_text(Json::Array{to_json(gaussian), to_json(two_answers)}) << '\n';
        return;
    }
    out << "Theorem 3 of Dwork and Rothblum (2016) says that the loss L of adaptively chosen\n"
           "(mu_i, tau_i)-concentrated mechanisms has mean sum mu_i and is subgaussian around\n"
           "it with standard sqrt(sum tau_i^2). An adversary who stops after bad luck refutes\n"
           "this:\n\nWith noise\n";
    write_counterexample(out, gaussian);
    out << "With two answers\n";
    write_counterexample(out, two_answers);
    out << "The last line in whole numbers: 12^25 * 9^9 > 25^25.\n\n"
           "What is true for every adversary: E exp(s(L - sum mu_i)) <= exp(s^2 sum tau_i^2 / 2)\n"
           "for s >= 0, which bounds how large the loss gets. See mizan theorems DR16 T3.\n";
}

Status run(const Options& given, std::ostream& out) {
    if (!given.show.empty()) {
        if (given.show != "cdp-theorem-3") {
            throw InputError("unknown show " + in_quotes(given.show) + "; there is cdp-theorem-3");
        }
        show_cdp_theorem_3(out, given.json);
        return Status::done;
    }
    if (given.program.empty()) throw InputError("a program is required, or --show cdp-theorem-3");
    Options options = given;
    if (!options.question.delta && !options.question.epsilon) options.question.delta = usual_delta;
    options.question.check();
    const ProgramDocument document = options.question.document(options.program);
    const Question question = options.question.ask(document.relation);
    const Match match = game::play(document.program, question, options.rules);
    warn_of_too_few_games(std::cerr, question, match);
    if (options.json) {
        out << to_pretty_text(to_json(options, question, match)) << '\n';
    } else {
        write_match(out, options, question, match);
    }
    return Status::done;
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
    game::Rules& rules = options->rules;
    arguments.add_text("program", options->program, "PROGRAM",
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
    add_question(arguments, options->question, usual_delta);
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
    arguments.add_text("--show", options->show, "NAME",
                       "cdp-theorem-3: the game that refutes a published composition theorem");
    arguments.add_flag("--json", options->json, "Write an object");
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

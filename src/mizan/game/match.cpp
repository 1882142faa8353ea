// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/match.hpp"

#include <algorithm>

#include "mizan/account/account.hpp"
#include "mizan/account/analyses.hpp"
#include "mizan/game/adversary.hpp"
#include "mizan/game/script.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/units/quoted.hpp"

namespace mizan::game {

namespace {

// Games that are enough to choose a target by.
constexpr std::size_t trial_games = 5'000;

int rounds_of(const Setting& setting, const Rules& rules) {
    const int of_program = static_cast<int>(setting.in_order.size());
    if (!rules.rounds) return of_program;
    if (rules.adversary == "fixed" && *rules.rounds != of_program) {
        throw InputError("a fixed adversary plays the " + std::to_string(of_program) +
                         " rounds of the program, not " + std::to_string(*rules.rounds));
    }
    if (*rules.rounds < 0 || *rules.rounds > max_rounds) {
        throw InputError("rounds must be from 0 to " + std::to_string(max_rounds) + ", got " +
                         std::to_string(*rules.rounds));
    }
    return *rules.rounds;
}

double reached(const std::variant<PrivacyLoss, SampledPlay>& play, Delta delta) {
    if (const auto* exact = std::get_if<PrivacyLoss>(&play)) return epsilon_at(*exact, delta).lower;
    return std::get<SampledPlay>(play).epsilon(delta).value;
}

class Table {
public:
    Table(const Setting& setting, const Question& question, const Rules& rules)
        : setting_{setting},
          question_{question},
          rules_{rules},
          rounds_{rounds_of(setting, rules)} {}

    [[nodiscard]] int rounds() const { return rounds_; }

    [[nodiscard]] std::variant<PrivacyLoss, SampledPlay> play() const {
        return play(adversary(), rules_.games.value_or(default_games));
    }

private:
    [[nodiscard]] bool is_exact() const { return !rules_.games && setting_.menu.is_finite(); }

    [[nodiscard]] std::variant<PrivacyLoss, SampledPlay> play(const Adversary& adversary,
                                                              std::size_t games) const {
        if (is_exact()) return play_exactly(setting_.menu, adversary, rounds_);
        return play_sampled(setting_.menu, adversary, rounds_, games, rules_.seed);
    }

    [[nodiscard]] Adversary adversary() const {
        const Menu& menu = setting_.menu;
        if (!rules_.script.empty() && rules_.adversary != "scripted") {
            throw InputError("a script is for the scripted adversary, not for the " +
                             rules_.adversary + " one");
        }
        if (rules_.adversary == "fixed") return fixed(setting_.in_order);
        if (rules_.adversary == "random") return random(menu, rules_.seed);
        if (rules_.adversary == "scripted") return scripted(menu, rules_.script);
        if (rules_.adversary == "greedy") {
            return aiming([&](double target) { return greedy(menu, hockey_stick_at(target)); });
        }
        if (rules_.adversary == "optimal") {
            return aiming(
                [&](double target) { return optimal(menu, rounds_, hockey_stick_at(target)); });
        }
        throw InputError("unknown adversary " + in_quotes(rules_.adversary) +
                         "; there are fixed, random, greedy, optimal, scripted");
    }

    [[nodiscard]] Adversary aiming(const std::function<Adversary(double)>& aimed_at) const {
        if (question_.epsilon()) return aimed_at(question_.epsilon()->value());
        return pursuing(aimed_at, [&](const Adversary& adversary) {
            return reached(
                play(adversary, std::min(rules_.games.value_or(trial_games), trial_games)),
                *question_.delta());
        });
    }

    const Setting& setting_;
    const Question& question_;
    const Rules& rules_;
    int rounds_;
};

// A bound that an exact game exceeds would refute its theorem.
void check_bounds(const Match& match, const Question& question) {
    const auto* exact = std::get_if<PrivacyLoss>(&match.play);
    if (exact == nullptr) return;
    const Bracket measured = question.delta() ? epsilon_at(*exact, *question.delta())
                                              : delta_at(*exact, *question.epsilon());
    for (const Analysis& analysis : match.bounds) {
        ensure(!analysis.bound || measured.lower <= *analysis.bound,
               "an exact game exceeds a composition bound");
    }
}

// Στ² over all rounds, if every round is concentrated.
std::optional<double> sum_of_squared_standards(const std::vector<KnownPart>& parts) {
    Bracket sum = 0;
    for (const KnownPart& part : parts) {
        if (!part.cdp.value || part.failure.value() > 0) return std::nullopt;
        sum += part.count * square(Bracket(part.cdp.value->tau.value()));
    }
    return sum.upper;
}

}  // namespace

Match play(const Program& program, const Question& question, const Rules& rules) {
    const DefaultArithmetic arithmetic;
    Setting setting = setting_of(program, question.relation, question.group_size);
    const Table table(setting, question, rules);
    const int rounds = table.rounds();
    auto played = table.play();

    const bool is_fixed = rules.adversary == "fixed";
    const std::vector<KnownPart> promised =
        is_fixed ? known_parts(program, question.relation, question.group_size)
                 : std::vector<KnownPart>{any_of(setting.parts, rounds)};
    std::vector<Analysis> bounds =
        is_fixed ? account(program, question).analyses : analysis::all(promised, question);
    Match match{std::move(setting), rounds, std::move(played), std::move(bounds),
                sum_of_squared_standards(promised)};
    check_bounds(match, question);
    return match;
}

}  // namespace mizan::game

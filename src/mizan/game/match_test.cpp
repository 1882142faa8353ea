// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/match.hpp"

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::game {
namespace match_test {

const Program coins = 3 * Program(RandomizedResponse{0.6}) + 3 * Program(RandomizedResponse{0.7});

Match exact(const Program& program, const std::string& adversary, Question question) {
    return play(program, question, Rules{.adversary = adversary});
}

double reached(const Match& match, Question question) {
    const auto& loss = std::get<PrivacyLoss>(match.play);
    return (question.delta() ? epsilon_at(loss, *question.delta())
                             : delta_at(loss, *question.epsilon()))
        .middle();
}

std::string complaint(const Program& program, const Rules& rules) {
    try {
        (void)play(program, {.at = Delta{0.01}}, rules);
    } catch (const InputError& error) {
        return error.what();
    } catch (const Refused& refused) {
        return refused.what();
    }
    return "no complaint";
}

TEST(Match, TheMenuHoldsEachMechanismOnceAndTheProgramsOrderIsKept) {
    const Setting setting =
        setting_of(coins + Program(RandomizedResponse{0.6}), Relation::add_or_remove_one, 1);
    EXPECT_EQ(setting.terms.size(), 2u);
    const std::vector<Choice> order{{1}, {1}, {1}, {2}, {2}, {2}, {1}};
    EXPECT_EQ(setting.in_order, order);
    EXPECT_TRUE(setting.menu.is_finite());
}

TEST(Match, AFixedGameReachesWhatAccountingSays) {
    const Question question{.at = Delta{0.01}};
    const Match match = exact(coins, "fixed", question);
    const Bracket answer = account(coins, question).epsilon;
    EXPECT_LE(answer.lower, reached(match, question) + 1e-9);
    EXPECT_NEAR(answer.upper, reached(match, question), 1e-6);
}

TEST(Match, TheOptimalAdversaryReachesMostAndNobodyBreaksABound) {
    for (const Question& question : {Question{.at = Delta{0.01}}, Question{.at = Epsilon{1.0}}}) {
        const double best = reached(exact(coins, "optimal", question), question);
        for (const char* adversary : {"greedy", "random"}) {
            EXPECT_LE(reached(exact(coins, adversary, question), question), best + 1e-12);
        }
        for (const Analysis& analysis : exact(coins, "optimal", question).bounds) {
            ASSERT_TRUE(analysis.bound) << analysis.name << ": " << analysis.why_not;
            EXPECT_GE(*analysis.bound, best) << analysis.name;
        }
    }
}

// For an adaptive adversary with one kind of mechanism the worst of the menu is the program.
TEST(Match, OneMechanismHasTheBoundsOfItsProgram) {
    const Program program = 10 * Program(RandomizedResponse{0.6});
    const Question question{.at = Delta{1e-3}};
    const Match adaptive = exact(program, "greedy", question);
    const Answer answer = account(program, question);
    for (std::size_t i = 0; i < adaptive.bounds.size(); ++i) {
        EXPECT_EQ(adaptive.bounds[i].name, answer.analyses[i].name);
        EXPECT_EQ(adaptive.bounds[i].bound, answer.analyses[i].bound);
    }
    EXPECT_NEAR(reached(adaptive, question), *adaptive.bounds[2].bound, 1e-9);
}

TEST(Match, PromisesOfAnyChoiceAreTheWeakest) {
    const Setting setting = setting_of(Program(RandomizedResponse{0.7}) + pure(Epsilon{0.5}) +
                                           approximate(Epsilon{0.1}, Delta{0.01}),
                                       Relation::add_or_remove_one, 1);
    const KnownPart any = any_of(setting.parts, 5);
    EXPECT_EQ(any.count, 5);
    EXPECT_EQ(any.failure, Delta{0.01});
    EXPECT_NEAR(any.pure.value->epsilon.value(), std::log(7.0 / 3), 1e-14);
    for (const KnownPart& part : setting.parts) {
        for (const double order : {1.0, 2.0, 10.0, infinity}) {
            EXPECT_GE(any.renyi.value->curve(Order{order}).upper,
                      part.renyi.value->curve(Order{order}).upper);
        }
        EXPECT_GE(any.zcdp.value->rho, part.zcdp.value->rho);
        EXPECT_GE(any.cdp.value->tau, part.cdp.value->tau);
        EXPECT_GE(any.cdp.value->mu, part.cdp.value->mu);
        EXPECT_GE(any.gdp.value->mu, part.gdp.value->mu);
    }
}

TEST(Match, APromiseThatMayFailIsPlayedAsOneThatSometimesShowsEverything) {
    const Program program = 2 * approximate(Epsilon{0.5}, Delta{0.25});
    const Match match = exact(program, "fixed", {.at = Epsilon{0.0}});
    const auto& loss = std::get<PrivacyLoss>(match.play);
    EXPECT_TRUE(loss.infinity_mass().contains(0.4375));
    EXPECT_LT(loss.infinity_mass().width(), 1e-15);
    EXPECT_FALSE(match.claimed_variance);
}

TEST(Match, NoiseIsDrawn) {
    const Program program = 4 * Program(Gaussian{2.0});
    const Match match =
        play(program, {.at = Epsilon{1.0}}, {.adversary = "greedy", .games = 20'000});
    const auto& drawn = std::get<SampledPlay>(match.play);
    EXPECT_EQ(drawn.games(), 20'000u);
    // One kind of noise: whatever the adversary does, the whole is one Gaussian of mean 1.
    const Estimate delta = drawn.delta(Epsilon{1.0});
    const double truth = Gaussian{1.0}.delta(Epsilon{1.0}).middle();
    EXPECT_LE(delta.low, truth);
    EXPECT_GE(delta.high, truth);
    EXPECT_NEAR(*match.claimed_variance, 1, 1e-12);
}

TEST(Match, NoNoiseAndOnlyNoiseAreGamesToo) {
    const Match open = exact(Gaussian{0.0}, "greedy", {.at = Delta{0.5}});
    EXPECT_EQ(epsilon_at(std::get<PrivacyLoss>(open.play), Delta{0.5}), Bracket(infinity));
    const Match blind =
        play(Laplace{infinity}, {.at = Delta{0.1}}, {.adversary = "fixed", .games = 100});
    EXPECT_EQ(std::get<SampledPlay>(blind.play).guess_probability().value, 0.5);
}

TEST(Match, SaysWhatIsWrongWithTheRules) {
    EXPECT_EQ(complaint(coins, {.adversary = "fixed", .rounds = 5}),
              "a fixed adversary plays the 6 rounds of the program, not 5");
    EXPECT_EQ(complaint(coins, {.adversary = "clever"}),
              "unknown adversary 'clever'; there are fixed, random, greedy, optimal, scripted");
    EXPECT_EQ(complaint(coins, {.adversary = "greedy", .script = "1"}),
              "a script is for the scripted adversary, not for the greedy one");
    EXPECT_EQ(
        complaint(zcdp(Rho{0.1}), {.adversary = "fixed"}),
        "zcdp is known only by what it promises, and the game needs a mechanism with two laws "
        "to draw answers from; gaussian, laplace, randomized_response and pair have them");
    EXPECT_EQ(complaint(0 * coins, {.adversary = "fixed"}), "a game needs at least one mechanism");
    EXPECT_EQ(complaint(1'000'000 * coins, {.adversary = "fixed"}),
              "the game has more than 100000 rounds");
    EXPECT_EQ(complaint(coins, {.adversary = "scripted", .script = "3"}),
              "script, rule 1 '3': expected a move from 1 to 2 or 'nothing' at '3'");
}

}  // namespace match_test
}  // namespace mizan::game

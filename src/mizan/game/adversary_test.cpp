// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/adversary.hpp"

#include <set>

#include <gtest/gtest.h>

#include "mizan/game/test_menu.hpp"

#include "support/oracle.hpp"

namespace mizan::game {
namespace adversary_test {

using namespace testing;

double delta_of(const Menu& menu, const Adversary& adversary, int rounds, double epsilon) {
    return play_exactly(menu, adversary, rounds).delta(Epsilon{epsilon}).middle();
}

RC_GTEST_PROP(Optimal, NoOtherStrategyReachesMore, ()) {
    const Menu menu = menu_of(*any_pairs(1.5));
    const int rounds = *rc::gen::inRange(1, 4);
    const double epsilon = *support::uniform(0, 1.5);
    const double best =
        delta_of(menu, optimal(menu, rounds, hockey_stick_at(epsilon)), rounds, epsilon);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    RC_ASSERT(delta_of(menu, random(menu, seed), rounds, epsilon) <= best + 1e-12);
    RC_ASSERT(delta_of(menu, greedy(menu, hockey_stick_at(epsilon)), rounds, epsilon) <=
              best + 1e-12);
}

TEST(Optimal, MatchesTryingEveryStrategyOfTwoRounds) {
    const Menu menu = menu_of({{{0.6, 0.4}, {0.3, 0.7}}, {{0.9, 0.1}, {0.7, 0.3}}});
    constexpr double epsilon = 0.6;
    std::vector<Choice> choices{{0}};
    for (const std::size_t move : {1u, 2u}) {
        for (bool is_swapped : {false, true}) choices.push_back({move, is_swapped});
    }
    double best = 0;
    for (const Choice first : choices) {
        for (const Choice after_gain : choices) {
            for (const Choice after_loss : choices) {
                const Adversary adversary{"one of all", [&](const View& view) {
                                              if (view.round == 0) return first;
                                              return view.loss > 0 ? after_gain : after_loss;
                                          }};
                best = std::max(best, delta_of(menu, adversary, 2, epsilon));
            }
        }
    }
    const double found = delta_of(menu, optimal(menu, 2, hockey_stick_at(epsilon)), 2, epsilon);
    EXPECT_NEAR(found, best, 1e-14);
    EXPECT_GT(found, delta_of(menu, fixed({{1}, {1}}), 2, epsilon));
}

TEST(Optimal, RefusesWhatItCannotSearch) {
    const Menu noise({laplace_shift("laplace(1)", 1)});
    EXPECT_THROW((void)optimal(noise, 2, mean_loss()), Refused);
    const Menu large = menu_of({{{0.1, 0.2, 0.3, 0.4}, {0.17, 0.23, 0.29, 0.31}}});
    EXPECT_THROW((void)optimal(large, 60, mean_loss()), InputError);
}

TEST(Greedy, AsksForTheLargestMeanLossWhereNothingElseIsInReach) {
    const Menu menu = menu_of({coin(0.6), coin(0.8), coin(0.7)});
    const Choice first = greedy(menu, hockey_stick_at(50)).choose({0, 5, 0, {}});
    EXPECT_EQ(first.move, 2u);
}

TEST(Greedy, PlaysNoiseThatCannotBeListed) {
    const Menu menu({gaussian_shift("gaussian(2)", 0.5), gaussian_shift("gaussian(1)", 1)});
    EXPECT_EQ(greedy(menu, mean_loss()).choose({0, 1, 0, {}}).move, 2u);
}

TEST(Random, IsAFunctionOfSeedAndSituation) {
    const Menu menu = menu_of({coin(0.6), coin(0.8), coin(0.7)});
    const Adversary a = random(menu, 1), b = random(menu, 1), c = random(menu, 2);
    std::set<Choice> met;
    int differences = 0;
    for (int i = 0; i < 200; ++i) {
        const View view{i % 7, 10, 0.1 * i, {}};
        EXPECT_EQ(a.choose(view), b.choose(view));
        differences += a.choose(view) != c.choose(view);
        met.insert(a.choose(view));
    }
    EXPECT_EQ(met.size(), 6u);
    EXPECT_GT(differences, 100);
    EXPECT_EQ(met.count({0}), 0u);
}

}  // namespace adversary_test
}  // namespace mizan::game

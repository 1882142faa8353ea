// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/game.hpp"

#include <string>

#include <gtest/gtest.h>

#include "mizan/game/adversary.hpp"
#include "mizan/game/test_menu.hpp"

#include "support/oracle.hpp"

namespace mizan::game {
namespace game_test {

using namespace testing;
using oracle::Real;

// Any strategy that looks at every answer: its choices are hashes of the transcript.
Adversary remembering(const Menu& menu, unsigned seed) {
    const unsigned moves = static_cast<unsigned>(menu.size());
    return {"remembering",
            [=](const View& view) -> Choice {
                unsigned hash = seed;
                for (const Turn& turn : view.transcript) {
                    hash = hash * 31 + static_cast<unsigned>(turn.outcome) + 1;
                }
                return {hash % moves, (hash / moves) % 2 == 1};
            },
            true};
}

struct Leaf {
    Real p, q;
};

// The whole tree without any merging, in 50 digits.
void enumerate(const std::vector<Pair>& pairs, const Adversary& adversary, int rounds,
               std::vector<Turn>& transcript, Leaf so_far, std::vector<Leaf>& leaves) {
    const int round = static_cast<int>(transcript.size());
    if (round == rounds) return leaves.push_back(so_far);
    const Choice choice = adversary.choose({round, rounds, 0, transcript});
    Pair pair{{1}, {1}};
    if (choice.move > 0) pair = pairs[choice.move - 1];
    if (choice.is_swapped) std::swap(pair.first, pair.second);
    Real sum_p = 0, sum_q = 0;
    for (std::size_t i = 0; i < pair.first.size(); ++i) {
        sum_p += pair.first[i];
        sum_q += pair.second[i];
    }
    for (std::size_t i = 0; i < pair.first.size(); ++i) {
        transcript.push_back({choice, i});
        enumerate(pairs, adversary, rounds, transcript,
                  {so_far.p * pair.first[i] / sum_p, so_far.q * pair.second[i] / sum_q}, leaves);
        transcript.pop_back();
    }
}

RC_GTEST_PROP(ExactGame, ContainsTheEnumerationOfEveryBranch, ()) {
    const auto pairs = *any_pairs(2);
    const Menu menu = menu_of(pairs);
    const Adversary adversary = remembering(menu, *rc::gen::arbitrary<unsigned>());
    const int rounds = *rc::gen::inRange(0, 4);
    const Epsilon epsilon{*support::uniform(0, 3)};

    const PrivacyLoss loss = play_exactly(menu, adversary, rounds);

    std::vector<Leaf> leaves;
    std::vector<Turn> transcript;
    enumerate(pairs, adversary, rounds, transcript, {1, 1}, leaves);
    Real delta = 0, reverse_delta = 0, mean = 0, square = 0;
    const Real growth = exp(Real(epsilon.value()));
    for (const Leaf& leaf : leaves) {
        if (leaf.p > growth * leaf.q) delta += leaf.p - growth * leaf.q;
        if (leaf.q > growth * leaf.p) reverse_delta += leaf.q - growth * leaf.p;
        mean += leaf.p * log(leaf.p / leaf.q);
        square += leaf.p * leaf.p / leaf.q;
    }
    RC_ASSERT(oracle::contains(loss.delta(epsilon), delta));
    RC_ASSERT(oracle::contains(loss.reversed().delta(epsilon), reverse_delta));
    RC_ASSERT(oracle::contains(loss.mean(), mean));
    RC_ASSERT(oracle::contains(loss.renyi(Order{2.0}), log(square)));
    RC_ASSERT(loss.mean().width() < 1e-13);
}

RC_GTEST_PROP(ExactGame, AnAdversaryThatLooksAtTheLossOnlyNeedNotRemember, ()) {
    const Menu menu = menu_of(*any_pairs(2));
    const auto choose = [size = menu.size()](const View& view) -> Choice {
        return {(view.loss > 0 ? 1 : 2) % size, view.loss > 1};
    };
    const int rounds = *rc::gen::inRange(1, 4);
    const PrivacyLoss forgetful = play_exactly(menu, {"forgetful", choose, false}, rounds);
    const PrivacyLoss mindful = play_exactly(menu, {"mindful", choose, true}, rounds);
    const Bracket a = forgetful.delta(Epsilon{0.5}), b = mindful.delta(Epsilon{0.5});
    RC_ASSERT(a.lower <= b.upper);
    RC_ASSERT(b.lower <= a.upper);
    RC_ASSERT(hull(a, b).width() < 1e-14);
}

TEST(ExactGame, ManyRoundsOfOneCoinAreABinomial) {
    const Menu menu = menu_of({coin(0.525)});
    constexpr int rounds = 1000;
    const PrivacyLoss loss =
        play_exactly(menu, fixed(std::vector<Choice>(rounds, Choice{1})), rounds);
    EXPECT_EQ(loss.atoms().size(), rounds + 1u);

    const Real p = Real(0.525) / (Real(0.525) + Real(1 - 0.525)), step = log(p / (1 - p));
    Real delta = 0, binomial = pow(1 - p, rounds);
    for (int k = 0; k <= rounds; ++k) {
        const Real total = (2 * k - rounds) * step;
        if (total > 5) delta += binomial * (1 - exp(5 - total));
        binomial *= Real(rounds - k) / (k + 1) * p / (1 - p);
    }
    EXPECT_TRUE(oracle::contains(loss.delta(Epsilon{5.0}), delta));
    EXPECT_TRUE(oracle::is_sharp(loss.delta(Epsilon{5.0}), delta, 1e-11));
}

TEST(ExactGame, SwappingTheDatabasesReversesTheLoss) {
    const Menu menu = menu_of({{{0.5, 0.3, 0.2}, {0.1, 0.3, 0.6}}});
    const PrivacyLoss there = play_exactly(menu, fixed({{1, false}, {1, false}}), 2);
    const PrivacyLoss back = play_exactly(menu, fixed({{1, true}, {1, true}}), 2);
    EXPECT_EQ(there.mean(), back.reversed().mean());
    EXPECT_GT(std::abs(there.mean().middle() - back.mean().middle()), 0.01);
}

TEST(ExactGame, AnAnswerThatOnlyOneWorldGivesEndsTheDoubt) {
    const Menu menu = menu_of({{{0.75, 0.25, 0.0}, {0.75, 0.0, 0.25}}});
    const PrivacyLoss loss = play_exactly(menu, fixed({{1}, {1}}), 2);
    EXPECT_EQ(loss.infinity_mass(), Bracket(0.4375));
    EXPECT_EQ(loss.delta(Epsilon{100.0}), Bracket(0.4375));
    EXPECT_EQ(loss.reversed().infinity_mass(), Bracket(0.4375));
    EXPECT_EQ(loss.mean(), Bracket(infinity));
}

TEST(ExactGame, NoRoundsAndNoMovesRevealNothing) {
    const Menu menu = menu_of({coin(0.9)});
    EXPECT_EQ(play_exactly(menu, fixed({}), 0).delta(Epsilon{0.0}), Bracket(0));
    EXPECT_LE(play_exactly(menu, fixed({{0}, {0}}), 2).mean().upper, 1e-28);
}

TEST(ExactGame, ATooLargeTreeIsRefusedWithItsSize) {
    std::vector<double> p, q;
    for (int i = 0; i < 10; ++i) {
        p.push_back(1 + 0.1 * i);
        q.push_back(2 - std::sqrt(0.1 * i));
    }
    const Menu menu = menu_of({{normalised(p), normalised(q)}});
    try {
        (void)play_exactly(menu, fixed(std::vector<Choice>(200, Choice{1})), 200);
        FAIL() << "must refuse";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("more than 131072 different situations"),
                  std::string::npos)
            << error.what();
    }
}

TEST(ExactGame, RefusesMovesThatDoNotExistAndAnswersThatCannotBeListed) {
    const Menu coins = menu_of({coin(0.9)});
    EXPECT_THROW((void)play_exactly(coins, fixed({{2}}), 1), InputError);
    const Menu noise({gaussian_shift("gaussian(1)", 1)});
    EXPECT_THROW((void)play_exactly(noise, fixed({{1}}), 1), Refused);
    EXPECT_THROW(Menu({}), InputError);
}

}  // namespace game_test
}  // namespace mizan::game

// SPDX-License-Identifier: Apache-2.0
// Answers that have to hold for everything that their printed assumptions allow.
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/explain/alternatives.hpp"

namespace mizan {
namespace {

using enum Relation;

const Program noise = Gaussian{.noise_multiplier = 1.0};

Bracket epsilon_of(const Program& program, Relation relation, double delta, Count group_size = 1) {
    return cost(program, {.at = Delta{delta}, .relation = relation, .group_size = group_size});
}

const Alternative* find(const std::vector<Alternative>& all, std::string_view words) {
    for (const Alternative& each : all) {
        if (each.behaviour.find(words) != std::string::npos) return &each;
    }
    return nullptr;
}

TEST(Meaning, OfBatchesOfAFixedSizeDependsOnTheRecordsWhereAGroupChanges) {
    for (const Relation relation : {add_or_remove_one, replace_one, replace_special}) {
        Question question{.at = Delta{1e-5}, .relation = relation};
        EXPECT_NE(find(alternatives(poisson(0.1, noise), question), "fixed size"), nullptr);
        question.group_size = 3;
        EXPECT_EQ(find(alternatives(poisson(0.1, noise), question), "fixed size"), nullptr);
        question.group_size = 1;
        EXPECT_EQ(find(alternatives(group(3, poisson(0.1, noise)), question), "fixed size"),
                  nullptr);
    }
    // Where the number of records was declared it is known.
    const Question replaced{.at = Delta{1e-5}, .relation = replace_one, .group_size = 3};
    EXPECT_NE(find(alternatives(with_replacement(1000, 100, noise), replaced), "fixed size"),
              nullptr);
}

TEST(Meaning, OfOneAnswerInEveryBatchIsThatAGroupChangesSeveral) {
    const Program answer = RandomizedResponse{0.75};
    const Question question{.at = Delta{0.0}, .group_size = 3};
    EXPECT_EQ(find(alternatives(poisson(0.1, answer), question), "shuffled epochs"), nullptr);
    EXPECT_NE(find(alternatives(poisson(0.1, noise), question), "shuffled epochs"), nullptr);
    const Question people{.at = Delta{0.0}, .relation = replace_one, .group_size = 3};
    const auto others = alternatives(shuffled(100, answer), people);
    const Alternative* named = find(others, "whose they are");
    ASSERT_NE(named, nullptr);
    EXPECT_NEAR(named->cost.upper, 3 * std::log(3), 1e-12);
}

// A promise between a value and none lets other people be twice as far away: with messages "yes" of
// probability e/(1+e), 1/(1+e) and, for all others, 1/(e(1+e)), a hundred people reach 0.6259.
TEST(Meaning, OfAPromiseAboutOneThatSaysNothingLeavesTheOthersFree) {
    const Bracket hundred = epsilon_of(shuffled(100, pure(Epsilon{1.0})), replace_special, 1e-4);
    EXPECT_GT(hundred.lower, 0.6022);
    EXPECT_LT(hundred.upper, 0.66);
    const Bracket many = epsilon_of(shuffled(10000, pure(Epsilon{2.0})), replace_special, 1e-6);
    EXPECT_GT(many.upper, 0.25902);
    EXPECT_GT(many.lower, 0.25);
    // Any two values are meant under replace_one, so that the others hide more.
    EXPECT_LT(epsilon_of(shuffled(100, pure(Epsilon{1.0})), replace_one, 1e-4).upper, 0.37);
}

// On a sample the other people say nothing unless they are drawn, so that they hide more than where
// all are there.
TEST(Meaning, OfOtherPeopleOnSamplesIsThatTheySayNothingUnlessTheyAreDrawn) {
    const Program answer = pure(Epsilon{5.0});
    const Bracket drawn = epsilon_of(poisson(0.01, shuffled(1000, answer)), replace_special, 1e-6);
    const Bracket own = epsilon_of(shuffled(1000, poisson(0.01, answer)), replace_special, 1e-6);
    EXPECT_LE(drawn.lower, own.upper);  // one mechanism, written in two ways
    for (const Program& sampled : {without_replacement(4, 4, shuffled(4, pure(Epsilon{1.0}))),
                                   without_replacement(200, 100, shuffled(100, pure(Epsilon{1.0}))),
                                   with_replacement(200, 100, shuffled(100, pure(Epsilon{1.0}))),
                                   random_allocation(2, 1, shuffled(100, pure(Epsilon{1.0})))}) {
        EXPECT_LE(epsilon_of(sampled, replace_special, 1e-4).lower,
                  epsilon_of(shuffled(100, pure(Epsilon{1.0})), replace_special, 1e-4).upper + 1);
    }
    EXPECT_EQ(epsilon_of(without_replacement(6, 3, shuffled(3, pure(Epsilon{1.0}))),
                         replace_special, 1e-2)
                  .lower,
              0);
}

// A message costs no more with a shuffler than without.
TEST(Meaning, OfBucketsIsTheSameInAShuffle) {
    const Program buckets = BucketRandomizedResponse{.noise_parameter = 0.5, .num_buckets = 3.0};
    const Bracket alone = epsilon_of(buckets, replace_special, 1e-6);
    EXPECT_TRUE(Bracket(0.693144, 0.693146).contains(alone.upper));
    const Bracket two = epsilon_of(shuffled(2, buckets), replace_special, 1e-6);
    EXPECT_LE(two.upper, alone.upper + 1e-4);
    EXPECT_LE(two.lower, alone.upper);
    EXPECT_GT(two.lower, 0.69);
}

TEST(Meaning, OfANormIsThatAReplacedRecordMovesTwiceAsFar) {
    const Program sums = MatrixMechanism(1.0, {1.0}, 1.0, 1.0, 1.0);
    EXPECT_NEAR(epsilon_of(sums, replace_one, 1e-5).lower, 9.99726, 1e-5);
    EXPECT_NEAR(epsilon_of(sums, replace_one, 1e-5).upper, 9.99726, 1e-5);
    EXPECT_NEAR(epsilon_of(sums, replace_special, 1e-5).upper, 4.37718, 1e-5);
    // In samples of a fixed size a record takes the place of another. One that becomes one that
    // says nothing moves by half of that.
    const Bracket sampled = epsilon_of(without_replacement(10, 5, sums), replace_special, 1e-5);
    EXPECT_NEAR(sampled.upper,
                epsilon_of(without_replacement(10, 5, group(2, noise)), replace_one, 1e-5).upper,
                1e-6);
    EXPECT_NEAR(sampled.lower, epsilon_of(poisson(0.5, noise), add_or_remove_one, 1e-5).lower,
                1e-6);
    // On Poisson samples its noise is that of gaussian.
    EXPECT_NEAR(epsilon_of(poisson(0.1, sums), replace_one, 1e-5).upper,
                epsilon_of(poisson(0.1, noise), replace_one, 1e-5).upper, 1e-9);
}

TEST(Meaning, OfNoiseOnSamplesIsTheSameHoweverTheyAreNested) {
    const double sampled = epsilon_of(poisson(0.01, noise), replace_one, 1e-5).upper;
    EXPECT_NEAR(
        epsilon_of(without_replacement(1, 1, poisson(0.01, noise)), replace_one, 1e-5).upper,
        sampled, 2e-4);
    // Beside other noise, and selected, it keeps its meaning: two records apart.
    const Program quiet = Laplace{1e6};
    EXPECT_GE(epsilon_of(poisson(0.5, noise + quiet), replace_one, 1e-5).upper,
              epsilon_of(poisson(0.5, noise), replace_one, 1e-5).lower);
    EXPECT_GE(epsilon_of(poisson(0.5, repeat_and_select(noise, 1, 1)), replace_one, 1e-5).upper,
              epsilon_of(poisson(0.5, noise), replace_one, 1e-5).lower);
    EXPECT_NEAR(epsilon_of(poisson(1, noise), replace_one, 1e-5).upper,
                epsilon_of(group(2, noise), replace_one, 1e-5).upper, 1e-9);
}

}  // namespace
}  // namespace mizan

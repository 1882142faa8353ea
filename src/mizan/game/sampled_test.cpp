// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/sampled.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/game/adversary.hpp"
#include "mizan/game/random.hpp"
#include "mizan/game/test_menu.hpp"

#include "support/oracle.hpp"

namespace mizan::game {
namespace sampled_test {

using namespace testing;

bool contains(const Estimate& estimate, double truth) {
    return estimate.low <= truth && truth <= estimate.high && estimate.low <= estimate.value &&
           estimate.value <= estimate.high;
}

TEST(Sampled, AgreesWithTheExactGame) {
    const Menu menu = menu_of({{{0.6, 0.3, 0.1}, {0.3, 0.3, 0.4}}, {{0.9, 0.1}, {0.7, 0.3}}});
    const Adversary adversary = greedy(menu, hockey_stick_at(1));
    const PrivacyLoss exact = play_exactly(menu, adversary, 4);
    const SampledPlay sampled = play_sampled(menu, adversary, 4, 100'000, 7);
    const double delta =
        std::max(exact.delta(Epsilon{1.0}).middle(), exact.reversed().delta(Epsilon{1.0}).middle());
    EXPECT_TRUE(contains(sampled.delta(Epsilon{1.0}), delta));
    EXPECT_LT(sampled.delta(Epsilon{1.0}).high - sampled.delta(Epsilon{1.0}).low, 0.02);
    EXPECT_TRUE(
        contains(sampled.guess_probability(), (1 + total_variation(exact.atoms()).middle()) / 2));
    EXPECT_NEAR(sampled.mean(), exact.mean().middle(), 4 * sampled.standard_error());
    EXPECT_NEAR(sampled.variance(), exact.variance().middle(), 0.05);
    const double epsilon = sampled.epsilon(Delta{delta}).value;
    EXPECT_NEAR(epsilon, 1, 0.05);
    EXPECT_TRUE(contains(sampled.epsilon(Delta{delta}), 1));
}

TEST(Sampled, GaussianNoiseHasTheLossOfTheGaussianProfile) {
    const Menu menu({gaussian_shift("gaussian(2)", 0.5)});
    const SampledPlay sampled =
        play_sampled(menu, fixed(std::vector<Choice>(4, Choice{1})), 4, 100'000, 3);
    // Four rounds of mean 1/2 are one of mean 1: delta(1) = Phi(-1/2) - e Phi(-3/2).
    const double delta =
        std::erfc(0.5 / std::sqrt(2)) / 2 - std::exp(1) * std::erfc(1.5 / std::sqrt(2)) / 2;
    EXPECT_TRUE(contains(sampled.delta(Epsilon{1.0}), delta));
    EXPECT_NEAR(sampled.mean(), 0.5, 4 * sampled.standard_error());
    EXPECT_NEAR(sampled.variance(), 1, 0.03);
}

TEST(Sampled, LaplaceNoiseHasTheLossOfTheLaplaceProfile) {
    const Menu menu({laplace_shift("laplace(1)", 1)});
    const SampledPlay sampled = play_sampled(menu, fixed({{1}}), 1, 100'000, 5);
    EXPECT_TRUE(contains(sampled.delta(Epsilon{0.5}), 1 - std::exp(-0.25)));
    EXPECT_NEAR(sampled.mean(), std::exp(-1), 4 * sampled.standard_error());
    EXPECT_NEAR(sampled.epsilon(Delta{0.0}).value, 1, 1e-12);
    EXPECT_EQ(sampled.epsilon(Delta{0.0}).high, infinity);
}

// The quantile function of the loss, against its distribution function.
TEST(Sampled, LossesOfGaussianNoiseAreItsQuantiles) {
    const Move move = gaussian_shift("gaussian(1)", 1);
    for (const double p : {1e-16, 1e-9, 0.001, 0.3, 0.5, 0.7, 0.999, 1 - 1e-9}) {
        const oracle::Real z = move.loss_at(World::u, p) - 0.5;
        EXPECT_NEAR(static_cast<double>(oracle::normal_tail(-z) / p), 1, 1e-7) << p;
    }
}

TEST(Sampled, TheSameSeedGivesTheSameGame) {
    const Menu menu({gaussian_shift("gaussian(1)", 1), laplace_shift("laplace(1)", 1)});
    const auto mean = [&](std::uint64_t seed) {
        return play_sampled(menu, random(menu, 1), 3, 1000, seed).mean();
    };
    EXPECT_EQ(mean(1), mean(1));
    EXPECT_NE(mean(1), mean(2));
}

// Fixed seed; 2000 intervals at miss probability 1/20 miss at most 100 times on average.
TEST(Sampled, IntervalsOfAMeanMissRarely) {
    Generator generator(11);
    int misses = 0;
    for (int i = 0; i < 2000; ++i) {
        const double truth = uniform(generator) * uniform(generator);
        int heads = 0;
        for (int toss = 0; toss < 200; ++toss) heads += uniform(generator) < truth;
        misses += !contains(estimated_mean(heads / 200.0, 200, 0.05), truth);
    }
    EXPECT_LE(misses, 100);
    EXPECT_GT(misses, 5);
}

TEST(Sampled, IntervalsAtTheEndsAreThoseOfTheFormula) {
    const Estimate none = estimated_mean(0, 1000, 0.002), all = estimated_mean(1, 1000, 0.002);
    EXPECT_EQ(none.low, 0);
    EXPECT_NEAR(none.high, -std::expm1(-std::log(1000) / 1000), 1e-12);
    EXPECT_NEAR(all.low, 1 - none.high, 1e-12);
    EXPECT_EQ(all.high, 1);
}

TEST(Sampled, CertaintyIsAnInfiniteLoss) {
    const Menu menu = menu_of({{{1.0, 0.0}, {0.0, 1.0}}});
    const SampledPlay sampled = play_sampled(menu, fixed({{1}, {1}}), 2, 1000, 1);
    EXPECT_EQ(sampled.guess_probability().value, 1);
    EXPECT_EQ(sampled.mean(), infinity);
    EXPECT_EQ(sampled.variance(), infinity);
    EXPECT_EQ(sampled.epsilon(Delta{0.1}).value, infinity);
    EXPECT_EQ(sampled.delta(Epsilon{1000.0}).value, 1);
}

TEST(Sampled, RefusesTooFewAndTooManyGamesAndAdversariesThatRemember) {
    const Menu menu = menu_of({coin(0.7)});
    EXPECT_THROW((void)play_sampled(menu, fixed({{1}}), 1, 99, 1), InputError);
    EXPECT_THROW((void)play_sampled(menu, fixed({{1}}), 1, max_games + 1, 1), InputError);
    Adversary elephant = fixed({{1}});
    elephant.remembers = true;
    EXPECT_THROW((void)play_sampled(menu, elephant, 1, 100, 1), InputError);
}

}  // namespace sampled_test
}  // namespace mizan::game

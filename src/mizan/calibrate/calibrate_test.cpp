// SPDX-License-Identifier: Apache-2.0
#include "mizan/calibrate/calibrate.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/calibrate/calibrator.hpp"

#include "support/generators.hpp"

namespace mizan {
namespace calibrate_test {

const Unknown noise{.name = "noise_multiplier", .cost = Unknown::Cost::falls};
const Unknown count{.name = "count", .is_whole = true, .most = static_cast<double>(max_count)};
const Unknown sample{.name = "sampling_probability", .most = 1};

Target keep(double epsilon, double delta) {
    return {.keep = ApproxDP{Epsilon{epsilon}, Delta{delta}}};
}

Calibration found_for(const ProgramTemplate& program, const Target& target) {
    return std::get<Calibration>(calibrate(program, target));
}

std::string refusal_of(const ProgramTemplate& program, const Target& target) {
    return std::get<Refused>(calibrate(program, target)).reason();
}

ProgramTemplate repeated(const Program& program) {
    return {count, [program](double n) { return static_cast<Count>(n) * program; }};
}

const ProgramTemplate one_gaussian(noise, [](double sigma) { return Gaussian{sigma}; });

TEST(Calibrate, FindsTheNoiseOfOneGaussian) {
    const Calibration found = found_for(one_gaussian, keep(1, 1e-5));
    EXPECT_LE(found.cost.upper, 1);
    EXPECT_EQ(found.program, Program(Gaussian{found.parameter}));
    // Balle and Wang: the exact noise is 3.730631634816.
    EXPECT_NEAR(found.parameter, 3.730631634816, 1e-9);
    EXPECT_LT(found.limit, found.parameter);
    EXPECT_LT(found.tolerance, 1e-9);
    EXPECT_GT(account(one_gaussian(found.limit), Delta{1e-5}).epsilon.lower, 1);
}

TEST(Calibrate, FindsTheCountExactly) {
    const ProgramTemplate often = repeated(pure(Epsilon{0.1}));
    const Calibration found = found_for(often, keep(1, 0));
    EXPECT_LE(found.cost.upper, 1);
    const double next = found.parameter + 1;
    EXPECT_GT(account(often(next), Delta{0.0}).epsilon.upper, 1);
    EXPECT_GE(found.parameter, 9);  // 0.1 is a little more than a tenth
    EXPECT_LE(found.parameter, 10);
    EXPECT_GT(account(often(found.limit), Delta{0.0}).epsilon.lower, 1);
    EXPECT_LE(account(often(found.limit - 1), Delta{0.0}).epsilon.lower, 1);
}

TEST(Calibrate, TellsOfEveryCountWhetherItWillDo) {
    const ProgramTemplate often = repeated(poisson(0.01, Gaussian{1}));
    const Calibration found = found_for(often, keep(2, 1e-6));
    EXPECT_EQ(found.limit, found.parameter + 1);
    EXPECT_LE(account(often(found.parameter), Delta{1e-6}).epsilon.upper, 2);
    EXPECT_GT(account(often(found.limit), Delta{1e-6}).epsilon.lower, 2);
}

TEST(Calibrate, FindsTheNoiseAndTheSampleOfTraining) {
    const ProgramTemplate training(
        noise, [](double sigma) { return 100 * poisson(0.1, Gaussian{sigma}); });
    const Calibration found = found_for(training, keep(2, 1e-6));
    EXPECT_LE(account(found.program, Delta{1e-6}).epsilon.upper, 2);
    EXPECT_GT(account(training(found.limit), Delta{1e-6}).epsilon.lower, 2);
    EXPECT_LT(found.tolerance, 1e-9);

    const double sigma = found.parameter;
    const ProgramTemplate size(sample,
                               [sigma](double q) { return 100 * poisson(q, Gaussian{sigma}); });
    EXPECT_NEAR(found_for(size, keep(2, 1e-6)).parameter, 0.1, 1e-9);
}

TEST(Calibrate, KeepsTheAdvantageOfAttackers) {
    // The total variation of N(0, σ²) and N(1, σ²) is erf(1/(2√2 σ)).
    const Calibration found = found_for(one_gaussian, {.keep = Advantage{0.1}});
    EXPECT_NEAR(std::erf(1 / (2 * std::sqrt(2) * found.parameter)), 0.1, 1e-10);
    EXPECT_LE(found.cost.upper, 0.1);
    EXPECT_LT(found.tolerance, 1e-9);
    EXPECT_EQ(found.parameter, found_for(one_gaussian, keep(0, 0.1)).parameter);
}

TEST(Calibrate, KeepsTheTruePositiveRateOfAttackers) {
    // The best test of mean 0 against mean μ finds Φ(Φ⁻¹(x) + μ) of what is there.
    const Calibration found =
        found_for(one_gaussian, {.keep = TruePositiveRate{0.5, 0.02275013194817921}});
    EXPECT_NEAR(found.parameter, 0.5, 1e-9);  // from two standard deviations to none
    EXPECT_LE(found.cost.upper, 0.5);
    EXPECT_LT(found.tolerance, 1e-9);
}

ProgramTemplate laplaces(Count runs) {
    return {noise, [runs](double scale) { return runs * Program(Laplace{scale}); }};
}

// Both ends are asked for again, alone and with another target at the same place.
TEST(Calibrate, FindsTheNoiseOfLaplacesForAttackersWithinABillionth) {
    const Target rate{.keep = TruePositiveRate{0.2, 0.1}}, advantage{.keep = Advantage{0.1}};
    const auto found_within_a_billionth = [&](Count runs, const Target& target) {
        const Calibration found = found_for(laplaces(runs), target);
        EXPECT_LT(found.tolerance, 1e-9);
        EXPECT_LE(cost(found.program, target).upper, target.level());
        EXPECT_GT(cost(laplaces(runs)(found.limit), target).lower, target.level());
        return found;
    };
    (void)found_within_a_billionth(10, rate);
    const Calibration found = found_within_a_billionth(100, advantage);
    const Bracket delta = account(found.program, Epsilon{0.0}).delta;
    EXPECT_LE(delta.lower, found.cost.upper);
    EXPECT_GE(delta.upper, found.cost.lower);
}

TEST(Calibrate, FindsTheCountOfLaplacesForAttackersExactly) {
    const Calibration found =
        found_for(repeated(Laplace{10.0}), {.keep = TruePositiveRate{0.2, 0.1}});
    EXPECT_EQ(found.parameter, 19);
    EXPECT_EQ(found.limit, 20);
}

TEST(Calibrate, OfSampledLaplacesForAttackersIsAsSharpAsTheirProfile) {
    const ProgramTemplate program(noise,
                                  [](double scale) { return 100 * poisson(0.01, Laplace{scale}); });
    const Calibration found = found_for(program, {.keep = TruePositiveRate{0.2, 0.1}});
    EXPECT_LT(found.tolerance, 2e-5);
    EXPECT_LT(found.limit, found.parameter);
}

TEST(Calibrate, StopsAtTheEndsOfWhatTheUnknownMayBe) {
    const ProgramTemplate often = repeated(Gaussian{infinity});
    const Calibration all = found_for(often, keep(0, 0));
    EXPECT_EQ(all.parameter, static_cast<double>(max_count));
    EXPECT_EQ(all.limit, all.parameter);
    EXPECT_EQ(all.tolerance, 0);
    EXPECT_EQ(found_for(one_gaussian, keep(infinity, 0)).parameter, 0);
    EXPECT_EQ(found_for(one_gaussian, keep(0, 1)).parameter, 0);
}

TEST(Calibrate, RefusesWhatNoValueCanMeet) {
    const ProgramTemplate beside(
        noise, [](double sigma) { return Program(Gaussian{sigma}) + pure(Epsilon{2.0}); });
    EXPECT_EQ(refusal_of(beside, keep(1, 0)),
              "even with noise_multiplier inf the epsilon at delta 0 is at least 2, more than 1");
    EXPECT_EQ(refusal_of(repeated(pure(Epsilon{2.0})), keep(1, 0)),
              "already with count 1 the epsilon at delta 0 is at least 2, more than 1");
    EXPECT_EQ(refusal_of(one_gaussian, keep(1, 0)),
              "only noise_multiplier inf, which makes the release say nothing, would do");
}

TEST(Calibrate, OneLevelAfterTheOtherIsAsGoodAsEachAlone) {
    const ProgramTemplate training(
        noise, [](double sigma) { return 1000 * poisson(0.01, Gaussian{sigma}); });
    const ProgramTemplate often = repeated(poisson(0.01, Gaussian{1}));
    Calibrator noises(training, keep(1, 1e-6)), counts(often, keep(1, 1e-6));
    for (const double epsilon : {1.0, 1.5, 0.9, 1.4999, 1.5, 0.0}) {
        const Target target = keep(epsilon, 1e-6);
        const auto found = std::get<Calibration>(noises.at(epsilon));
        EXPECT_LE(cost(found.program, target).upper, target.level());
        EXPECT_NEAR(found.parameter, found_for(training, target).parameter,
                    2e-10 * found.parameter);
        EXPECT_LT(found.tolerance, 1e-9);
        if (epsilon == 0) continue;
        EXPECT_EQ(std::get<Calibration>(counts.at(epsilon)).parameter,
                  found_for(often, target).parameter);
    }
}

TEST(Calibrate, SaysHowMuchMoreMightDoWhereTheCostIsNotKnown) {
    const Unknown rho{.name = "rho"};
    const ProgramTemplate promise(rho, [](double x) { return zcdp(Rho{x}); });
    const Calibration found = found_for(promise, keep(1, 1e-6));
    EXPECT_LE(account(found.program, Delta{1e-6}).epsilon.upper, 1);
    EXPECT_GT(found.limit, found.parameter * 1.01);
    EXPECT_GT(account(promise(found.limit), Delta{1e-6}).epsilon.lower, 1);
}

RC_GTEST_PROP(Calibrate, MeetsItsTargetAndNotMuchLessWould, ()) {
    const double q = std::exp(*support::uniform(-7, -1)),
                 delta = std::exp(*support::uniform(-30, -5));
    const double epsilon = std::exp(*support::uniform(-2, 3));
    const Count runs = *rc::gen::inRange<Count>(1000, 100'000);
    const ProgramTemplate training(
        noise, [=](double sigma) { return runs * poisson(q, Gaussian{sigma}); });
    const Calibration found = found_for(training, keep(epsilon, delta));
    RC_ASSERT(cost(found.program, Question{Delta{delta}}).upper <= epsilon);
    RC_ASSERT(cost(training(found.limit), Question{Delta{delta}}).lower > epsilon);
    RC_ASSERT(found.limit < found.parameter);
}

TEST(Calibrate, ClaimsNoLimitWhereMoreNoiseCanCostMore) {
    const auto cost_of = [](double sigma) {
        return cost(DiscreteGaussian{.sigma = sigma}, {.at = Delta{0.003}});
    };
    ASSERT_LT(cost_of(0.2887).upper, 6);
    ASSERT_GT(cost_of(0.32).lower, 6);
    const ProgramTemplate program(
        {.name = "sigma", .cost = Unknown::Cost::falls, .is_steady = false},
        [](double sigma) { return DiscreteGaussian{.sigma = sigma}; });
    const auto found =
        std::get<Calibration>(calibrate(program, {.keep = ApproxDP{Epsilon{6.0}, Delta{0.003}}}));
    EXPECT_LE(found.cost.upper, 6);
    EXPECT_EQ(found.limit, 0);
}

// At p = 1 an answer has no pure epsilon, and account refuses to shuffle it.
TEST(Calibrate, TurnsBackWhereAccountRefuses) {
    const Unknown p{.name = "p", .least = 0.5, .most = 1};
    Target target = keep(0.3, 1e-5);
    target.relation = Relation::replace_one;
    const ProgramTemplate answers(p,
                                  [](double x) { return shuffled(1000, RandomizedResponse{x}); });
    ASSERT_THROW((void)cost(answers(1), target), Refused);
    const Calibration found = found_for(answers, target);
    EXPECT_LE(found.cost.upper, 0.3);
    // 1000 answers of pure epsilon log(p/(1 - p)) are the same to the bound that is used here.
    const ProgramTemplate promises({.name = "epsilon", .most = infinity}, [](double epsilon) {
        return shuffled(1000, pure(Epsilon{epsilon}));
    });
    const double odds = std::exp(found_for(promises, target).parameter);
    EXPECT_NEAR(found.parameter, odds / (1 + odds), 1e-9);
    // The limit is known to miss, which no refusal is.
    EXPECT_GT(found.limit, found.parameter);
    EXPECT_LT(found.limit, 1);
    EXPECT_GT(cost(answers(found.limit), target).lower, 0.3);
    // The same for what attackers guess.
    Target guesses{.keep = Advantage{0.1}, .relation = Relation::replace_one};
    EXPECT_NEAR(found_for(answers, guesses).cost.upper, 0.1, 1e-9);
}

TEST(Calibrate, TurnsBackWhereverAccountRefuses) {
    Target target = keep(0.3, 1e-5);
    target.relation = Relation::replace_one;
    const Unknown p{.name = "noise_parameter", .most = 1, .cost = Unknown::Cost::falls};
    const Unknown records{
        .name = "records", .is_whole = true, .least = 1, .most = 1e6, .cost = Unknown::Cost::falls};
    const std::vector<ProgramTemplate> all{
        {noise, [](double x) { return shuffled(1000, Laplace{x}); }},
        {noise, [](double x) { return with_replacement(1000, 100, Laplace{x}); }},
        {noise, [](double x) { return shuffled(1000, 2 * Laplace{x} + Laplace{3.0}); }},
        {p,
         [](double x) {
             return shuffled(1000,
                             BucketRandomizedResponse{.noise_parameter = x, .num_buckets = 3.0});
         }},
        {records,
         [](double n) { return shuffled(static_cast<Count>(n), RandomizedResponse{0.75}); }},
        {records,
         [](double n) {
             if (n < 5) throw InputError("fewer than five records are not accounted for");
             return shuffled(static_cast<Count>(n), RandomizedResponse{0.75});
         }},
    };
    for (const ProgramTemplate& program : all) {
        const Calibration found = found_for(program, target);
        EXPECT_LE(found.cost.upper, 0.3) << program.unknown().name;
        EXPECT_GT(found.cost.upper, 0.29) << program.unknown().name;
    }
}

TEST(Calibrate, RefusesAsAccountDoesWhatItNeverAnswers) {
    const ProgramTemplate shown(count, [](double n) {
        return static_cast<Count>(n) * shuffled(1000, RandomizedResponse{1.0});
    });
    const ProgramTemplate added({.name = "p", .least = 0.5, .most = 1},
                                [](double x) { return shuffled(1000, RandomizedResponse{x}); });
    Target target = keep(0.3, 1e-5);
    EXPECT_THROW((void)calibrate(added, target), Refused);
    target.relation = Relation::replace_one;
    EXPECT_THROW((void)calibrate(shown, target), Refused);
}

}  // namespace calibrate_test
}  // namespace mizan

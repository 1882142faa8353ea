// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/calibrate.hpp"

#include <gtest/gtest.h>

namespace mizan {
namespace {

const Unknown noise{.name = "noise_multiplier", .cost = Unknown::Cost::falls};
const Unknown count{.name = "count", .is_whole = true, .most = static_cast<double>(max_count)};

Calibration found_for(const ProgramTemplate& program, const Target& target) {
    return std::get<Calibration>(calibrate(program, target));
}

TEST(Calibrate, FindsTheNoiseOfOneGaussian) {
    const ProgramTemplate one(noise, [](double sigma) { return Gaussian{sigma}; });
    const Calibration found = found_for(one, {Epsilon{1.0}, Delta{1e-5}});
    EXPECT_LE(found.answer.epsilon.upper, 1);
    EXPECT_EQ(found.program, Program(Gaussian{found.parameter}));
    // Balle and Wang: the exact noise is 3.730632.
    EXPECT_NEAR(found.parameter, 3.730632, 1e-6);
    EXPECT_LT(found.limit, found.parameter);
    EXPECT_GT(found.limit, found.parameter * (1 - 1e-7));
    EXPECT_GT(account(one(found.limit), Delta{1e-5}).epsilon.lower, 1);
}

TEST(Calibrate, FindsTheCountExactly) {
    const ProgramTemplate often(
        count, [](double n) { return static_cast<Count>(n) * pure(Epsilon{0.1}); });
    const Calibration found = found_for(often, {Epsilon{1.0}, Delta{0.0}});
    EXPECT_LE(found.answer.epsilon.upper, 1);
    const double next = found.parameter + 1;
    EXPECT_GT(account(often(next), Delta{0.0}).epsilon.upper, 1);
    EXPECT_GE(found.parameter, 9);  // 0.1 is a little more than a tenth
    EXPECT_LE(found.parameter, 10);
    EXPECT_GT(account(often(found.limit), Delta{0.0}).epsilon.lower, 1);
    EXPECT_LE(account(often(found.limit - 1), Delta{0.0}).epsilon.lower, 1);
}

TEST(Calibrate, FindsTheNoiseAndTheSampleOfTraining) {
    const ProgramTemplate training(
        noise, [](double sigma) { return 100 * poisson(0.1, Gaussian{sigma}); });
    const Target target{Epsilon{2.0}, Delta{1e-6}};
    const Calibration found = found_for(training, target);
    EXPECT_LE(found.answer.epsilon.upper, 2);
    EXPECT_GT(account(training(found.parameter * (1 - 2e-9)), Delta{1e-6}).epsilon.upper, 2);

    const double sigma = found.parameter;
    const Unknown sample{.name = "sampling_probability", .most = 1};
    const ProgramTemplate size(sample,
                               [sigma](double q) { return 100 * poisson(q, Gaussian{sigma}); });
    EXPECT_NEAR(found_for(size, target).parameter, 0.1, 1e-8);
}

TEST(Calibrate, StopsAtTheEndsOfWhatTheUnknownMayBe) {
    const ProgramTemplate often(
        count, [](double n) { return static_cast<Count>(n) * Program(Gaussian{infinity}); });
    const Calibration all = found_for(often, {Epsilon{0.0}, Delta{0.0}});
    EXPECT_EQ(all.parameter, static_cast<double>(max_count));
    EXPECT_EQ(all.limit, all.parameter);

    const ProgramTemplate one(noise, [](double sigma) { return Gaussian{sigma}; });
    EXPECT_EQ(found_for(one, {Epsilon{infinity}, Delta{0.0}}).parameter, 0);
    EXPECT_EQ(found_for(one, {Epsilon{1.0}, Delta{0.0}}).parameter, infinity);
    EXPECT_EQ(found_for(one, {Epsilon{0.0}, Delta{1.0}}).parameter, 0);
}

TEST(Calibrate, RefusesWhatNoValueCanMeet) {
    const ProgramTemplate beside(
        noise, [](double sigma) { return Program(Gaussian{sigma}) + pure(Epsilon{2.0}); });
    const auto found = calibrate(beside, {Epsilon{1.0}, Delta{0.0}});
    EXPECT_EQ(std::get<Refusal>(found).reason,
              "even with noise_multiplier inf epsilon is known only to be at most 2");
}

}  // namespace
}  // namespace mizan

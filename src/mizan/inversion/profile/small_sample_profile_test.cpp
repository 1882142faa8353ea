// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/small_sample_profile.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"
#include "mizan/inversion/profile/profile.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::inversion {
namespace small_sample_profile_test {

using support::log_uniform, support::uniform;

Composition runs(double count, double q, double sigma, Direction direction) {
    return {{sampled_gaussian_loss(q, sigma, direction), count}};
}

// On both sides of 0, near the end of the losses and beyond it.
RC_GTEST_PROP(SmallSampleProfile, AgreesWithOtherLines, ()) {
    const double q = *log_uniform(1e-6, 0.009), sigma = *log_uniform(0.7, 4);
    const auto count = static_cast<double>(*rc::gen::inRange(1, 100));
    const Direction direction = *rc::gen::element(Direction::add, Direction::remove);
    const double epsilon = count * q * (*uniform(0, 1) < 0.5 ? 1 : -1) * *log_uniform(0.01, 30);
    auto ours = SmallSampleProfile::of(runs(count, q, sigma, direction), 1e-14);
    RC_ASSERT(ours.has_value());
    const Bracket found = ours->delta(epsilon);
    // With P and Q exchanged, δ(x) = 1 - e^x + e^x δ'(-x).
    Profile other(runs(count, q, sigma, epsilon < 0 ? opposite(direction) : direction));
    Bracket expected = other.delta(std::abs(epsilon));
    if (epsilon < 0) {
        expected = exp(Bracket(epsilon)) * expected - expm1(Bracket(epsilon));
    }
    RC_ASSERT(found.lower <= expected.upper);
    RC_ASSERT(expected.lower <= found.upper);
}

using oracle::Real;

// δ of one run at any real ε: P moves to the right, or Q.
Real of_one_run(const Real& q, const Real& sigma, Direction direction, const Real& epsilon) {
    const bool is_removed = direction == Direction::remove;
    const Real moved = expm1(is_removed ? epsilon : -epsilon) + q;  // q e^{z} where the loss is ε
    if (!(moved > 0)) return is_removed ? -expm1(epsilon) : Real(0);
    const Real x = Real(0.5) + sigma * sigma * log(moved / q);
    const int sign = is_removed ? 1 : -1;
    const Real still = oracle::normal_tail(sign * x / sigma);
    const Real drawn = oracle::normal_tail(sign * (x - 1) / sigma);
    const Real with = (1 - q) * still + q * drawn;
    return is_removed ? with - exp(epsilon) * still : still - exp(epsilon) * with;
}

// Next to the end of the losses and far from it places are left to the lines of their neighbours,
// the more of them the larger the error may be.
RC_GTEST_PROP(SmallSampleProfile, BracketsWhatOneRunCosts, ()) {
    const double q = *log_uniform(1e-8, 0.5), sigma = *log_uniform(0.02, 10);
    const Direction direction = *rc::gen::element(Direction::add, Direction::remove);
    auto ours = SmallSampleProfile::of(runs(1, q, sigma, direction), *log_uniform(1e-18, 1e-3));
    RC_ASSERT(ours.has_value());
    for (int i = 0; i < 2; ++i) {
        const double distance = std::min(600.0, q * *log_uniform(1e-6, 1e8));
        const double y = std::log1p(-q) + *rc::gen::element(1, 1, -1) * distance;
        const double epsilon = direction == Direction::remove ? y : -y;
        const Real truth = of_one_run(q, sigma, direction, epsilon);
        RC_ASSERT(oracle::contains(ours->delta(epsilon), truth));
    }
}

// With so little noise the profile is level from next to the end of the losses on: what an edge
// tells is as much as what it does not.
TEST(SmallSampleProfile, WhatAnEdgeDoesNotTellIsLeftOpen) {
    const double q = 0.01;
    for (const double sigma : {0.03, 0.3}) {
        for (const Direction direction : {Direction::add, Direction::remove}) {
            for (const double error : {1e-4, 1e-14}) {
                auto ours = SmallSampleProfile::of(runs(1, q, sigma, direction), error);
                ASSERT_TRUE(ours);
                for (double distance = 1e-6; distance < 600; distance *= 8) {
                    const double y = std::log1p(-q) + distance;
                    const double epsilon = direction == Direction::remove ? y : -y;
                    const Real truth = of_one_run(q, sigma, direction, epsilon);
                    const Bracket found = ours->delta(epsilon);
                    EXPECT_TRUE(oracle::contains(found, truth)) << sigma << " " << epsilon << found;
                }
            }
        }
    }
}

// Of ten runs every point that counts is known to all digits that rounding leaves.
TEST(SmallSampleProfile, IsNarrowFromTheEndOfTheLossesOn) {
    const double q = 1e-4, count = 10;
    for (const Direction direction : {Direction::add, Direction::remove}) {
        auto ours = SmallSampleProfile::of(runs(count, q, 1, direction), 1e-16);
        ASSERT_TRUE(ours);
        for (double distance = 0.01; distance < 50; distance *= 1.03) {
            const double y = count * q * (distance - 1);
            const double epsilon = direction == Direction::remove ? y : -y;
            EXPECT_LT(ours->delta(epsilon).width(), 3e-13) << epsilon;
        }
    }
}

TEST(SmallSampleProfile, BeyondTheEndOfTheLossesNothingIsLeft) {
    auto capped = SmallSampleProfile::of(runs(10, 1e-4, 1, Direction::add), 1e-16);
    auto risen = SmallSampleProfile::of(runs(10, 1e-4, 1, Direction::remove), 1e-16);
    ASSERT_TRUE(capped && risen);
    EXPECT_EQ(capped->delta(0.0011), Bracket(0));
    EXPECT_NEAR(risen->delta(-0.0011).middle(), -std::expm1(-0.0011), 1e-18);
    EXPECT_LT(risen->delta(-0.0011).width(), 1e-17);
}

TEST(SmallSampleProfile, LargeSamplesAreLeftToOtherLines) {
    EXPECT_TRUE(SmallSampleProfile::of(runs(10, 0.09, 1, Direction::add), 1e-12));
    EXPECT_FALSE(SmallSampleProfile::of(runs(20, 0.09, 1, Direction::add), 1e-12));
    EXPECT_FALSE(SmallSampleProfile::of({}, 1e-12));
}

}  // namespace small_sample_profile_test
}  // namespace mizan::inversion

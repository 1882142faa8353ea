// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_averaging.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/engine/by_inversion.hpp"

#include "support/generators.hpp"

namespace mizan::analysis {
namespace by_averaging_test {

using support::log_uniform;

const SampledGaussianLaw seldom{1e-4, 1};
const LaplaceLaw laplace{Laplace{.noise_multiplier = 50}};
const ResponseLaw response{0.5};
BoundedRangeLaw range(double epsilon) { return {BoundedRange{epsilon}}; }

// The bracket that other methods are taken to know is wide, but it exists.
void expect_within(const Laws& laws, double epsilon, double truth, double share) {
    const auto asked = by_averaging(laws, {.at = Epsilon{epsilon}}, {truth / 2, 2 * truth});
    ASSERT_TRUE(asked);
    const Bracket found = *asked;
    EXPECT_LE(found.lower, truth * (1 + 1e-15));
    EXPECT_GE(found.upper, truth * (1 - 1e-15));
    EXPECT_LE(found.width(), share * truth);
}

// The truth is the larger of both orders of the neighbours, by an independent quadrature with 25
// digits.
TEST(ByAveraging, BracketsTheTruth) {
    expect_within({{seldom, 1}, {range(0.01), 1}}, 0.0102, 1.5796195381316214897e-7, 1e-5);
    expect_within({{seldom, 1}, {range(0.01), 1}}, 0.0095, 6.7111682468837194666e-6, 2e-3);
    expect_within({{seldom, 1}, {range(3), 1}}, 0.5, 0.53574876660470778, 1e-5);
    expect_within({{seldom, 1}, {laplace, 1}}, 0.0203, 3.4608441318742971282e-6, 1e-6);
    expect_within({{seldom, 1}, {laplace, 1}}, 0.01, 0.0049875231135267170615, 1e-6);
    expect_within({{seldom, 1}, {response, 1}}, 0.5002, 6.8373779305762969185e-6, 1e-7);
    expect_within({{seldom, 1}, {response, 1}}, 0.3, 0.11283273420654325378, 1e-10);
}

// Records are drawn so often that the least losses of the samples count, too. In some of these two
// mechanisms have a density, and one of them has cells of equal width.
TEST(ByAveraging, BracketsTheTruthOfLargerSamplesAndOfSeveral) {
    const SampledGaussianLaw often{0.3, 1}, sometimes{0.01, 1};
    const auto laplace_of = [](double b) { return LaplaceLaw{Laplace{.noise_multiplier = b}}; };
    expect_within({{often, 1}, {laplace_of(1), 1}}, 0.2, 0.340485321272420381886847, 1e-2);
    expect_within({{often, 1}, {laplace_of(1), 1}}, 0, 0.402122085915725517677643, 1e-2);
    expect_within({{often, 1}, {range(0.5), 2}}, 0.5, 0.0645084561718417929756606, 1e-2);
    expect_within({{often, 1}, {laplace_of(2), 1}, {range(0.25), 1}}, 0.4,
                  0.100039872893050633620435, 1e-2);
    expect_within({{sometimes, 1}, {laplace_of(4), 1}, {range(0.5), 1}}, 0.5,
                  0.0183287921383759053531149, 1e-2);
    expect_within({{sometimes, 1}, {laplace_of(4), 2}}, 0.3, 0.0499421707677621842605148, 1e-2);
}

// A response that shows everything with probability p adds p to the δ of the others.
TEST(ByAveraging, WhatIsShownOutrightIsAdded) {
    const double failure = 1e-5, without = 6.8373779305762969185e-6;
    const ResponseLaw failing{0.5, Delta{failure}};
    expect_within({{seldom, 1}, {failing, 1}}, 0.5002, failure + (1 - failure) * without, 1e-7);
}

TEST(ByAveraging, TheEpsilonIsThatOfTheDelta) {
    const std::vector<RepeatedLaw> laws{{seldom, 10}, {range(0.01), 1}};
    const auto epsilon = by_averaging(laws, {.at = Delta{1e-6}}, {0, infinity});
    ASSERT_TRUE(epsilon);
    EXPECT_LE(epsilon->width(), 1e-6 * epsilon->upper);
    for (const double end : {epsilon->lower, epsilon->upper}) {
        const auto delta = by_averaging(laws, {.at = Epsilon{end}}, {1e-7, 1e-5});
        ASSERT_TRUE(delta);
        EXPECT_NEAR(delta->middle(), 1e-6, 1e-11);
    }
}

// Whatever the brackets of δ are, all of the one at the lower end of ε lies above the δ that is
// asked, and none of the one at the upper end does.
TEST(ByAveraging, TheEndsOfEpsilonAreProved) {
    constexpr double size = 0.05;
    // At 1.5, where the losses of the two end, δ curves so much that the first step to an end is
    // too short.
    for (const double at : {0.5, 1.5}) {
        const Laws laws{{seldom, 1}, {range(size), 1}, {range(size / 2), 1}};
        const auto about = by_averaging(laws, {.at = Epsilon{at * size}}, {0, 1});
        ASSERT_TRUE(about);
        const double delta = about->middle();
        const auto found = by_averaging(laws, {.at = Delta{delta}}, {0, infinity});
        ASSERT_TRUE(found);
        const auto delta_at = [&](double epsilon) {
            return by_averaging(laws, {.at = Epsilon{epsilon}}, {0, 1});
        };
        ASSERT_LT(found->upper, infinity);
        ASSERT_GT(found->lower, 0);
        EXPECT_LE(delta_at(found->upper)->upper, delta * (1 + 1e-9)) << at << *found;
        EXPECT_GE(delta_at(found->lower)->lower, delta * (1 - 1e-9)) << at << *found;
    }
}

// Runs on larger samples have lines of their own, whatever is beside them.
RC_GTEST_PROP(ByAveraging, AgreesWithLines, ()) {
    const double q = *log_uniform(1e-4, 0.03), sigma = *log_uniform(0.7, 5);
    const auto runs = static_cast<double>(*rc::gen::inRange(1, 30));
    std::vector<RepeatedLaw> laws{{SampledGaussianLaw{q, sigma}, runs}};
    const double size = *log_uniform(1e-3, 2);
    const int kinds = *rc::gen::inRange(1, 3);
    for (int k = 0; k < kinds; ++k) {
        switch (*rc::gen::inRange(0, 4)) {
            case 0:
                laws.push_back({LaplaceLaw{Laplace{.noise_multiplier = 1 / size}}, 1});
                break;
            case 1:
                laws.push_back({range(size), 1});
                break;
            case 2:
                laws.push_back({ResponseLaw{size, Delta{*log_uniform(1e-12, 1e-4)}}, 3});
                break;
            default: {
                const double p = *support::uniform(0.1, 0.9), other = *support::uniform(0.1, 0.9);
                laws.push_back({PairLaw{{{p, other, log(p / Bracket(other))},
                                         {1 - Bracket(p), 1 - Bracket(other),
                                          log1p(-Bracket(p)) - log1p(-Bracket(other))}},
                                        PairLaw::From::records},
                                1});
            }
        }
    }
    const double epsilon = *log_uniform(1e-3, 3);
    const auto found = by_averaging(laws, {.at = Epsilon{epsilon}}, {0, 1});
    if (!found) RC_DISCARD("too many losses");
    const Bracket other = by_inversion(laws, {.at = Epsilon{epsilon}}).asked;
    RC_ASSERT(found->lower <= other.upper);
    RC_ASSERT(other.lower <= found->upper);
}

TEST(ByAveraging, OtherLawsAreLeftToOthers) {
    const Asked question{.at = Delta{1e-6}};
    const Bracket all(0, infinity);
    EXPECT_FALSE(by_averaging({{seldom, 10}}, question, all));
    EXPECT_FALSE(by_averaging({{range(0.01), 1}}, question, all));
    EXPECT_FALSE(by_averaging({{GaussianLaw{1}, 1}, {range(0.01), 1}}, question, all));
    EXPECT_FALSE(by_averaging({{seldom, 10}, {range(0.01), 100}}, question, all));
}

}  // namespace by_averaging_test
}  // namespace mizan::analysis

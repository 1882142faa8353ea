// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_last_atom.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/compose/loss_law.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/engine/by_nearly_sure_losses.hpp"
#include "mizan/engine/pure_epsilon.hpp"

#include "support/generators.hpp"

namespace mizan::analysis {
namespace by_last_atom_test {

using support::log_uniform, support::uniform;

Law any_law_that_ends() {
    const double size = *log_uniform(1e-2, 3);
    switch (*rc::gen::inRange(0, 5)) {
        case 0:
            return LaplaceLaw{Laplace{.noise_multiplier = 1 / size}};
        case 1:
            return DiscreteLaplaceLaw{DiscreteLaplace{
                Epsilon{size}, WholeSensitivity{static_cast<double>(*rc::gen::inRange(1, 4))}}};
        case 2:
            return ResponseLaw{size, Delta{*log_uniform(1e-18, 1e-16)}};
        case 3: {
            const double p = *uniform(0.1, 0.9), q = *uniform(0.1, 0.9);
            return PairLaw{
                {{p, q, log(p / Bracket(q))},
                 {1 - Bracket(p), 1 - Bracket(q), log1p(-Bracket(p)) - log1p(-Bracket(q))}},
                PairLaw::From::records};
        }
        default:
            return SampledLaplaceLaw{*uniform(0.01, 0.9), Laplace{.noise_multiplier = 1 / size}};
    }
}

RC_GTEST_PROP(ByLastAtom, TheEndBracketsWhatOtherRoadsFind, ()) {
    std::vector<RepeatedLaw> laws;
    const int size = *rc::gen::inRange(1, 4);
    for (int i = 0; i < size; ++i) {
        laws.push_back({any_law_that_ends(), static_cast<double>(*rc::gen::inRange(1, 4))});
    }
    const Delta delta{*log_uniform(1e-14, 1e-1)};
    const auto found = by_last_atom(laws, {.at = delta});
    RC_ASSERT(found.has_value());
    RC_ASSERT(found->upper <= std::max(0.0, pure_epsilon(laws).upper) ||
              pure_epsilon(laws).upper == infinity);
    const Bracket other = by_inversion(laws, {.at = delta}).asked;
    RC_ASSERT(found->lower <= other.upper);
    RC_ASSERT(other.lower <= found->upper);
}

// The lower end is the truth if δ is below the mass of the atom and no loss lies between.
TEST(ByLastAtom, OfTwoResponsesTheLowerEndIsReached) {
    const double e = 0.7;
    const PairLaw response{{{1 / (1 + exp(-Bracket(e))), 1 / (1 + exp(Bracket(e))), e},
                            {1 / (1 + exp(Bracket(e))), 1 / (1 + exp(-Bracket(e))), -e}},
                           PairLaw::From::records};
    const double delta = 1e-3;
    const auto found = by_last_atom({{response, 2}}, {.at = Delta{delta}});
    ASSERT_TRUE(found);
    const double p = std::pow(1 / (1 + std::exp(-e)), 2);
    EXPECT_NEAR(found->lower, 2 * e + std::log1p(-delta / p), 1e-14);
    EXPECT_NEAR(found->upper, 2 * e, 1e-15);
    EXPECT_NEAR(by_inversion({{response, 2}}, {.at = Delta{delta}}).asked.lower, found->lower,
                1e-9);
}

// Just below the largest loss the atom alone decides: the lower end is the truth to the second
// order, so that this test would notice an atom of half the mass.
TEST(ByLastAtom, OfOneRunTheLowerEndIsReached) {
    const double delta = 1e-7;
    const auto expect_reached = [&](const Law& law, Bracket exact) {
        const auto found = by_last_atom({{law, 1}}, {.at = Delta{delta}});
        ASSERT_TRUE(found);
        EXPECT_GT(found->upper - exact.upper, 0.5 * delta);  // the upper end is not the truth
        EXPECT_LE(found->lower, exact.upper);
        EXPECT_NEAR(found->lower, exact.middle(), 1e-4 * delta);
    };
    const Laplace noise{.noise_multiplier = 0.8};
    expect_reached(LaplaceLaw{noise}, noise.epsilon(Delta{delta}));
    const DiscreteLaplace steps{Epsilon{0.3}, WholeSensitivity{3}};
    expect_reached(DiscreteLaplaceLaw{steps}, steps.epsilon(Delta{delta}));
    for (const double q : {0.01, 0.4}) {
        expect_reached(SampledLaplaceLaw{q, noise},
                       cost(poisson(q, noise), Question{.at = Delta{delta}}));
    }
    const Delta failure{4e-8};
    expect_reached(ResponseLaw{0.7, failure},
                   cost(approximate(Epsilon{0.7}, failure), Question{.at = Delta{delta}}));
}

TEST(ByLastAtom, WhatMayFailMoreOftenThanDeltaHasNoEnd) {
    const ResponseLaw law{1.0, Delta{1e-3}};
    EXPECT_FALSE(by_last_atom({{law, 1}}, {.at = Delta{1e-4}}));
    EXPECT_TRUE(by_last_atom({{law, 1}}, {.at = Delta{1e-2}}));
}

TEST(ByLastAtom, NormalNoiseHasNoEnd) {
    EXPECT_FALSE(by_last_atom({{GaussianLaw{1}, 1}}, {.at = Delta{1e-4}}));
    EXPECT_FALSE(by_last_atom({{SampledGaussianLaw{0.1, 1}, 1}}, {.at = Delta{1e-4}}));
}

// Few runs, whose outcomes can also be listed.
RC_GTEST_PROP(ByNearlySureLosses, OfNearlySureLossesOtherRoadsFindTheSame, ()) {
    std::vector<RepeatedLaw> laws;
    const int size = *rc::gen::inRange(1, 3);
    for (int i = 0; i < size; ++i) {
        const double count = *rc::gen::inRange(1, 3);
        const double rare = *log_uniform(1e-12, 1e-3), other = *log_uniform(1e-9, 1e-2);
        if (*rc::gen::arbitrary<bool>()) {
            laws.push_back({ResponseLaw{-std::log(rare), Delta{rare}}, count});
        } else {
            const Bracket p = 1 - Bracket(rare), q = other;
            laws.push_back({PairLaw{{{p, q, log(p / q)}, {rare, 1 - q, log(rare / (1 - q))}},
                                    PairLaw::From::user},
                            count});
        }
    }
    const auto agree = [&](const Asked& question) {
        const auto found = by_nearly_sure_losses(laws, question);
        const Bracket other = by_inversion(laws, question).asked;
        if (!found) return;
        RC_ASSERT(found->lower <= other.upper);
        RC_ASSERT(other.lower <= found->upper);
    };
    agree({.at = Delta{*uniform(0, 1)}});
    agree({.at = Delta{*log_uniform(1e-6, 1)}});
    agree({.at = Epsilon{*uniform(0, 60)}});
}

// Both ends by hand: E = 2 log(p/q), and all other losses together have probability at most 1 - p².
TEST(ByNearlySureLosses, OfTwoNearlySurePairsBothEndsAreKnown) {
    const double p = 1 - 0x1p-5, q = 0x1p-10, delta = 0.25;
    const PairLaw pair{{outcome(p, q), outcome(1 - p, 1 - q)}, PairLaw::From::user};
    const std::vector<RepeatedLaw> laws{{pair, 2}};
    const auto found = by_nearly_sure_losses(laws, {.at = Delta{delta}});
    ASSERT_TRUE(found.has_value());
    const double sum = 2 * std::log(p / q), sure = p * p;
    EXPECT_NEAR(found->lower, sum + std::log1p(-delta / sure), 1e-12);
    EXPECT_NEAR(found->upper, sum + std::log((1 - delta) / sure), 1e-12);
    // In the other order of the neighbours the loss is nearly always 2 log((1 - q)/(1 - p)), which
    // is less.
    const auto exact = by_inversion(laws, {.at = Delta{delta}}).asked;
    EXPECT_LE(found->lower, exact.upper);
    EXPECT_GE(found->upper, exact.lower);
}

}  // namespace by_last_atom_test
}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/finite_pair.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/sampling/poisson.hpp"

#include "support/distributions.hpp"
#include "support/generators.hpp"

namespace mizan::analysis {
namespace finite_pair_test {

using compose::Side;

RC_GTEST_PROP(FinitePair, SampledProfilesAreThoseOfTheMixture, ()) {
    const auto size = *rc::gen::inRange<std::size_t>(1, 6);
    const auto pair = outcomes(support::distribution(size), support::distribution(size));
    const double q = *support::uniform(0.001, 1);
    const auto sampled = poisson_sampled(pair, q);
    const ProfilePair found = on_samples(profiles_of(pair), q);
    for (const double x : {0.0, 1e-3, *support::uniform(0, 3), 20.0}) {
        const Bracket there = hockey_stick(sampled, Epsilon{x});
        const Bracket back = hockey_stick(reversed(sampled), Epsilon{x});
        RC_ASSERT(found.there(Epsilon{x}).lower <= there.upper);
        RC_ASSERT(found.there(Epsilon{x}).upper >= there.lower);
        RC_ASSERT(found.back(Epsilon{x}).lower <= back.upper);
        RC_ASSERT(found.back(Epsilon{x}).upper >= back.lower);
        RC_ASSERT(found.there(Epsilon{x}).width() < 1e-12);
        RC_ASSERT(found.back(Epsilon{x}).width() < 1e-12);
    }
}

// The finite pairs of a law that is composed exactly lie closely above and below it.
TEST(FinitePair, LiesOnBothSidesOfTheLaw) {
    const std::vector<Law> laws{GaussianLaw{0.5, 2.0}, LaplaceLaw{Laplace{2}},
                                SampledGaussianLaw{0.1, 1.5}, SampledLaplaceLaw{0.2, Laplace{1}}};
    for (const Law& law : laws) {
        const ProfilePair exact = profiles_of({{law, 1}});
        const auto above = finite_pair(exact, Side::pessimistic);
        const auto below = finite_pair(exact, Side::optimistic);
        for (const double x : {0.0, 0.01, 0.05, 0.2, 0.6}) {
            const Bracket there = exact.there(Epsilon{x}), back = exact.back(Epsilon{x});
            const Bracket most = hockey_stick(above, Epsilon{x});
            const Bracket least = hockey_stick(below, Epsilon{x});
            EXPECT_GE(most.upper, there.lower);
            EXPECT_LE(least.lower, there.upper);
            EXPECT_LE(most.upper - least.lower, 4e-3 * std::max(0.0, there.upper)) << x;
            EXPECT_GE(hockey_stick(reversed(above), Epsilon{x}).upper, back.lower);
            EXPECT_LE(hockey_stick(reversed(below), Epsilon{x}).lower, back.upper);
        }
    }
}

// Two methods for three Laplace mechanisms and a response: a sum on a lattice, and inversion.
TEST(FinitePair, FewRunsWithoutGaussiansAgreeWithInversion) {
    const std::vector<RepeatedLaw> laws{{LaplaceLaw{Laplace{5}}, 3}, {ResponseLaw{0.4}, 1}};
    const ProfilePair found = profiles_of(laws);
    inversion::Profile inverted = profile_of(laws, {false, false});
    for (const double x : {0.1, 0.5, 0.9}) {
        const Bracket delta = found.there(Epsilon{x});
        EXPECT_LE(delta.lower, inverted.delta(x).upper);
        EXPECT_GE(delta.upper, inverted.delta(x).lower);
        EXPECT_LT(delta.width(), 1e-5 + 1e-3 * delta.upper);
    }
}

// Two methods for one run of which a record is replaced: the best threshold, and inversion.
TEST(FinitePair, OneReplacedRecordAgreesWithInversion) {
    const std::vector<RepeatedLaw> laws{
        {SampledGaussianLaw{0.25, 1, SampledGaussianLaw::Record::replaced}, 1}};
    const ProfilePair found = profiles_of(laws);
    inversion::Profile inverted = profile_of(laws, {false, false});
    for (const double x : {0.1, 0.5, 2.0}) {
        const Bracket delta = found.there(Epsilon{x});
        EXPECT_LE(delta.lower, inverted.delta(x).upper);
        EXPECT_GE(delta.upper, inverted.delta(x).lower);
        EXPECT_LT(delta.width(), 1e-12);
    }
}

TEST(ByEnumeration, RunsOfTwoOutcomesAreCounted) {
    // 41 · 8 · 13 different sums of losses of 2^59 different outputs.
    const std::vector<RepeatedLaw> laws{
        {ResponseLaw{0.3}, 40},
        {ResponseLaw{0.5, Delta{1e-9}}, 7},
        {PairLaw{poisson_sampled(
                     outcomes(FiniteDistribution({0.8, 0.2}), FiniteDistribution({0.2, 0.8})), 0.1),
                 PairLaw::From::records},
         12}};
    for (const Asked& question :
         {Asked{.at = Delta{1e-6}}, Asked{.at = Epsilon{2.0}}, Asked{.at = Delta{1e-3}}}) {
        const auto found = by_enumeration(laws, question);
        ASSERT_TRUE(found.has_value());
        EXPECT_LT(found->width(), 1e-11 * found->upper);
        const Bracket by_inversion = analysis::by_inversion(laws, question).asked;
        EXPECT_LE(found->lower, by_inversion.upper);
        EXPECT_LE(by_inversion.lower, found->upper);
        EXPECT_LT(by_inversion.width(), 1e-4 * by_inversion.upper);
    }
}

}  // namespace finite_pair_test
}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/compose_laws.hpp"

#include <gtest/gtest.h>

#include "mizan/engine/attained.hpp"
#include "mizan/engine/by_closed_form.hpp"
#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/by_lattice.hpp"
#include "mizan/engine/by_responses.hpp"
#include "mizan/engine/by_total_variation.hpp"
#include "mizan/engine/by_verification.hpp"
#include "mizan/engine/pure_epsilon.hpp"
#include "mizan/engine/two_ends.hpp"

namespace mizan::analysis {
namespace compose_laws_test {

const Asked at_delta{Delta{1e-4}}, at_epsilon{Epsilon{0.8}};

void expect_agreement(Bracket x, Bracket y) {
    EXPECT_LE(x.lower, y.upper);
    EXPECT_LE(y.lower, x.upper);
}

// Every method is asked alone and compared with inversion.
TEST(ByClosedForm, AgreesWithInversion) {
    const LaplaceLaw laplace{Laplace{.noise_multiplier = 1.25}};
    const Laws gaussians{{GaussianLaw{0.3}, 4}, {GaussianLaw{0.2}, 2}};
    for (const Laws& laws :
         {gaussians, Laws{{SampledGaussianLaw{0.2, 1}, 1}}, Laws{{laplace, 1}}}) {
        for (const Asked& asked : {at_delta, at_epsilon}) {
            const auto found = by_closed_form(laws, asked);
            ASSERT_TRUE(found);
            EXPECT_TRUE(found->is_closed);
            expect_agreement(found->asked, by_inversion(laws, asked).asked);
        }
    }
    EXPECT_FALSE(by_closed_form({{laplace, 2}}, at_delta));
    EXPECT_EQ(by_closed_form({{laplace, 2}}, {Delta{0.0}})->asked, pure_epsilon({{laplace, 2}}));
}

TEST(ByResponses, AgreesWithEnumerationAndLattice) {
    const Laws laws{{ResponseLaw{0.3}, 5}, {ResponseLaw{0.2, Delta{1e-6}}, 3}};
    for (const Asked& asked : {at_delta, at_epsilon}) {
        const auto found = by_responses(laws, asked);
        ASSERT_TRUE(found);
        expect_agreement(*found, *by_enumeration(laws, asked));
        expect_agreement(*found, *by_lattice(laws, asked));
        EXPECT_LT(found->width(), 1e-9);
    }
    EXPECT_FALSE(by_responses({{GaussianLaw{1}, 1}}, at_delta));
}

TEST(ByLattice, IsForFiniteLawsOnly) {
    const PairLaw pair{outcomes(FiniteDistribution({0.6, 0.4}), FiniteDistribution({0.5, 0.5}))};
    const auto found = by_lattice({{pair, 20}}, at_epsilon);
    ASSERT_TRUE(found);
    expect_agreement(*found, by_inversion({{pair, 20}}, at_epsilon).asked);
    EXPECT_FALSE(by_lattice({{pair, 20}, {GaussianLaw{1}, 1}}, at_epsilon));
    EXPECT_FALSE(by_lattice({{pair, 1e6}}, at_epsilon));
}

TEST(ByTotalVariation, BoundsDeltaAtZero) {
    const Laws laws{{SampledGaussianLaw{1e-5, 2}, 3}};
    const double limit = delta_at_zero(laws);
    EXPECT_GE(limit, by_inversion(laws, {Epsilon{0.0}}).asked.lower);
    EXPECT_LT(limit, 3e-5);
    EXPECT_TRUE(cost_nothing(laws, Delta{4e-5}));
    EXPECT_FALSE(cost_nothing(laws, Delta{1e-7}));
}

TEST(ByVerification, LiesInsideOfWhatIsKnown) {
    const Laws laws{{ResponseLaw{0.25}, 50}};
    const Bracket known = by_inversion(laws, at_delta).asked;
    const Verified found = by_verification(laws, at_delta, known);
    EXPECT_EQ(found.why_not, "");
    EXPECT_GE(found.asked.lower, known.lower);
    EXPECT_LE(found.asked.upper, known.upper);
}

// The first step of the ladder that applies gives the answer.
TEST(Ladder, CitesTheMethodThatAnswered) {
    const LaplaceLaw laplace{Laplace{.noise_multiplier = 2}};
    EXPECT_EQ(compose_laws({{laplace, 1}}, at_delta).theorems.front(), "BBG18 Laplace");
    EXPECT_EQ(compose_laws({{ResponseLaw{0.3}, 9}}, at_delta).theorems.front(), "MV16 T1.5");
    EXPECT_EQ(compose_laws({{SampledGaussianLaw{0.01, 1}, 1000}}, at_delta).theorems.front(),
              "Mizan26 T1");
    EXPECT_EQ(compose_laws({{ResponseLaw{0.3}, 2}, {GaussianLaw{0}, 1}}, at_epsilon).asked.lower,
              0);
}

TEST(TwoEnds, OfLawsThatLieApartBracketBoth) {
    const Laws worst{{ResponseLaw{0.5}, 20}};
    const Laws attained{{LaplaceLaw{Laplace{.noise_multiplier = 2}}, 20}};
    const TwoEnds ends = two_ends(&worst, attained, false, at_delta);
    ASSERT_TRUE(ends.above && ends.below);
    EXPECT_GT(ends.above->asked.lower, ends.below->asked.upper);
    expect_agreement(ends.below->asked, by_inversion(attained, at_delta).asked);
    EXPECT_FALSE(two_ends(&worst, worst, true, at_delta).below);
}

TEST(Attained, AloneIsNoMoreThanTogether) {
    const Laws laws{{LaplaceLaw{Laplace{.noise_multiplier = 2}}, 3}, {ResponseLaw{0.4}, 2}};
    const double alone = attained_alone(laws, at_delta);
    EXPECT_GT(alone, 0.399);
    EXPECT_LE(alone, compose_laws(laws, at_delta).asked.upper);
}

}  // namespace compose_laws_test
}  // namespace mizan::analysis

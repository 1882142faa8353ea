// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/abilities.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "mizan/law/test_laws.hpp"

namespace mizan::analysis {
namespace abilities_test {

using namespace test_laws;

template <class L>
class EveryAbility : public testing::Test {};
TYPED_TEST_SUITE(EveryAbility, AsTypes<Law>::Types);

TYPED_TEST(EveryAbility, HasTheProfileOfItsWholeOnSamples) {
    for (const TypeParam& each : examples<TypeParam>()) {
        const auto sample = on_sample(each);
        if (!sample) continue;
        EXPECT_EQ(chance_of_draw(each), sample->q);
        inversion::Profile there = inverted(each, forward),
                           whole = inverted(sample->whole, forward);
        for (const double epsilon : {0.05, 0.2, 0.5}) {
            // BBG18 T2, with the record in the first neighbour
            const double inside = std::log1p(std::expm1(epsilon) / sample->q);
            const Bracket delta = sample->q * whole.delta(inside);
            expect_agreement(there.delta(epsilon), delta, "on a sample");
            EXPECT_LT(there.delta(epsilon).width(), 1e-5);
        }
    }
}

TYPED_TEST(EveryAbility, HasTheSpreadLossesOfItsDistribution) {
    for (const TypeParam& each : examples<TypeParam>()) {
        const auto spread = spread_losses(each);
        const auto cdf = loss_cdf(each);
        if (!spread) continue;
        ASSERT_TRUE(cdf);
        for (const double part : {-0.9, -0.25, 0.0, 0.6}) {
            Bracket above = spread->between(part, 1);
            const double at = part * spread->end.middle();
            for (const auto& [probability, loss] : spread->atoms) {
                if (loss.middle() > at) above += probability;
            }
            EXPECT_NEAR(above.middle(), (1 - cdf->at(at)).middle(), 1e-12);
        }
    }
}

// δ(ε) of losses with their probabilities, and of an infinite loss with probability `failure`.
Bracket hockey_stick_of(const RepeatedLosses& losses, double epsilon) {
    Bracket sum = 0;
    for (const auto& [probability, loss] : losses.of_all) {
        if (loss.upper > epsilon) sum += probability * max(0, -expm1(epsilon - loss));
    }
    return losses.failure + (1 - losses.failure) * sum;
}

TYPED_TEST(EveryAbility, HasTheRepeatedLossesOfItsTransform) {
    for (const TypeParam& each : examples<TypeParam>()) {
        if (!has_repeated_losses(each)) continue;
        constexpr double runs = 3;
        inversion::Profile profile(transforms_of({{each, runs}}, forward));
        const auto above = repeated_losses(each, compose::Side::pessimistic, runs, 1e-30);
        const auto below = repeated_losses(each, compose::Side::optimistic, runs, 1e-30);
        for (const double epsilon : {0.1, 0.5, 1.1}) {
            const Bracket delta = profile.delta(epsilon);
            EXPECT_GE(hockey_stick_of(*above, epsilon).upper, delta.lower);
            EXPECT_LE(hockey_stick_of(*below, epsilon).lower, delta.upper);
            EXPECT_NEAR(hockey_stick_of(*above, epsilon).upper, delta.middle(), 1e-9);
            EXPECT_NEAR(hockey_stick_of(*below, epsilon).lower, delta.middle(), 1e-9);
        }
    }
}

TYPED_TEST(EveryAbility, LiesBetweenItsCells) {
    for (const TypeParam& each : examples<TypeParam>()) {
        if (!has_enclosure(each, 2)) continue;
        const Enclosure cells = enclosure_of(each, 2);
        inversion::Profile profile = inverted(each, forward);
        for (const double epsilon : {0.02, 0.1, 0.2}) {
            const Bracket delta = profile.delta(epsilon);
            const Bracket above = hockey_stick(cells.above, Epsilon{epsilon});
            const Bracket below = hockey_stick(cells.below, Epsilon{epsilon});
            EXPECT_GE(above.upper, delta.lower);
            EXPECT_LE(below.lower, delta.upper);
            EXPECT_GT(above.lower, below.upper);
            EXPECT_NEAR(above.upper, delta.middle(), 1e-5);
            EXPECT_NEAR(below.lower, delta.middle(), 1e-5);
        }
    }
}

TYPED_TEST(EveryAbility, HasThePreciseFormOfItsTransform) {
    for (const TypeParam& each : examples<TypeParam>()) {
        for (const double runs : {1.0, 3.0}) {
            inversion::Profile profile(transforms_of({{each, runs}}, forward));
            const Asked asked{.at = Epsilon{0.3}, .verify = true};
            const Bracket known = profile.delta(0.3);
            const auto found = precise_form(each, runs, asked, known);
            if (!found) continue;
            expect_agreement(*found, known, "precise form");
            EXPECT_LE(found->width(), 1e-15 * known.upper);
        }
    }
}

// The profile of the pair that is drawn in a game.
std::optional<inversion::Profile> profile_of_draw(const Draw& draw) {
    if (const auto* normal = std::get_if<NormalDraw>(&draw)) {
        return inverted(GaussianLaw{Bracket(normal->shift)}, forward);
    }
    if (const auto* laplace = std::get_if<LaplaceDraw>(&draw)) {
        return inverted(LaplaceLaw{Laplace{.noise_multiplier = 1 / laplace->shift}}, forward);
    }
    if (const auto* listed = std::get_if<std::vector<Outcome>>(&draw)) {
        return inverted(PairLaw{*listed, PairLaw::From::records}, forward);
    }
    return std::nullopt;
}

TYPED_TEST(EveryAbility, IsDrawnAsItsTransformSays) {
    for (const TypeParam& each : examples<TypeParam>()) {
        const auto draw = draw_of(each);
        auto drawn = draw ? profile_of_draw(*draw) : std::nullopt;
        if (!drawn) continue;
        inversion::Profile profile = inverted(each, forward);
        for (const double epsilon : {0.05, 0.3}) {
            EXPECT_NEAR(drawn->delta(epsilon).middle(), profile.delta(epsilon).middle(), 1e-9);
        }
    }
}

template <class L>
std::string abilities() {
    std::string all;
    const auto add = [&](bool has, char letter) { all += has ? letter : '.'; };
    add(HasProfile<L>, 'p');
    add(HasProfiles<L>, 'P');
    add(HasClosedForm<L>, 'c');
    add(HasWhole<L>, 's');
    add(HasTradeoff<L>, 't');
    add(HasRenyi<L>, 'r');
    add(HasLossCdf<L>, 'l');
    add(HasOutcomes<L>, 'o');
    add(HasLosses<L>, 'L');
    add(HasTwoAtoms<L>, '2');
    add(HasEndAtom<L>, 'e');
    add(HasCells<L>, 'C');
    add(HasDraw<L>, 'd');
    add(HasSpreadLosses<L>, 'D');
    add(HasSureLoss<L>, 'S');
    add(HasQuickBound<L>, 'q');
    add(HasExactQuickBound<L>, 'Q');
    add(HasRepeatedLosses<L>, 'R');
    add(HasPreciseForm<L>, '3');
    add(HasExactRenyiCurve<L>, 'x');
    add(HasChance<L>, 'h');
    add(IsFinite<L>, 'f');
    add(IsEnvelope<L>, 'E');
    add(IsSeenByChance<L>, 'b');
    add(CountsPeople<L>, 'n');
    return all;
}

// The table of abilities: who lacks one is seen at a glance.
TEST(Abilities, AreThoseOfThisTable) {
    EXPECT_EQ(abilities<GaussianLaw>(), "p.c.trl...e.d.S..........");
    EXPECT_EQ(abilities<LaplaceLaw>(), "p.c.trl..2e.dD....3......");
    EXPECT_EQ(abilities<DiscreteGaussianLaw>(), "p.c.trlo....d............");
    EXPECT_EQ(abilities<DiscreteLaplaceLaw>(), "p.c.trloL.e.d............");
    EXPECT_EQ(abilities<BoundedRangeLaw>(), "p.c.trl.....dD.....x..E..");
    EXPECT_EQ(abilities<ResponseLaw>(), "....tr.oL2e.d.S..R3..f...");
    EXPECT_EQ(abilities<PairLaw>(), "....tr.oL2e.d..qQ....f...");
    EXPECT_EQ(abilities<SampledGaussianLaw>(), ".Pcs.r.........q...xh..bn");
    EXPECT_EQ(abilities<SampledLaplaceLaw>(), ".P.s.....2eC...q....h..b.");
    EXPECT_EQ(abilities<MixtureLaw>(), ".Pc....................b.");
}

}  // namespace abilities_test
}  // namespace mizan::analysis

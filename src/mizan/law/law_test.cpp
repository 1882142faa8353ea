// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/law.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "mizan/compose/worst_losses.hpp"
#include "mizan/inversion/profile/profile.hpp"

namespace mizan::analysis {
namespace law_test {

// Some instances of every law. All have finite transforms.
template <class L>
std::vector<L> examples();
template <>
std::vector<GaussianLaw> examples() {
    return {{0.5, 2.0}, {Bracket(1.3)}};
}
template <>
std::vector<LaplaceLaw> examples() {
    return {{Laplace{.noise_multiplier = 2}}, {Laplace{.noise_multiplier = 0.7}}};
}
template <>
std::vector<DiscreteGaussianLaw> examples() {
    return {{DiscreteGaussian{.sigma = 1.5, .sensitivity = 1.0}},
            {DiscreteGaussian{.sigma = 3.0, .sensitivity = 2.0}}};
}
template <>
std::vector<DiscreteLaplaceLaw> examples() {
    return {{DiscreteLaplace{Epsilon{0.4}, WholeSensitivity{3}}}};
}
template <>
std::vector<BoundedRangeLaw> examples() {
    return {{BoundedRange{Bracket(0.8)}}};
}
template <>
std::vector<ResponseLaw> examples() {
    return {{0.6}, {0.3, Delta{1e-3}}};
}
template <>
std::vector<PairLaw> examples() {
    const std::vector<Outcome> pair =
        outcomes(FiniteDistribution({0.6, 0.3, 0.1}), FiniteDistribution({0.3, 0.3, 0.4}));
    const std::vector<Outcome> two =
        outcomes(FiniteDistribution({0.7, 0.3}), FiniteDistribution({0.4, 0.6}));
    return {{pair, PairLaw::From::user}, {two, PairLaw::From::records}};
}
template <>
std::vector<SampledGaussianLaw> examples() {
    return {{0.1, 1.5}, {0.3, 1, SampledGaussianLaw::Record::replaced}};
}
template <>
std::vector<SampledLaplaceLaw> examples() {
    return {{0.2, Laplace{.noise_multiplier = 1}}};
}
template <>
std::vector<MixtureLaw> examples() {
    return {{MixtureOfGaussians(2.0, {0.0, 1.0}, {0.75, 0.25})}};
}

template <class L>
class EveryLaw : public testing::Test {};

template <class>
struct AsTypes;
template <class... Ls>
struct AsTypes<std::variant<Ls...>> {
    using Types = testing::Types<Ls...>;
};
TYPED_TEST_SUITE(EveryLaw, AsTypes<Law>::Types);

// Two brackets of one number.
void expect_agreement(Bracket x, Bracket y, const std::string& of) {
    EXPECT_LE(x.lower, y.upper) << of;
    EXPECT_LE(y.lower, x.upper) << of;
}

inversion::Profile inverted(const Law& law, const Directions& directions) {
    return inversion::Profile(transforms_of({{law, 1}}, directions));
}

constexpr Directions forward{}, backward{.user_backward = true, .records_backward = true};

// K(c)/c of one run, where nothing is shown altogether.
Bracket divergence(const Law& law, const Directions& directions, double order) {
    const double c = order - 1;
    Bracket sum = 0;
    for (const auto& [loss, count] : transforms_of({{law, 1}}, directions)) {
        if (loss->infinite_mass().lower > 0) return infinity;
        sum += count * loss->log_moment(c);
    }
    return sum / c;
}

TYPED_TEST(EveryLaw, HasTheProfileOfItsTransform) {
    for (const TypeParam& each : examples<TypeParam>()) {
        const auto profiles = profiles_of_one_run(each);
        if (!profiles) continue;
        inversion::Profile there = inverted(each, forward), back = inverted(each, backward);
        for (const double epsilon : {0.05, 0.2, 0.5}) {
            const Bracket found = profiles->there(Epsilon{epsilon});
            expect_agreement(found, there.delta(epsilon), "there");
            expect_agreement(profiles->back(Epsilon{epsilon}), back.delta(epsilon), "back");
            EXPECT_LT(found.width(), 1e-9);
        }
    }
}

TYPED_TEST(EveryLaw, HasTheClosedFormOfItsTransform) {
    for (const TypeParam& each : examples<TypeParam>()) {
        for (const Asked& asked : {Asked{Delta{1e-3}}, Asked{Epsilon{0.2}}}) {
            const auto closed = closed_form(each, asked);
            if (!closed) continue;
            Bracket worst = 0;
            for (const Directions& directions : all_directions({{each, 1}})) {
                inversion::Profile profile = inverted(each, directions);
                worst = max(worst, asked.delta() ? profile.epsilon(*asked.delta())
                                                 : profile.delta(asked.epsilon()->value()));
            }
            expect_agreement(closed->asked, worst, "closed form");
            EXPECT_FALSE(closed->theorems.empty());
            EXPECT_LT(closed->asked.width(), 1e-6);
        }
    }
}

TYPED_TEST(EveryLaw, HasTheRenyiDivergenceOfItsTransform) {
    for (const TypeParam& each : examples<TypeParam>()) {
        for (const double order : {1.5, 2.0, 8.0}) {
            const double least = renyi_from_below(each, Order{order});
            Bracket most = divergence(each, forward, order);
            const bool has_order = asymmetry_of(each).of != Asymmetry::Of::nothing;
            if (has_order) most = max(most, divergence(each, backward, order));
            EXPECT_LE(least, most.upper);
            // No run attains an envelope, whose divergence is that of its worst run.
            if (IsEnvelope<TypeParam>) continue;
            EXPECT_TRUE(least >= most.lower * (1 - 1e-6) || most.lower == infinity) << least;
        }
    }
}

TYPED_TEST(EveryLaw, HasTheTradeoffOfItsProfile) {
    if constexpr (HasTradeoff<TypeParam>) {
        for (const TypeParam& each : examples<TypeParam>()) {
            for (const double rate : {0.01, 0.2}) {
                // DRS19 P2.11 for both orders of the neighbours: a bound from below.
                const Bracket found = each.tradeoff(Probability{rate});
                inversion::Profile there = inverted(each, forward), back = inverted(each, backward);
                double best = 0;
                for (int i = -60; i <= 60; ++i) {
                    const double epsilon = 0.05 * i;
                    const Bracket delta = max(there.delta(epsilon), back.delta(epsilon));
                    best = std::max(best, (1 - delta - exp(Bracket(epsilon)) * rate).lower);
                }
                EXPECT_LE(best, found.upper);
                EXPECT_GT(best, found.lower - 0.01);  // between two of these places
            }
        }
    }
}

TYPED_TEST(EveryLaw, EndsAtTheLargestLossOfItsTransform) {
    for (const TypeParam& each : examples<TypeParam>()) {
        for (const Directions& directions : all_directions({{each, 1}})) {
            const Bracket largest = largest_loss(each, directions);
            inversion::Profile profile = inverted(each, directions);
            if (largest.upper < infinity) {
                EXPECT_LE(profile.delta(largest.upper + 1e-9).lower, 0);
                EXPECT_GT(profile.delta(0.9 * largest.lower).upper, 0);
            }
            if (const auto end = end_atom(each, directions)) {
                if (end->infinite == Bracket(0)) expect_agreement(end->loss, largest, "end");
                // Just before its end δ is that of the atom.
                const double before = end->loss.lower - 1e-3;
                const Bracket step = end->infinite + end->mass * -expm1(Bracket(-1e-3));
                EXPECT_GE(profile.delta(before).upper, step.lower);
            }
        }
    }
}

TYPED_TEST(EveryLaw, HasTheAtomsOfItsOutcomes) {
    for (const TypeParam& each : examples<TypeParam>()) {
        for (const Directions& directions : all_directions({{each, 1}})) {
            const std::vector<Outcome> all = outcomes_of(each, directions);
            if (all.empty()) continue;
            inversion::Profile profile = inverted(each, directions);
            for (const double epsilon : {0.0, 0.1, 0.4}) {
                expect_agreement(hockey_stick(all, Epsilon{epsilon}), profile.delta(epsilon), "δ");
            }
            double likeliest = 0;
            for (const auto& [probability, loss] : compose::losses_of(all)) {
                likeliest = std::max(likeliest, probability.lower);
            }
            const auto sure = sure_loss(each, directions);
            ASSERT_TRUE(sure);
            EXPECT_NEAR(1 - sure->others.upper, likeliest, 1e-9);
            if (const auto losses = losses_of(each, directions)) {
                expect_agreement(losses->at_least(0.1), PrivacyLoss(all).at_least(0.1), "losses");
            }
            const auto two = two_atoms(each, directions);
            if (two) expect_agreement(two->high_mass, all.front().p, "high");
        }
    }
}

TYPED_TEST(EveryLaw, HasTheLossOfItsProfile) {
    if constexpr (HasLossCdf<TypeParam>) {
        for (const TypeParam& each : examples<TypeParam>()) {
            inversion::Profile profile = inverted(each, forward);
            const double loss = 0.123, step = 1e-3;
            // Mizan26 P2 on both sides.
            const Bracket above =
                profile.delta(loss) +
                (profile.delta(loss) - profile.delta(loss + step)) / expm1(Bracket(step));
            const Bracket below =
                profile.delta(loss) +
                (profile.delta(loss - step) - profile.delta(loss)) / -expm1(Bracket(-step));
            EXPECT_LE((1 - below).lower, each.loss_cdf(loss).upper);
            EXPECT_GE((1 - above).upper, each.loss_cdf(loss).lower);
        }
    }
}

TYPED_TEST(EveryLaw, ShowsNoMoreThanItsQuickBound) {
    for (const TypeParam& each : examples<TypeParam>()) {
        for (const Directions& directions : all_directions({{each, 1}})) {
            const double shown = inverted(each, directions).delta(0).lower;
            EXPECT_LE(shown, shown_at_most(each) * (1 + 1e-12));
        }
    }
}

TYPED_TEST(EveryLaw, HasTheProfileOfItsWholeOnSamples) {
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

// δ(ε) of losses with their probabilities, and of an infinite loss with probability `failure`.
Bracket hockey_stick_of(const RepeatedLosses& losses, double epsilon) {
    Bracket sum = 0;
    for (const auto& [probability, loss] : losses.of_all) {
        if (loss.upper > epsilon) sum += probability * max(0, -expm1(epsilon - loss));
    }
    return losses.failure + (1 - losses.failure) * sum;
}

TYPED_TEST(EveryLaw, HasTheRepeatedLossesOfItsTransform) {
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

TYPED_TEST(EveryLaw, LiesBetweenItsCells) {
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

TYPED_TEST(EveryLaw, HasThePreciseFormOfItsTransform) {
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

TYPED_TEST(EveryLaw, IsDrawnAsItsTransformSays) {
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
TEST(Laws, HaveTheseAbilities) {
    EXPECT_EQ(abilities<GaussianLaw>(), "p.c.trl...e.dS..........");
    EXPECT_EQ(abilities<LaplaceLaw>(), "p.c.trl..2e.d....3......");
    EXPECT_EQ(abilities<DiscreteGaussianLaw>(), "p.c.trlo....d...........");
    EXPECT_EQ(abilities<DiscreteLaplaceLaw>(), "p.c.trloL.e.d...........");
    EXPECT_EQ(abilities<BoundedRangeLaw>(), "p.c.trl.....d.....x..E..");
    EXPECT_EQ(abilities<ResponseLaw>(), "....tr.oL2e.dS..R3..f...");
    EXPECT_EQ(abilities<PairLaw>(), "....tr.oL2e.d.qQ....f...");
    EXPECT_EQ(abilities<SampledGaussianLaw>(), ".Pcs.r........q...xh..bn");
    EXPECT_EQ(abilities<SampledLaplaceLaw>(), ".P.s.....2eC..q....h..b.");
    EXPECT_EQ(abilities<MixtureLaw>(), ".Pc...................b.");
}

// Squares of these are no doubles, but the roots of their sums are.
TEST(Laws, GaussiansAreOneAlsoWhereASquareIsNoDouble) {
    for (const double mu : {1e-200, 1e-5, 1.0, 1e200}) {
        const GaussianLaw four = one_gaussian({{GaussianLaw{mu}, 4}});
        const GaussianLaw apart = one_gaussian({{GaussianLaw{mu}, 1}, {GaussianLaw{mu}, 3}});
        for (const Bracket& sum : {four.mu, apart.mu}) {
            EXPECT_TRUE(sum.contains(2 * mu)) << mu;
            EXPECT_LT(sum.width(), 1e-14 * mu) << mu;
        }
    }
    EXPECT_EQ(one_gaussian({}).mu, Bracket(0));
    EXPECT_EQ(one_gaussian({{GaussianLaw{infinity}, 1}, {GaussianLaw{1}, 1}}).mu.lower, infinity);
}

}  // namespace law_test
}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/law.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "mizan/compose/worst_losses.hpp"
#include "mizan/law/test_laws.hpp"

namespace mizan::analysis {
namespace law_test {

using namespace test_laws;

template <class L>
class EveryLaw : public testing::Test {};

TYPED_TEST_SUITE(EveryLaw, AsTypes<Law>::Types);

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

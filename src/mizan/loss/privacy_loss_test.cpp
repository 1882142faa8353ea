// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/privacy_loss.hpp"

#include <gtest/gtest.h>

#include "mizan/units/error.hpp"

#include "support/distributions.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace privacy_loss_test {

using oracle::contains;
using oracle::Real;
using support::distribution;
using support::exact;

TEST(PrivacyLoss, HasTheLawOfItsDefinition) {
    const PrivacyLoss loss(FiniteDistribution({0.5, 0.25, 0.25, 0}),
                           FiniteDistribution({0.25, 0.125, 0.5, 0.125}));
    ASSERT_EQ(loss.atoms().size(), 3u);  // -inf under Q only, -log 2, log 2 twice
    EXPECT_EQ(loss.atoms()[0].log_ratio, Bracket(-infinity));
    EXPECT_EQ(loss.atoms()[1].p, Bracket(0.25));
    EXPECT_TRUE(contains(loss.atoms()[1].log_ratio, -log(Real(2))));
    EXPECT_EQ(loss.atoms()[2].p, Bracket(0.75));
    EXPECT_EQ(loss.atoms()[2].q, Bracket(0.375));
    EXPECT_TRUE(contains(loss.mean(), log(Real(2)) / 2));
    EXPECT_TRUE(contains(loss.variance(), 3 * log(Real(2)) * log(Real(2)) / 4));
    EXPECT_EQ(loss.at_least(0), Bracket(0.75));
    EXPECT_EQ(loss.at_most(0), Bracket(0.25));
    EXPECT_EQ(loss.above(-infinity), Bracket(1));
    EXPECT_EQ(loss.above(1), Bracket(0));
}

TEST(PrivacyLoss, GivesInfiniteLossesTheirOwnMass) {
    const PrivacyLoss loss(FiniteDistribution({0.5, 0.5, 0}), FiniteDistribution({0, 0.5, 0.5}));
    EXPECT_EQ(loss.infinity_mass(), Bracket(0.5));
    EXPECT_EQ(loss.reversed().infinity_mass(), Bracket(0.5));
    EXPECT_EQ(loss.mean(), Bracket(infinity));
    EXPECT_EQ(loss.variance(), Bracket(infinity));
    EXPECT_EQ(loss.moment(2), Bracket(infinity));
    EXPECT_EQ(loss.moment(0), Bracket(1));
    EXPECT_EQ(loss.at_least(infinity), Bracket(0.5));
    EXPECT_EQ(loss.at_most(1e300), Bracket(0.5));
    EXPECT_EQ(loss.delta(Epsilon{infinity}), Bracket(0.5));
    EXPECT_EQ(loss.log_exponential_moment(1), Bracket(infinity));
    EXPECT_EQ(loss.log_exponential_moment(0), Bracket(0));
    EXPECT_TRUE(contains(loss.log_exponential_moment(-1), -log(Real(2))));
    EXPECT_EQ((loss + loss).infinity_mass(), Bracket(0.75));
}

RC_GTEST_PROP(PrivacyLoss, MomentsContainTheOracle, ()) {
    const auto size = *rc::gen::inRange<std::size_t>(1, 5);
    const auto p = distribution(size), q = distribution(size);
    const PrivacyLoss loss(p, q);
    const auto ps = exact(p), qs = exact(q);
    Real first = 0, second = 0, third = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const Real l = log(ps[i] / qs[i]);
        first += ps[i] * l;
        second += ps[i] * l * l;
        third += ps[i] * l * l * l;
    }
    if (size == 1) return;
    RC_ASSERT(contains(loss.mean(), first));
    RC_ASSERT(contains(loss.variance(), second - first * first));
    RC_ASSERT(contains(loss.moment(2), second));
    RC_ASSERT(contains(loss.moment(3), third));
}

RC_GTEST_PROP(PrivacyLoss, ExponentialMomentsAreRenyiDivergences, ()) {
    const auto size = *rc::gen::inRange<std::size_t>(2, 5);
    const auto p = distribution(size), q = distribution(size);
    const PrivacyLoss loss(p, q);
    const double s = *support::log_uniform(1e-6, 1e3);
    const Bracket forward = loss.log_exponential_moment(s);
    const Bracket renyi = s * loss.renyi(Order{1 + s});
    // 1 + s is rounded, which moves the order by up to 1e-16 and the product by far less.
    RC_ASSERT(forward.lower <= renyi.upper + 1e-9 && renyi.lower <= forward.upper + 1e-9);
    // E_P[e^(-(1+s)L)] = E_Q[e^(sL')] with L' the loss of (Q, P), e^(-L) being Q/P.
    const Bracket backward = loss.reversed().log_exponential_moment(1);
    const Bracket mirrored = loss.log_exponential_moment(-2);
    RC_ASSERT(backward.lower <= mirrored.upper && mirrored.lower <= backward.upper);
    RC_ASSERT(loss.log_exponential_moment(-1).contains(0));
}

RC_GTEST_PROP(PrivacyLoss, TailsAndProfileContainTheOracle, ()) {
    const auto size = *rc::gen::inRange<std::size_t>(2, 5);
    const auto p = distribution(size), q = distribution(size);
    const PrivacyLoss loss(p, q);
    const auto ps = exact(p), qs = exact(q);
    const double t = *support::uniform(-20, 20);
    Real beyond = 0, delta = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (log(ps[i] / qs[i]) >= Real(t)) beyond += ps[i];
        delta += std::max(Real(0), Real(ps[i] - exp(Real(std::abs(t))) * qs[i]));
    }
    RC_ASSERT(contains(loss.at_least(t), beyond));
    RC_ASSERT(contains(loss.above(t), beyond));
    RC_ASSERT(contains(1 - loss.at_most(t), beyond));
    RC_ASSERT(contains(loss.delta(Epsilon{std::abs(t)}), delta));
}

RC_GTEST_PROP(PrivacyLoss, ReversedTwiceIsItself, ()) {
    const auto size = *rc::gen::inRange<std::size_t>(1, 5);
    const PrivacyLoss loss(distribution(size), distribution(size));
    const auto twice = loss.reversed().reversed();
    RC_ASSERT(twice.mean() == loss.mean());
    RC_ASSERT(twice.atoms().size() == loss.atoms().size());
}

RC_GTEST_PROP(PrivacyLoss, SumIsTheLossOfTheProductDistribution, ()) {
    const auto p = distribution(2), q = distribution(2), r = distribution(2), s = distribution(2);
    const PrivacyLoss sum = PrivacyLoss(p, q) + PrivacyLoss(r, s);
    const auto ps = exact(p), qs = exact(q), rs = exact(r), ss = exact(s);
    const double epsilon = *support::log_uniform(1e-3, 20);
    Real delta = 0, mean = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 2; ++j) {
            delta += std::max(Real(0), Real(ps[i] * rs[j] - exp(Real(epsilon)) * qs[i] * ss[j]));
            mean += ps[i] * rs[j] * log(ps[i] * rs[j] / (qs[i] * ss[j]));
        }
    }
    RC_ASSERT(contains(sum.delta(Epsilon{epsilon}), delta));
    RC_ASSERT(contains(sum.mean(), mean));
}

TEST(PrivacyLoss, ComposingEqualMechanismsNeedsFewAtoms) {
    const PrivacyLoss one(FiniteDistribution({0.75, 0.25}), FiniteDistribution({0.25, 0.75}));
    PrivacyLoss sum = one;
    for (int i = 1; i < 50; ++i) sum = sum + one;
    EXPECT_EQ(sum.atoms().size(), 51u);
    EXPECT_TRUE(contains(sum.mean(), 25 * log(Real(3))));
    EXPECT_LT(sum.mean().width(), 1e-11);
    EXPECT_TRUE(contains(sum.renyi(Order{infinity}), 50 * log(Real(3))));
}

TEST(PrivacyLoss, RefusesASumTooLargeToList) {
    std::vector<double> p, q;
    for (int i = 0; i < 4000; ++i) {
        p.push_back((1 + i) * 2.0 / (4000.0 * 4001.0));
        q.push_back(1 / 4000.0);
    }
    const PrivacyLoss loss{FiniteDistribution(p), FiniteDistribution(q)};
    EXPECT_THROW((void)(loss + loss), InputError);
}

TEST(PrivacyLoss, RefusesAnEmptyList) {
    EXPECT_THROW(PrivacyLoss(std::vector<Outcome>{}), InputError);
}

TEST(PrivacyLoss, HasMomentsOfEveryDegree) {
    const PrivacyLoss loss({{1, 1, 0.5}});
    for (const unsigned k : {2U, 3U, 7U, 10U, 16U, 33U}) {
        const Bracket found = loss.moment(k);
        EXPECT_EQ(found, Bracket(std::pow(0.5, k))) << k;
    }
    EXPECT_EQ(loss.moment(4'000'000'000U).lower, 0);
}

}  // namespace privacy_loss_test
}  // namespace mizan

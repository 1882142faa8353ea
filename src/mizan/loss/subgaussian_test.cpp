// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/subgaussian.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/divergence/pure.hpp"
#include "mizan/numeric/normal.hpp"
#include "mizan/units/error.hpp"

#include "support/distributions.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace subgaussian_test {

using oracle::Real;
using support::distribution;
using support::log_uniform;

// A coin of probability p that pays `range` or nothing has the optimal proxy
// τ² = range² (1 - 2p) / (2 log((1-p)/p)) (Kearns and Saul 1998).
Real kearns_saul(const Real& p, const Real& range) {
    return range * range * (1 - 2 * p) / (2 * log((1 - p) / p));
}

RC_GTEST_PROP(SubgaussianDivergence, OfTwoOutcomesIsKearnsAndSauls, ()) {
    const auto p = distribution(2, 1e-9), q = distribution(2, 1e-9);
    const auto ps = support::exact(p), qs = support::exact(q);
    RC_PRE(abs(ps[0] - Real(0.5)) > Real(1e-6) && abs(ps[0] - qs[0]) > Real(1e-9));
    const Real range = log(ps[0] / qs[0]) - log(ps[1] / qs[1]);
    const auto [mean, tau] = subgaussian_divergence(PrivacyLoss(p, q));
    const Real truth = sqrt(kearns_saul(ps[0], range));
    RC_ASSERT(oracle::contains(tau, truth));
    RC_ASSERT(oracle::is_sharp(tau, truth, 1e-8));
}

RC_GTEST_PROP(SubgaussianDivergence, BoundsEveryExponentialMoment, ()) {
    const auto p = distribution(4, 1e-4), q = distribution(4, 1e-4);
    const auto ps = support::exact(p), qs = support::exact(q);
    const auto [mean, tau] = subgaussian_divergence(PrivacyLoss(p, q));
    const double lambda = *log_uniform(1e-3, 1e3) * *rc::gen::element(-1.0, 1.0);
    Real average = 0, moment = 0;
    for (std::size_t i = 0; i < 4; ++i) average += ps[i] * log(ps[i] / qs[i]);
    for (std::size_t i = 0; i < 4; ++i) {
        moment += ps[i] * exp(Real(lambda) * (log(ps[i] / qs[i]) - average));
    }
    RC_ASSERT(oracle::contains(mean, average));
    RC_ASSERT(2 * log(moment) <= Real(lambda) * Real(lambda) * Real(tau.upper) * Real(tau.upper));
    RC_ASSERT(tau.width() <= 1e-7 * tau.upper);
}

RC_GTEST_PROP(SubgaussianDivergence, LiesBetweenTheStandardDeviationAndHoeffding, ()) {
    const auto q = distribution(3, 1e-3);
    const auto p = support::near(q, *log_uniform(1e-6, 3));
    const PrivacyLoss loss(p, q);
    const auto [mean, tau] = subgaussian_divergence(loss);
    const double epsilon =
        std::max(loss.renyi(Order{infinity}).upper, loss.reversed().renyi(Order{infinity}).upper);
    RC_ASSERT(square(tau).upper >= loss.variance().lower);
    RC_ASSERT(tau.lower <= epsilon);
    // E[e^(-L)] = 1 forces mean <= tau^2 / 2.
    RC_ASSERT(mean.lower <= (square(tau) / 2).upper);
}

TEST(SubgaussianDivergence, OfRandomizedResponseHasTheKnownValues) {
    for (const double epsilon : {1e-6, 0.1, 1.0, 3.0, 8.0, 20.0}) {
        const double p = 1 / (1 + std::exp(-epsilon));
        const PrivacyLoss loss(FiniteDistribution({p, 1 - p}), FiniteDistribution({1 - p, p}));
        const auto [mean, tau] = subgaussian_indistinguishability(loss);
        EXPECT_NEAR(mean.middle(), epsilon * std::tanh(epsilon / 2), 1e-6 * mean.upper);
        // Range 2ε and log((1-p)/p) = -ε: τ² = 2 ε tanh(ε/2).
        EXPECT_NEAR(square(tau).middle(), 2 * epsilon * std::tanh(epsilon / 2), 1e-6 * tau.upper);
        EXPECT_LT(tau.width(), 1e-8 * tau.upper) << epsilon;
    }
}

TEST(SubgaussianDivergence, OfASymmetricLossIsItsStandardDeviation) {
    // A fair coin with losses c and c - log 3: the centred loss is ±log(3)/2.
    const PrivacyLoss loss(FiniteDistribution({0.5, 0.5}), FiniteDistribution({0.25, 0.75}));
    const auto [mean, tau] = subgaussian_divergence(loss);
    const double half_range = std::log(3) / 2;
    EXPECT_NEAR(tau.middle(), half_range, 1e-12);
    EXPECT_LT(tau.width(), 1e-9);
}

TEST(SubgaussianDivergence, IsNotClosedUnderPostProcessing) {
    const double p = normal::tail(11).middle(), q = normal::tail(12).middle();
    const PrivacyLoss bit(FiniteDistribution({p, 1 - p}), FiniteDistribution({q, 1 - q}));
    const auto [mean, tau] = subgaussian_divergence(bit);
    EXPECT_NEAR(square(tau).middle(), 1.0515, 5e-5);
    EXPECT_GT(tau.lower, 1);  // though N(1,1) against N(0,1) has τ = 1
}

TEST(SubgaussianDivergence, EdgesAreDefined) {
    const FiniteDistribution half({0.5, 0.5}), sure({1, 0}), tiny({1e-300, 1});
    const auto equal = subgaussian_divergence(PrivacyLoss(half, half));
    EXPECT_EQ(equal.mean, Bracket(0));
    EXPECT_EQ(equal.tau, Bracket(0));
    const auto constant = subgaussian_divergence(PrivacyLoss(sure, half));
    EXPECT_TRUE(oracle::contains(constant.mean, log(Real(2))));
    EXPECT_LE(constant.tau.upper, 1e-15);
    EXPECT_EQ(subgaussian_divergence(PrivacyLoss(half, sure)).tau, Bracket(infinity));
    EXPECT_EQ(subgaussian_divergence(PrivacyLoss(half, sure)).mean, Bracket(infinity));
    const auto rare = subgaussian_divergence(PrivacyLoss(tiny, half));
    EXPECT_GT(rare.tau.lower, 10);
    EXPECT_LT(rare.tau.width(), 1e-6 * rare.tau.upper);
}

RC_GTEST_PROP(SubgaussianTail, NeverBelowTheTruth, ()) {
    const PrivacyLoss loss(distribution(3, 1e-4), distribution(3, 1e-4));
    const auto [mean, tau] = subgaussian_divergence(loss);
    const double t = *support::uniform(0, 5);
    RC_ASSERT(loss.at_least((mean + t * tau).upper).lower <= subgaussian_tail(t).value());
}

TEST(SubgaussianTail, NeedsAThresholdAboveTheMean) {
    EXPECT_EQ(subgaussian_tail(0.0).value(), 1);
    EXPECT_LT(subgaussian_tail(1e300).value(), 1e-300);
    EXPECT_THROW((void)subgaussian_tail(-3.0), DomainError);
    // What the printed statement would claim for a Gaussian loss at t = -3.
    EXPECT_GT(normal::tail(-3).lower, std::exp(-4.5));
    EXPECT_NEAR(normal::tail(-3).middle(), 0.9987, 5e-5);
}

TEST(Subgaussian, AnAtomMergedFromSeveralLossesMayStillVary) {
    const auto found = subgaussian_divergence(PrivacyLoss({{1, 1, {-0.25, 0.25}}}));
    EXPECT_EQ(found.tau.lower, 0);
    EXPECT_GE(found.tau.upper, 0.25);
    EXPECT_LE(found.tau.upper, 0.25 * (1 + 1e-15));
}

}  // namespace subgaussian_test
}  // namespace mizan

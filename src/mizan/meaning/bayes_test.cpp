// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/bayes.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_renyi.hpp"
#include "mizan/convert/pure_to_renyi.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace {

using oracle::Real;

RC_GTEST_PROP(Posterior, ContainsRandomizedResponse, ()) {
    const double epsilon = *support::log_uniform(1e-6, 300), prior = *support::uniform(0, 1);
    const oracle::Pair pair = oracle::randomized_response(epsilon);
    const Bracket range = posterior({Epsilon{epsilon}}, prior);
    for (const std::size_t answer : {0U, 1U}) {
        const Real yes = Real(prior) * pair.p[answer], no = (1 - Real(prior)) * pair.q[answer];
        const Real after = yes / (yes + no);
        const Real end = answer == 0 ? range.upper : range.lower;
        RC_ASSERT((answer == 0 ? after <= end : after >= end));
        RC_ASSERT(abs(after - end) <= Real(1e-13) * (after + Real(1e-300)));
    }
}

TEST(Posterior, HasItsLimits) {
    EXPECT_EQ(posterior({Epsilon{0.0}}, 0.25), Bracket(0.25));
    EXPECT_EQ(posterior({Epsilon{infinity}}, 0.25), Bracket(0, 1));
    EXPECT_EQ(posterior({Epsilon{5.0}}, 0.0), Bracket(0));
    EXPECT_EQ(posterior({Epsilon{5.0}}, 1.0), Bracket(1));
}

RC_GTEST_PROP(BayesFactor, MomentIsThatOfRandomizedResponse, ()) {
    const double epsilon = *support::log_uniform(1e-3, 5), order = *support::order(20);
    const oracle::Pair pair = oracle::randomized_response(epsilon);
    Real moment = 0;  // X ~ Q
    for (std::size_t i = 0; i < 2; ++i) moment += pair.q[i] * pow(pair.p[i] / pair.q[i], order);
    const double divergence = pure_to_renyi({Epsilon{epsilon}}, Order{order}).upper;
    const double bound = bayes_factor_moment({Order{order}, Epsilon{divergence}});
    RC_ASSERT(moment <= Real(bound));
    RC_ASSERT(Real(bound) <= moment * (1 + Real(1e-11)));
}

TEST(BayesFactor, MeanHasTheSignOfTheTruth) {
    // Truth with probability 3/4, X ~ f(D): P = f(D') is the other input.
    const oracle::Pair pair{{0.25, 0.75}, {0.75, 0.25}};
    Real mean = 0;
    for (std::size_t i = 0; i < 2; ++i) mean += pair.q[i] * log(pair.p[i] / pair.q[i]);
    EXPECT_NEAR(static_cast<double>(mean), -0.5493, 5e-5);
    const Bracket range = mean_log_bayes_factor(pure_to_renyi({Epsilon{std::log(3.0)}}));
    EXPECT_NEAR(range.lower, -0.5493, 5e-5);
    EXPECT_EQ(range.upper, 0);
}

TEST(BayesFactor, TheTypedTailIsTooSmall) {
    // An outcome with probability 0.001 that is just over 99 times rarer under the other input.
    const Real p = Real(1) / 1000, q = p / Real(99.001);
    const oracle::Pair pair{{p, 1 - p}, {q, 1 - q}};
    const double divergence = static_cast<double>(pair.renyi(1.5));
    EXPECT_NEAR(divergence, 0.0169, 1e-3);
    const double typed = std::exp(divergence) / std::pow(99, 1 / 0.5);
    EXPECT_NEAR(typed, 1.04e-4, 1e-6);
    EXPECT_GT(0.001, typed);
    const RenyiCurve curve = RenyiCurve::through({{Order{1.5}, Epsilon{divergence * (1 + 1e-14)}}});
    EXPECT_GE(large_bayes_factor(curve, 99.0).value(), 0.001);
    EXPECT_NEAR(large_bayes_factor(curve, 99.0).value(), 0.1013, 1e-3);
}

RC_GTEST_PROP(BayesFactor, TailHoldsForTheGaussianMechanism, ()) {
    // The log-likelihood ratio under the truth is N(mu²/2, mu²).
    const double mu = *support::log_uniform(1e-2, 5), sigmas = *support::uniform(-2, 8);
    const double threshold = mu * mu / 2 + sigmas * mu;
    RC_PRE(std::abs(threshold) < 300);
    const Probability claimed =
        large_bayes_factor(gdp_to_renyi({Mu{mu}}), std::exp(threshold) * (1 + 1e-12));
    RC_ASSERT(oracle::normal_tail(Real(sigmas)) <= Real(claimed.value()) * (1 + Real(1e-9)));
}

TEST(BayesFactor, APureBoundMakesLargerFactorsImpossible) {
    EXPECT_EQ(large_bayes_factor(pure_to_renyi({Epsilon{1.0}}), 2.8).value(), 0);
    EXPECT_GT(large_bayes_factor(pure_to_renyi({Epsilon{1.0}}), 2.7).value(), 0.7);
    EXPECT_EQ(bayes_factor_moment({Order{1.0}, Epsilon{infinity}}), 1);
    EXPECT_EQ(bayes_factor_moment({Order{infinity}, Epsilon{0.0}}), 1);
}

TEST(LikelyPosterior, LiesBetweenCertaintyAndThePureRange) {
    const RenyiCurve gaussian = gdp_to_renyi({Mu{0.5}});
    const Bracket often = likely_posterior(gaussian, 0.1, 0.05);
    const Bracket nearly_always = likely_posterior(gaussian, 0.1, 1e-9);
    EXPECT_LT(nearly_always.lower, often.lower);
    EXPECT_GT(nearly_always.upper, often.upper);
    EXPECT_TRUE(often.contains(0.1));
    EXPECT_EQ(likely_posterior(gaussian, 0.1, 0.0), Bracket(0, 1));
    const RenyiCurve pure = pure_to_renyi({Epsilon{1.0}});
    EXPECT_EQ(likely_posterior(pure, 0.1, 0.0), posterior({Epsilon{1.0}}, 0.1));
}

RC_GTEST_PROP(LikelyPosterior, HoldsForTheGaussianMechanism, ()) {
    const double mu = *support::log_uniform(1e-2, 3), failure = *support::log_uniform(1e-9, 0.5);
    const double prior = *support::uniform(0.01, 0.99);
    const Bracket range = likely_posterior(gdp_to_renyi({Mu{mu}}), prior, failure);
    // The posterior leaves the range when |log-likelihood ratio| exceeds the change in log-odds.
    const Real odds = Real(range.upper) / (1 - Real(range.upper)) * (1 - Real(prior)) / prior;
    const Real threshold = log(odds);
    const Real above = oracle::normal_tail((threshold - Real(mu) * mu / 2) / mu);
    const Real below = oracle::normal_tail((threshold + Real(mu) * mu / 2) / mu);
    RC_ASSERT(above + below <= Real(failure) * (1 + Real(1e-6)));
}

RC_GTEST_PROP(BestGuess, IsReachedByTheWorstPair, ()) {
    const double epsilon = *support::log_uniform(1e-3, 20), delta = *support::uniform(0, 1);
    const double prior = *support::uniform(0, 1);
    const oracle::Pair response = oracle::randomized_response(epsilon);
    const Real hidden = 1 - Real(delta), yes = prior, no = 1 - yes;
    // Shown outright with probability delta, otherwise the better of both guesses per answer.
    Real right = yes * delta + no * delta;
    for (std::size_t i = 0; i < 2; ++i) {
        const Real a = yes * hidden * response.p[i], b = no * hidden * response.q[i];
        right += a > b ? a : b;
    }
    const double claimed = best_guess({Epsilon{epsilon}, Delta{delta}}, prior).value();
    RC_ASSERT(right <= Real(claimed) * (1 + Real(1e-40)));
    // For an even prior the bound is the truth.
    const double even = best_guess({Epsilon{epsilon}, Delta{delta}}, 0.5).value();
    const Real truth = delta + hidden * response.p[0];
    RC_ASSERT(Real(even) <= truth * (1 + Real(1e-14)));
}

}  // namespace
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/bayes.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_renyi.hpp"
#include "mizan/convert/pure_to_renyi.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace bayes_test {

using oracle::Real;

// A pair of distributions on a few outcomes, some of them possible under one input only.
oracle::Pair random_pair() {
    const int size = *rc::gen::inRange(2, 6);
    oracle::Pair pair;
    Real p_sum = 0, q_sum = 0;
    for (int i = 0; i < size; ++i) {
        const Real weight = *support::log_uniform(1e-4, 1), ratio = *support::log_uniform(0.02, 50);
        const int side = *rc::gen::inRange(0, 8);
        pair.p.push_back(side == 0 ? Real(0) : weight);
        pair.q.push_back(side == 1 ? Real(0) : weight * ratio);
        p_sum += pair.p.back();
        q_sum += pair.q.back();
    }
    RC_PRE(p_sum > 0 && q_sum > 0);
    for (Real& p : pair.p) p /= p_sum;
    for (Real& q : pair.q) q /= q_sum;
    return pair;
}

oracle::Pair swapped(const oracle::Pair& pair) { return {pair.q, pair.p}; }

// The (epsilon, delta) promise that a pair keeps at this epsilon.
ApproxDP promise_of(const oracle::Pair& pair, double epsilon) {
    const Real one = pair.hockey_stick(epsilon), other = swapped(pair).hockey_stick(epsilon);
    const double rounded = static_cast<double>(one > other ? one : other);
    return {Epsilon{epsilon}, Delta{std::min(1.0, rounded * (1 + 1e-15))}};
}

// The probability under P that P/Q exceeds the factor.
Real exceeds(const oracle::Pair& pair, const Real& factor) {
    Real sum = 0;
    for (std::size_t i = 0; i < pair.p.size(); ++i) {
        if (pair.p[i] > factor * pair.q[i]) sum += pair.p[i];
    }
    return sum;
}

// The probability under P that the posterior of an input with this prior leaves the range.
Real leaves(const oracle::Pair& pair, const Real& prior, const Bracket& range) {
    Real sum = 0;
    for (std::size_t i = 0; i < pair.p.size(); ++i) {
        const Real yes = prior * pair.p[i], no = (1 - prior) * pair.q[i];
        if (yes + no == 0) continue;
        const Real after = yes / (yes + no);
        if (after < Real(range.lower) || after > Real(range.upper)) sum += pair.p[i];
    }
    return sum;
}

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

RC_GTEST_PROP(BayesFactor, TailOfAnApproximatePromiseHoldsForEveryPair, ()) {
    const oracle::Pair pair = random_pair();
    const ApproxDP promise = promise_of(pair, *support::uniform(0, 3));
    const double factor = *support::log_uniform(0.5, 100);
    // The probabilities of the pair add up to 1 within their 50 digits.
    const Real claimed = large_bayes_factor(promise, factor).value() + Real(1e-40);
    RC_ASSERT(exceeds(pair, factor) <= claimed);
    RC_ASSERT(exceeds(swapped(pair), factor) <= claimed);
}

// P = (a, a/β, rest), Q = (a/β, a, rest): the ratio is just above `factor` on the first outcome.
oracle::Pair worst_tail(const Real& epsilon, const Real& delta, const Real& factor) {
    const Real beta = factor * (1 + Real(1e-14)), a = delta / (1 - exp(epsilon) / beta);
    const Real rest = 1 - a - a / beta;
    return {{a, a / beta, rest}, {a / beta, a, rest}};
}

RC_GTEST_PROP(BayesFactor, TailOfAnApproximatePromiseIsReached, ()) {
    const double epsilon = *support::uniform(0, 3), delta = *support::log_uniform(1e-9, 0.1);
    const double factor = std::exp(epsilon) * *support::log_uniform(1.5, 1e3);
    const oracle::Pair pair = worst_tail(epsilon, delta, factor);
    RC_PRE(pair.p.back() >= 0);
    RC_ASSERT(abs(pair.hockey_stick(epsilon) - delta) <= Real(1e-40));
    const Real claimed = large_bayes_factor({Epsilon{epsilon}, Delta{delta}}, factor).value();
    RC_ASSERT(exceeds(pair, factor) >= claimed * (1 - Real(1e-11)));
    RC_ASSERT(exceeds(pair, factor) <= claimed);
}

TEST(BayesFactor, TailOfAnApproximatePromiseHasItsLimits) {
    EXPECT_EQ(large_bayes_factor({Epsilon{1.0}, Delta{0.1}}, 2.7).value(), 1);
    EXPECT_EQ(large_bayes_factor({Epsilon{1.0}, Delta{0.0}}, 2.8).value(), 0);
    EXPECT_EQ(large_bayes_factor({Epsilon{infinity}, Delta{0.0}}, 2.8).value(), 1);
    EXPECT_NEAR(large_bayes_factor({Epsilon{1.0}, Delta{0.1}}, 1e300).value(), 0.1, 1e-15);
}

RC_GTEST_PROP(LikelyPosterior, OfAnApproximatePromiseHoldsForEveryPair, ()) {
    const oracle::Pair pair = random_pair();
    const ApproxDP promise = promise_of(pair, *support::uniform(0, 3));
    const double prior = *support::uniform(0.01, 0.99), failure = *support::log_uniform(1e-4, 1);
    const Bracket range = likely_posterior(promise, prior, failure);
    RC_ASSERT(leaves(pair, prior, range) <= failure);
    // The other input is the true one.
    const Bracket other(1 - range.upper, 1 - range.lower);
    const Bracket wider(std::max(0.0, other.lower - 1e-15), std::min(1.0, other.upper + 1e-15));
    RC_ASSERT(leaves(swapped(pair), 1 - Real(prior), wider) <= failure);
}

RC_GTEST_PROP(LikelyPosterior, OfAnApproximatePromiseIsReached, ()) {
    const double epsilon = *support::uniform(0, 3), delta = *support::log_uniform(1e-9, 0.1);
    const double failure = delta * *support::log_uniform(1.01, 1e3), prior = 0.25;
    RC_PRE(failure < 1);
    const Bracket range = likely_posterior({Epsilon{epsilon}, Delta{delta}}, prior, failure);
    const Real factor =
        (Real(failure) * exp(Real(epsilon)) + delta) / (Real(failure) - Real(delta));
    const oracle::Pair pair = worst_tail(epsilon, delta, factor * (1 + Real(1e-9)));
    RC_PRE(pair.p.back() >= 0);
    const Real missed = leaves(pair, prior, range);
    RC_ASSERT(missed <= Real(failure));
    RC_ASSERT(missed >= Real(failure) * (1 - Real(1e-6)));
}

TEST(LikelyPosterior, OfAnApproximatePromiseHasItsLimits) {
    const ApproxDP promise{Epsilon{1.0}, Delta{1e-6}};
    EXPECT_EQ(likely_posterior(promise, 0.1, 1e-6), Bracket(0, 1));
    EXPECT_EQ(likely_posterior(promise, 0.1, 0.0), Bracket(0, 1));
    EXPECT_EQ(likely_posterior({Epsilon{1.0}, Delta{0.0}}, 0.1, 0.0),
              posterior({Epsilon{1.0}}, 0.1));
    EXPECT_EQ(likely_posterior({Epsilon{infinity}, Delta{1e-6}}, 0.1, 0.5), Bracket(0, 1));
    EXPECT_NEAR(likely_posterior(promise, 0.1, 1.0).upper, posterior({Epsilon{1.0}}, 0.1).upper,
                1e-6);
}

RC_GTEST_PROP(LikelyPosterior, FromARenyiCurveHoldsForEveryPair, ()) {
    const double epsilon = *support::log_uniform(1e-2, 3),
                 order = 1 + *support::log_uniform(0.1, 9);
    const double prior = *support::uniform(0.01, 0.99), failure = *support::log_uniform(1e-3, 1);
    // Randomized response with a share of outcomes that say nothing.
    const Real share = *support::log_uniform(1e-3, 1);
    const oracle::Pair response = oracle::randomized_response(epsilon);
    const oracle::Pair pair{{share * response.p[0], share * response.p[1], 1 - share},
                            {share * response.q[0], share * response.q[1], 1 - share}};
    const double divergence = static_cast<double>(pair.renyi(order)) * (1 + 1e-14);
    const RenyiCurve curve = RenyiCurve::through({{Order{order}, Epsilon{divergence}}});
    RC_ASSERT(leaves(pair, prior, likely_posterior(curve, prior, failure)) <= failure);
}

RC_GTEST_PROP(BestGuess, FromTheProfileIsThatOfTheBestTest, ()) {
    const oracle::Pair pair = random_pair();
    const double prior = *support::uniform(0.001, 0.999);
    const Real yes = prior, no = 1 - yes;
    Real right = 0;
    for (std::size_t i = 0; i < pair.p.size(); ++i) {
        right += yes * pair.p[i] > no * pair.q[i] ? yes * pair.p[i] : no * pair.q[i];
    }
    const Bracket claimed = best_guess(
        [&](Epsilon epsilon) {
            // The order of the inputs that this prior asks about.
            const Real delta = (prior < 0.5 ? pair : swapped(pair)).hockey_stick(epsilon.value());
            const double rounded = static_cast<double>(delta);
            return Bracket(rounded * (1 - 1e-15), rounded * (1 + 1e-15));
        },
        prior);
    const Real last_digit = 1 + Real(1e-40);
    RC_ASSERT(Real(claimed.lower) <= right * last_digit);
    RC_ASSERT(right <= Real(claimed.upper) * last_digit);
    RC_ASSERT(claimed.width() <= 1e-13);
}

TEST(BestGuess, FromTheProfileHasItsLimits) {
    const auto nothing = [](Epsilon) { return Bracket(0); };
    EXPECT_EQ(best_guess(nothing, 0.5), Bracket(0.5));
    EXPECT_EQ(best_guess(nothing, 0.25), Bracket(0.75));
    EXPECT_EQ(best_guess(nothing, 0.0), Bracket(1));
    EXPECT_EQ(best_guess([](Epsilon) { return Bracket(1); }, 0.25), Bracket(1));
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

}  // namespace bayes_test
}  // namespace mizan

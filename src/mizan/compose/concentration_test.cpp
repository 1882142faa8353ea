// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/concentration.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/numeric/binomial.hpp"
#include "mizan/numeric/normal.hpp"

#include "support/generators.hpp"

namespace mizan::compose {
namespace concentration_test {

// Any variable on [a, b] with mean 0 has no larger moments than the coin on {a, b} with mean 0.
RC_GTEST_PROP(Concentration, HoeffdingsLemmaHoldsForEveryCoin, ()) {
    const double high = *support::log_uniform(1e-3, 1e3), low = -*support::log_uniform(1e-3, 1e3);
    const double lambda =
        *support::log_uniform(1e-3, 10) / (high - low) * *rc::gen::element(-1.0, 1.0);
    const double p = -low / (high - low);  // of the high value
    const double log_mgf =
        std::log1p(p * std::expm1(lambda * high) + (1 - p) * std::expm1(lambda * low));
    const double tau = hoeffding(high - low).value();
    RC_ASSERT(log_mgf <= lambda * lambda * tau * tau / 2 * (1 + 1e-9) + 1e-15);
}

TEST(Concentration, AFairCoinComesCloseToHoeffding) {
    const double lambda = 0.01, tau = hoeffding(2).value();
    EXPECT_EQ(tau, 1);
    const double slack = lambda * lambda * tau * tau / 2 - std::log(std::cosh(lambda));
    EXPECT_GT(slack, 0);
    EXPECT_LT(slack, 1e-9);
}

RC_GTEST_PROP(Concentration, SubgaussianTailIsAboveTheGaussianOne, ()) {
    const double t = *support::uniform(0, 38);
    RC_ASSERT(normal::tail(t).upper <= subgaussian_tail(t).value());
    // The exponent is right: what is lost is polynomial in t.
    RC_ASSERT(subgaussian_tail(t).value() <= normal::tail(t).lower * 3 * (1 + t));
}

TEST(Concentration, SubgaussianTailNeedsAThresholdAboveTheMean) {
    EXPECT_NEAR(normal::tail(-3).middle(), 0.9987, 5e-5);
    EXPECT_NEAR(std::exp(-4.5), 0.0111, 5e-5);
    EXPECT_THROW((void)subgaussian_tail(-3), DomainError);
    EXPECT_EQ(subgaussian_tail(0).value(), 1);
    EXPECT_EQ(subgaussian_tail(1e-200).value(), 1);
    EXPECT_EQ(subgaussian_tail(1e-9).value(), 1);
    EXPECT_LT(subgaussian_tail(1e200).value(), 1e-300);
}

RC_GTEST_PROP(Concentration, SubgaussianStandardsAddInSquares, ()) {
    const double a = *support::log_uniform(1e-200, 1e200), b = *support::log_uniform(1e-200, 1e200);
    const double sum = subgaussian_sum({Tau{a}, Tau{b}}).value();
    RC_ASSERT(sum >= std::max(a, b));
    RC_ASSERT(std::abs(sum - std::hypot(a, b)) <= 1e-15 * sum);
}

// A coin with mean 0: its values, and the logarithm of E exp(λX).
struct Coin {
    double high, low;
    [[nodiscard]] double chance_of_high() const { return -low / (high - low); }
    [[nodiscard]] double log_moment(double lambda) const {
        return std::log1p(chance_of_high() * std::expm1(lambda * high) +
                          (1 - chance_of_high()) * std::expm1(lambda * low));
    }
    [[nodiscard]] Tau standard() const { return hoeffding(high - low); }
};

Coin any_coin() {
    const double high = *support::log_uniform(0.1, 10);
    return {high, *rc::gen::arbitrary<bool>() ? -high : -*support::log_uniform(0.1, 10)};
}

// Martingale differences: the second coin depends on how the first one fell, but has mean 0.
RC_GTEST_PROP(Concentration, SumsOfDependentCoinsAreSubgaussian, ()) {
    const Coin first = any_coin(), after_high = any_coin(), after_low = any_coin();
    const double lambda = *support::log_uniform(1e-3, 1) * *rc::gen::element(-1.0, 1.0);
    const double p = first.chance_of_high();
    const double log_moment =
        std::log1p(p * std::expm1(lambda * first.high + after_high.log_moment(lambda)) +
                   (1 - p) * std::expm1(lambda * first.low + after_low.log_moment(lambda)));
    const Tau second = std::max(after_high.standard(), after_low.standard());
    const double tau = subgaussian_sum({first.standard(), second}).value();
    RC_ASSERT(log_moment <= lambda * lambda * tau * tau / 2 * (1 + 1e-9) + 1e-15);
}

TEST(Concentration, FairCoinsComeCloseToTheirSum) {
    const Coin one{1, -1}, two{2, -2};
    const double lambda = 0.01, tau = subgaussian_sum({one.standard(), two.standard()}).value();
    const double slack =
        lambda * lambda * tau * tau / 2 - one.log_moment(lambda) - two.log_moment(lambda);
    EXPECT_GT(slack, 0);
    EXPECT_LT(slack, 2e-8);
}

// Sums of k independent ±α with mean β: kβ + t√k α in units of successes.
RC_GTEST_PROP(Concentration, AzumaNeverBelowExactBinomials, ()) {
    const double k = std::floor(*support::log_uniform(1, 200)), t = *support::uniform(0, 6);
    const double log_odds = *support::uniform(-3, 3);
    const double beta = std::tanh(log_odds / 2);  // mean of ±1
    const double threshold = k * beta + t * std::sqrt(k);
    double exact = 0;
    for (double j = k; j >= 0 && 2 * j - k > threshold + 1e-9; --j) {
        exact += binomial::mass({k, log_odds}, j).middle();
    }
    RC_ASSERT(exact <= azuma_tail(t).value() * (1 + 1e-12));
}

TEST(Concentration, AzumaIsNearlyReached) {
    // One fair ±1 just below t = 1 exceeds the threshold half the time; the bound says 0.607.
    EXPECT_NEAR(0.5 / azuma_tail(1.0).value(), 0.824, 5e-4);
    EXPECT_THROW((void)azuma_tail(-2), DomainError);
    EXPECT_NEAR(std::exp(-2.0), 0.135, 5e-4);  // what the typed theorem claims of a certain event
}

TEST(Concentration, AzumasThresholdGivesAdvancedComposition) {
    // k = 100 losses of size ε = 0.1 and mean ε(e^ε - 1): Theorem 2 of the notes.
    const Bracket threshold = azuma_threshold(100, 0.1, 0.1 * std::expm1(0.1), 1e-6);
    EXPECT_NEAR(threshold.middle(), 6.308, 5e-4);
    EXPECT_LT(threshold.width(), 1e-13);
    EXPECT_EQ(azuma_threshold(0, 1.0, 5.0, 1e-6), Bracket(0));
    EXPECT_EQ(azuma_threshold(4, 1.0, 0.5, 1.0), Bracket(2));
    EXPECT_EQ(hoeffding(0).value(), 0);
    EXPECT_EQ(subgaussian_sum({}).value(), 0);
    EXPECT_EQ(subgaussian_sum({Tau{infinity}, Tau{1.0}}).value(), infinity);
}

}  // namespace concentration_test
}  // namespace mizan::compose

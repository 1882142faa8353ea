// SPDX-License-Identifier: Apache-2.0
#include "mizan/explain/explanation.hpp"

#include <gtest/gtest.h>

#include "mizan/meaning/bad_outcome.hpp"
#include "mizan/meaning/bayes.hpp"

#include "support/pairs.hpp"

namespace mizan {
namespace explanation_test {

using oracle::Real;

TEST(Explanation, OfOnePromiseIsWhatThePromiseSays) {
    const Explanation pure(approximate(Epsilon{1.0}, Delta{0.0}), {});
    EXPECT_EQ(pure.bad_outcome(0.001).upper.value, bad_outcome(PureDP{Epsilon{1.0}}, 0.001).upper);
    EXPECT_EQ(pure.bad_outcome(0.001).upper.definition, "pure");
    const auto [range, failure] = pure.posterior(0.25, std::nullopt);
    EXPECT_EQ(range.bracket(), posterior({Epsilon{1.0}}, 0.25));
    EXPECT_EQ(failure.value(), 0);
    EXPECT_EQ(range.upper.theorems, (std::vector<std::string>{"Notes T1", "Mironov17 IIId"}));
    EXPECT_EQ(pure.large_bayes_factor(2.8).upper.value, 0);
}

TEST(Explanation, OfGaussianNoiseIsItsTradeOffFunction) {
    const Explanation gaussian(Gaussian{.noise_multiplier = 2.0}, {});
    const Range range = gaussian.bad_outcome(0.001);
    EXPECT_EQ(range.bracket(), bad_outcome(GDP{Mu{0.5}}, 0.001));
    EXPECT_EQ(range.upper.definition, "gdp");
}

TEST(Explanation, OfApproximatePrivacyNeedsNoDelta) {
    const ApproxDP promise{Epsilon{1.0}, Delta{1e-6}};
    const Explanation explanation(approximate(promise.epsilon, promise.delta), {});
    const Range range = explanation.bad_outcome(0.001);
    EXPECT_EQ(range.bracket(), bad_outcome(promise, 0.001));
    EXPECT_EQ(range.upper.definition, "approximate");
    const auto [after, failure] = explanation.posterior(0.25, std::nullopt);
    EXPECT_EQ(failure.value(), Explanation::usual_failure);
    EXPECT_EQ(after.bracket(), likely_posterior(promise, 0.25, failure));
    EXPECT_EQ(after.upper.theorems.back(), "KS14");
    EXPECT_EQ(explanation.mean_log_bayes_factor().lower.value, -infinity);
    EXPECT_EQ(explanation.bayes_factor_moment(Order{2.0}).upper.why_not,
              "approximate may fail, with probability 1e-06");
    EXPECT_NEAR(explanation.best_guess(0.5).upper.value, best_guess(promise, 0.5).value(), 1e-14);
    EXPECT_NEAR(explanation.large_bayes_factor(10.0).upper.value,
                large_bayes_factor(promise, 10.0).value(), 1e-9);
}

TEST(Explanation, OfWhatIsShownOutrightPromisesNothing) {
    const Explanation nothing(Gaussian{.noise_multiplier = 0.0}, {});
    EXPECT_EQ(nothing.bad_outcome(0.001).bracket(), Bracket(0, 1));
    EXPECT_EQ(nothing.posterior(0.25, std::nullopt).range.bracket(), Bracket(0, 1));
    EXPECT_EQ(nothing.best_guess(0.25).upper.value, 1);
    EXPECT_EQ(nothing.large_bayes_factor(10.0).upper.value, 1);
    EXPECT_EQ(nothing.bayes_factor_moment(Order{2.0}).bracket(), Bracket(0, infinity));
}

// Randomized response, twice, with every outcome enumerated.
TEST(Explanation, ContainsTwoAnswers) {
    for (const double p : {0.55, 0.75, 0.95}) {
        const Real prior = 0.375, yes = p, no = 1 - yes;
        const oracle::Pair pair{{yes * yes, 2 * yes * no, no * no},
                                {no * no, 2 * yes * no, yes * yes}};
        const Explanation explanation(2 * Program(RandomizedResponse{.p = p}), {});
        const Bracket chance = explanation.bad_outcome(static_cast<double>(pair.q[0])).bracket();
        EXPECT_LE(Real(chance.lower), pair.p[0]);
        EXPECT_LE(pair.p[0], Real(chance.upper) * (1 + Real(1e-13)));  // q was rounded
        const Bracket after = explanation.posterior(0.375, std::nullopt).range.bracket();
        Real right = 0, mean = 0, moment = 0;
        for (std::size_t i = 0; i < pair.p.size(); ++i) {
            const Real a = prior * pair.p[i], b = (1 - prior) * pair.q[i];
            EXPECT_LE(Real(after.lower), a / (a + b));
            EXPECT_LE(a / (a + b), Real(after.upper));
            right += a > b ? a : b;
            mean += pair.q[i] * log(pair.p[i] / pair.q[i]);
            moment += pair.p[i] * pair.p[i] / pair.q[i];
        }
        const Bracket guess = explanation.best_guess(0.375).bracket();
        EXPECT_LE(Real(guess.lower), right);
        EXPECT_LE(right, Real(guess.upper));
        EXPECT_LE(guess.width(), 1e-6);
        EXPECT_LE(Real(explanation.mean_log_bayes_factor().lower.value), mean);
        const Real most = explanation.bayes_factor_moment(Order{2.0}).upper.value;
        EXPECT_LE(moment, most);
        EXPECT_LE(most, moment * (1 + Real(1e-12)));
    }
}

}  // namespace explanation_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/discrete_laplace.hpp"

#include <gtest/gtest.h>

#include "mizan/mechanism/randomized_response.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace discrete_laplace_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;
using support::log_uniform;

DiscreteLaplace noise(double a, double k) {
    return {.noise_parameter = Epsilon{a}, .sensitivity = k};
}

DiscreteLaplace any_noise() { return noise(*log_uniform(1e-9, 30), *rc::gen::inRange(1, 12)); }

// The law itself: outputs from below 0 to beyond k, what lies farther out summed up. Where the
// output is at most 0 or at least k the loss is the same, so nothing is lost.
template <class Number>
struct Law {
    std::vector<Number> p, q;

    explicit Law(const DiscreteLaplace& mechanism) {
        const Number a = mechanism.noise_parameter.value(), r = exp(-a);
        const int k = static_cast<int>(mechanism.sensitivity.value());
        const Number one = tanh(a / 2), end = r * one / (1 - r);
        const auto add = [&](Number weight, int from_zero, int from_k) {
            p.push_back(weight * exp(-a * from_zero));
            q.push_back(weight * exp(-a * from_k));
        };
        constexpr int shown = 3;
        add(end, shown, k + shown);
        for (int y = -shown; y <= k + shown; ++y) add(one, std::abs(y), std::abs(k - y));
        add(end, k + shown, shown);
    }
};

using Wide = oracle::Digits<100>;

Real renyi(const DiscreteLaplace& mechanism, double order) {
    const Law<Wide> law(mechanism);
    Wide sum = 0;
    for (std::size_t i = 0; i < law.p.size(); ++i) {
        const Wide loss = log(law.p[i] / law.q[i]);
        // M(s) - 1 = Σ p (e^(sL) - 1): the digits that cancel are there.
        sum += order == 1 ? law.p[i] * loss : law.p[i] * expm1((Wide(order) - 1) * loss);
    }
    return Real(order == 1 ? sum : Wide(log1p(sum) / (Wide(order) - 1)));
}

RC_GTEST_PROP(DiscreteLaplace, RenyiContainsEnumeration, ()) {
    const DiscreteLaplace mechanism = any_noise();
    const double order = *support::order(1e4);
    const Bracket computed = mechanism.renyi(Order{order});
    const Real exact = renyi(mechanism, order);
    RC_ASSERT(contains(computed, exact));
    RC_ASSERT(is_sharp(computed, exact, 4e-12));
}

RC_GTEST_PROP(DiscreteLaplace, OrderOneContainsEnumeration, ()) {
    const DiscreteLaplace mechanism = any_noise();
    const Bracket computed = mechanism.renyi(Order{1.0});
    const Real exact = renyi(mechanism, 1);
    RC_ASSERT(contains(computed, exact));
    RC_ASSERT(is_sharp(computed, exact, 1e-13));
}

RC_GTEST_PROP(DiscreteLaplace, DeltaContainsEnumeration, ()) {
    const DiscreteLaplace mechanism = any_noise();
    const double epsilon = *support::uniform(0, 1) * mechanism.pure_epsilon().lower;
    const Law<Real> law(mechanism);
    const Real exact = oracle::Pair{law.p, law.q}.hockey_stick(Real(epsilon));
    const Bracket computed = mechanism.delta(Epsilon{epsilon});
    RC_ASSERT(contains(computed, exact));
    const double rounding = 1e-15 * mechanism.pure_epsilon().upper;
    RC_ASSERT(computed.width() <= 1e-14 * computed.upper + 4 * rounding);
}

RC_GTEST_PROP(DiscreteLaplace, EpsilonIsWhereTheProfileFallsToDelta, ()) {
    const DiscreteLaplace mechanism = any_noise();
    const double delta =
        *support::uniform(0, 1) * mechanism.delta(Epsilon{0.0}).lower * *log_uniform(1e-9, 1);
    const Bracket epsilon = mechanism.epsilon(Delta{delta});
    const Law<Real> law(mechanism);
    const oracle::Pair pair{law.p, law.q};
    RC_ASSERT(pair.hockey_stick(Real(epsilon.upper)) <= Real(delta) * (1 + Real(1e-40)));
    RC_ASSERT(pair.hockey_stick(Real(epsilon.lower)) >= Real(delta) * (1 - Real(1e-40)));
    RC_ASSERT(epsilon.width() <= 1e-13 * (1e-2 + mechanism.pure_epsilon().upper));
}

// Neyman and Pearson on the law itself: outputs from the smallest on, the last one in part.
RC_GTEST_PROP(DiscreteLaplace, TradeoffContainsEnumeration, ()) {
    const DiscreteLaplace mechanism = any_noise();
    const double rate = *rc::gen::oneOf(log_uniform(1e-20, 1), support::uniform(0, 1));
    const Law<Real> law(mechanism);
    Real missed = 1, room = rate;
    for (std::size_t i = 0; i < law.p.size() && room > 0; ++i) {
        const Real part = law.q[i] <= room ? Real(1) : Real(room / law.q[i]);
        missed -= part * law.p[i];
        room -= part * law.q[i];
    }
    const Bracket computed = mechanism.tradeoff(rate);
    const Real doubt(1e-40);
    RC_ASSERT(Real(computed.lower) <= missed + doubt);
    RC_ASSERT(Real(computed.upper) >= missed - doubt);
    RC_ASSERT(computed.width() <= 1e-13);
}

RC_GTEST_PROP(DiscreteLaplace, LossAndOutputHaveTheLawOfTheNoise, ()) {
    const DiscreteLaplace mechanism = any_noise();
    const double part = *support::uniform(-1.2, 1.2);
    const double at = part * mechanism.pure_epsilon().upper;
    const Law<Real> law(mechanism);
    Real below = 0;
    for (std::size_t i = 0; i < law.p.size(); ++i) {
        if (log(law.p[i] / law.q[i]) <= Real(at)) below += law.p[i];
    }
    RC_ASSERT(contains(mechanism.loss_cdf(at), below));
    const double y = std::floor(*support::uniform(-20, 20));
    const Real a = mechanism.noise_parameter.value(), r = exp(-a);
    const Real tail = exp(-a * std::abs(y < 0 ? y : y + 1)) / (1 + r);
    RC_ASSERT(contains(mechanism.output_cdf(y + 0.5), y < 0 ? tail : Real(1 - tail)));
}

RC_GTEST_PROP(DiscreteLaplace, ListsItsOutcomes, ()) {
    const DiscreteLaplace mechanism = any_noise();
    const double epsilon = *support::uniform(0, 1) * mechanism.pure_epsilon().lower;
    const std::vector<Outcome> all = listed_outcomes(mechanism);
    Bracket total = 0;
    for (const Outcome& outcome : all) total += outcome.p;
    RC_ASSERT(total.contains(1));
    RC_ASSERT(all.size() == static_cast<std::size_t>(mechanism.sensitivity.value()) + 1);
    const Bracket listed = hockey_stick(all, Epsilon{epsilon});
    const Bracket closed = mechanism.delta(Epsilon{epsilon});
    RC_ASSERT(listed.lower <= closed.upper && closed.lower <= listed.upper);
}

TEST(DiscreteLaplace, ListsNoOutcomesWhereTheyAreMany) {
    EXPECT_TRUE(listed_outcomes(noise(1, 1e6)).empty());
    EXPECT_TRUE(listed_outcomes(noise(0, 2)).empty());
    EXPECT_TRUE(listed_outcomes(noise(infinity, 2)).empty());
    EXPECT_EQ(listed_outcomes(noise(1e-300, 2)).size(), 3u);
}

RC_GTEST_PROP(DiscreteLaplace, LiesBetweenTwoLaplaceNoises, ()) {
    const DiscreteLaplace mechanism = noise(*log_uniform(1e-4, 5), *rc::gen::inRange(1, 100'000));
    const Laplace below = at_most_as_private(mechanism), above = at_least_as_private(mechanism);
    const double x = *log_uniform(1e-12, 1);
    RC_ASSERT(below.tradeoff(x).lower <= mechanism.tradeoff(x).upper);
    RC_ASSERT(mechanism.tradeoff(x).lower <= above.tradeoff(x).upper);
    const double epsilon = *support::uniform(0, 1.1) * mechanism.pure_epsilon().upper;
    RC_ASSERT(below.delta(Epsilon{epsilon}).upper >= mechanism.delta(Epsilon{epsilon}).lower);
    RC_ASSERT(mechanism.delta(Epsilon{epsilon}).upper >= above.delta(Epsilon{epsilon}).lower);
    const double order = *support::order(1e3);
    RC_ASSERT(below.renyi(Order{order}).upper >= mechanism.renyi(Order{order}).lower);
    RC_ASSERT(mechanism.renyi(Order{order}).upper >= above.renyi(Order{order}).lower);
}

TEST(DiscreteLaplace, TheUpperLaplaceNoiseIsReached) {
    // Half way between two outputs, where the curves of the discrete noise meet.
    const double a = 1, k = 2;
    const double x = std::exp(-1) / (1 + std::exp(-1));
    const double discrete = noise(a, k).tradeoff(x).middle();
    const double continuous = at_most_as_private(noise(a, k)).tradeoff(x).middle();
    EXPECT_NEAR(discrete, continuous, 1e-14);
}

TEST(DiscreteLaplace, OneStepIsRandomizedResponse) {
    const DiscreteLaplace mechanism = noise(std::log(3.0), 1);
    const RandomizedResponse response{.p = 0.75};
    for (const double order : {1.0, 1.5, 2.0, 10.0, 1e3}) {
        EXPECT_NEAR(mechanism.renyi(Order{order}).middle(), response.renyi(Order{order}).middle(),
                    1e-14);
    }
    EXPECT_NEAR(mechanism.delta(Epsilon{0.0}).middle(), 0.5, 1e-15);
    EXPECT_NEAR(mechanism.tradeoff(0.1).middle(), response.tradeoff(0.1).middle(), 1e-14);
}

TEST(DiscreteLaplace, PureEpsilonIsTheParameterTimesTheSensitivity) {
    EXPECT_EQ(noise(0.25, 3).pure_epsilon(), Bracket(0.75));
    EXPECT_EQ(noise(0, 3).pure_epsilon(), Bracket(0));
    EXPECT_EQ(noise(infinity, 3).pure_epsilon(), Bracket(infinity));
    // The best event really has it: the output is at most 0.
    EXPECT_NEAR(
        std::log(noise(0.25, 3).output_cdf(0).middle() / noise(0.25, 3).output_cdf(-3).middle()),
        0.75, 1e-14);
}

RC_GTEST_PROP(DiscreteLaplace, TheMeanLossIsTheConstantOfZcdp, ()) {
    const DiscreteLaplace mechanism =
        noise(*log_uniform(1e-3, 10), std::floor(*log_uniform(1, 1000)));
    const Bracket rho = mechanism.zcdp_rho();
    RC_ASSERT(rho == mechanism.renyi(Order{1.0}));
    const double order = 1 + *log_uniform(1e-3, 1e3);
    RC_ASSERT(mechanism.renyi(Order{order}).lower <= (order * rho).upper);
}

TEST(DiscreteLaplace, RefusesASensitivityThatIsNoWholeNumber) {
    EXPECT_THROW(WholeSensitivity{0.5}, DomainError);
    EXPECT_THROW(WholeSensitivity{0.0}, DomainError);
    EXPECT_THROW(WholeSensitivity{0x1p53}, DomainError);
    EXPECT_THROW(WholeSensitivity{infinity}, DomainError);
    EXPECT_NO_THROW(WholeSensitivity{0x1p53 - 1});
}

TEST(DiscreteLaplace, StaysSharpWhereTheStepsCannotBeCounted) {
    // More steps than doubles tell apart: then it is Laplace noise to all digits.
    const DiscreteLaplace mechanism = noise(1e-15, 0x1p52);
    const double scale = 1 / (1e-15 * 0x1p52);
    for (const double epsilon : {0.0, 0.5, 2.0, 4.0}) {
        const Bracket delta = mechanism.delta(Epsilon{epsilon});
        EXPECT_NEAR(delta.middle(), Laplace{scale}.delta(Epsilon{epsilon}).middle(), 1e-14);
        EXPECT_LT(delta.width(), 1e-14);
    }
    for (const double delta : {1e-9, 0.1, 0.5}) {
        EXPECT_LT(mechanism.epsilon(Delta{delta}).width(), 1e-14);
    }
    EXPECT_LT(mechanism.tradeoff(0.1).width(), 1e-14);
}

}  // namespace discrete_laplace_test
}  // namespace mizan

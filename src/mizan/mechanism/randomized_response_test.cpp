// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/randomized_response.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace randomized_response_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;
using support::log_uniform;

// Differences of order ε² survive in 100 digits even where ε² (α-1) is 1e-40.
using Wide = oracle::Digits<100>;

// A probability near 0, near 1/2 or near 1, on a logarithmic scale.
rc::Gen<double> probability() {
    return rc::gen::oneOf(log_uniform(1e-12, 0.5),
                          rc::gen::map(log_uniform(1e-15, 0.5), [](double x) { return 1 - x; }),
                          rc::gen::map(log_uniform(1e-12, 0.49), [](double x) { return 0.5 + x; }),
                          rc::gen::map(log_uniform(1e-12, 0.49), [](double x) { return 0.5 - x; }));
}

// Mironov17 P5 as printed, the larger power in front so that nothing overflows.
Wide renyi(double p, double order) {
    const Wide a = std::max(p, 1 - p) == p ? Wide(p) : 1 - Wide(p), b = 1 - a, alpha = order;
    const Wide quotient = b / a;  // b^α a^(1-α) = a^α b^(1-α) (b/a)^(2α-1)
    return log(a / b) + log(a * (1 + pow(quotient, 2 * alpha - 1))) / (alpha - 1);
}

RC_GTEST_PROP(RandomizedResponse, RenyiContainsOracle, ()) {
    const double p = *probability(), order = *support::order();
    if (p == 0.5) return;
    const Bracket computed = RandomizedResponse{.p = p}.renyi(Order{order});
    const Real exact(renyi(p, order));
    RC_ASSERT(contains(computed, exact));
    RC_ASSERT(is_sharp(computed, exact, 1e-12));
}

RC_GTEST_PROP(RandomizedResponse, OrderOneIsTheMeanLoss, ()) {
    const double p = *probability();
    const Wide exact = (2 * Wide(p) - 1) * log(Wide(p) / (1 - Wide(p)));
    const Bracket computed = RandomizedResponse{.p = p}.renyi(Order{1.0});
    RC_ASSERT(contains(computed, Real(exact)));
    RC_ASSERT(is_sharp(computed, Real(exact), 1e-14));
}

RC_GTEST_PROP(RandomizedResponse, DeltaIsTheHockeyStickOfTheTwoAnswers, ()) {
    const double p = *probability(), epsilon = *log_uniform(1e-9, 30);
    const Wide grow = exp(Wide(epsilon)), q = 1 - Wide(p), nothing = 0;
    const Wide exact =
        std::max(nothing, Wide(Wide(p) - grow * q)) + std::max(nothing, Wide(q - grow * Wide(p)));
    const Bracket computed = RandomizedResponse{.p = p}.delta(Epsilon{epsilon});
    RC_ASSERT(contains(computed, Real(exact)));
    RC_ASSERT(computed.width() <= 1e-13);
}

RC_GTEST_PROP(RandomizedResponse, PureEpsilonIsTheLogOdds, ()) {
    const double p = *probability();
    const Wide exact = abs(log(Wide(p) / (1 - Wide(p))));
    const Bracket computed = RandomizedResponse{.p = p}.pure_epsilon();
    RC_ASSERT(contains(computed, Real(exact)));
    RC_ASSERT(is_sharp(computed, Real(exact), 1e-14));
}

RC_GTEST_PROP(RandomizedResponse, LyingAsOftenIsTheSame, ()) {
    const double p = *support::uniform(0.5, 1), order = *support::order();
    const double lie = 1 - p;  // exact
    const RandomizedResponse a{.p = p}, b{.p = lie};
    RC_ASSERT(intersect(a.renyi(Order{order}), b.renyi(Order{order})).width() >= 0);
    RC_ASSERT(intersect(a.delta(Epsilon{0.1}), b.delta(Epsilon{0.1})).width() >= 0);
}

// D_α/α never exceeds its value at order 1 and comes close to it there.
RC_GTEST_PROP(RandomizedResponse, ZcdpConstantIsTight, ()) {
    const double p = *probability(), order = *support::order();
    const RandomizedResponse response{.p = p};
    const Bracket rho = response.zcdp_rho();
    RC_ASSERT((response.renyi(Order{order}) / order).lower <= rho.upper);
    const double epsilon = response.pure_epsilon().upper;
    RC_ASSERT(contains(rho, Real(Wide(epsilon) * tanh(Wide(epsilon) / 2))) ||
              std::abs(rho.middle() - epsilon * std::tanh(epsilon / 2)) <= 1e-13 * rho.upper);
}

// E e^(λ(L - E L)) ≤ e^(λ²τ²/2) for every real λ, and no smaller τ would do: the mean is τ²/2, the
// most that any pair with this τ can have.
RC_GTEST_PROP(RandomizedResponse, ConcentratedPairIsTheBestPossible, ()) {
    const double p = *support::uniform(0.5001, 0.9999);
    const double lambda = *support::uniform(-30, 30);
    const CDP cdp = RandomizedResponse{.p = p}.cdp();
    const Real a = p, b = 1 - a, epsilon = log(a / b), mean = (a - b) * epsilon;
    const Real moment =
        a * exp(Real(lambda) * (epsilon - mean)) + b * exp(Real(lambda) * (-epsilon - mean));
    const Real tau = cdp.tau.value(), mu = cdp.mu.value();
    RC_ASSERT(log(moment) <= Real(lambda) * lambda * tau * tau / 2 + Real(1e-45));
    RC_ASSERT(mu >= mean);
    RC_ASSERT(abs(mu - tau * tau / 2) <= Real(1e-14) * mu);
    RC_ASSERT(cdp.tau.value() <= RandomizedResponse{.p = p}.pure_epsilon().upper);
}

RC_GTEST_PROP(RandomizedResponse, TradeoffIsTheBestRandomizedTest, ()) {
    // A test rejects answer 0 with probability u and answer 1 with v; the best one for a given
    // false-positive rate spends it on the more telling answer first.
    const double p = *support::uniform(0.5, 1), x = *support::uniform(0, 1);
    const Real a = p, b = 1 - a, rate = x, one = 1, nothing = 0;
    const Real u = b == 0 ? one : std::min(one, Real(rate / b));
    const Real v = std::max(nothing, Real((rate - b) / a));
    const Real exact = 1 - (a * u + b * v);
    const Bracket computed = RandomizedResponse{.p = p}.tradeoff(x);
    RC_ASSERT(Real(computed.lower) <= exact + Real(1e-40));
    RC_ASSERT(exact <= Real(computed.upper) + Real(1e-40));
    RC_ASSERT(computed.width() < 1e-13);
}

TEST(RandomizedResponse, RenyiMatchesTheReferenceTable) {
    const auto at = [](double p, double order) {
        return RandomizedResponse{.p = p}.renyi(Order{order}).middle();
    };
    EXPECT_NEAR(at(0.55, 2), 0.039609, 5e-7);
    EXPECT_NEAR(at(0.55, 10), 0.136672, 5e-7);
    EXPECT_NEAR(at(0.55, infinity), 0.200671, 5e-7);
    EXPECT_NEAR(at(0.6, 2), 0.154151, 5e-7);
    EXPECT_NEAR(at(0.6, 10), 0.348757, 5e-7);
    EXPECT_NEAR(at(0.6, infinity), 0.405465, 5e-7);
    EXPECT_NEAR(at(0.75, 2), 0.847298, 5e-7);
    EXPECT_NEAR(at(0.75, 10), 1.066648, 5e-7);
    EXPECT_NEAR(at(0.75, infinity), 1.098612, 5e-7);
}

TEST(RandomizedResponse, TheLossTakesTwoValues) {
    const RandomizedResponse response{.p = 0.75};
    EXPECT_EQ(response.loss_cdf(-1.2), Bracket(0));
    EXPECT_EQ(response.loss_cdf(-1), Bracket(0.25));
    EXPECT_EQ(response.loss_cdf(1), Bracket(0.25));
    EXPECT_EQ(response.loss_cdf(1.2), Bracket(1));
    EXPECT_EQ(response.output_cdf(0), Bracket(0.75));
    EXPECT_EQ(response.output_cdf(1), Bracket(1));
}

}  // namespace randomized_response_test
}  // namespace mizan

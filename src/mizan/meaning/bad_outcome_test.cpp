// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/bad_outcome.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_renyi.hpp"
#include "mizan/convert/pure_to_renyi.hpp"
#include "mizan/divergence/preservation.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace bad_outcome_test {

using oracle::Real;

TEST(BadOutcome, GivesTheReferenceValues) {
    struct Row {
        double q, lower, upper, exact_lower, exact_upper;
    };
    const std::array rows{Row{0.5, 0.4189, 0.5864, 0.4215, 0.5785},
                          Row{1e-3, 0.000420, 0.002183, 0.000445, 0.002074},
                          Row{1e-6, 1.949e-7, 4.356e-6, 2.066e-7, 4.135e-6}};
    const RenyiCurve curve = RenyiCurve::through({{Order{10.0}, Epsilon{0.1}}});
    for (const Row& row : rows) {
        const Bracket closed = preserved_by_hoelder(Order{10.0}, Epsilon{0.1}, row.q);
        EXPECT_NEAR(closed.lower, row.lower, 2e-3 * row.lower);
        EXPECT_NEAR(closed.upper, row.upper, 2e-3 * row.upper);
        const Bracket exact = bad_outcome(curve, row.q);
        EXPECT_NEAR(exact.lower, row.exact_lower, 2e-3 * row.exact_lower);
        EXPECT_NEAR(exact.upper, row.exact_upper, 2e-3 * row.exact_upper);
    }
}

RC_GTEST_PROP(BadOutcome, ContainsRandomizedResponse, ()) {
    // The event "answer 1" together with a fair share of "answer 0".
    const double epsilon = *support::log_uniform(1e-3, 20), share = *support::uniform(0, 1);
    const oracle::Pair pair = oracle::randomized_response(epsilon);
    const Real p = pair.p[0] + share * pair.p[1], q = pair.q[0] + share * pair.q[1];
    const double rounded = static_cast<double>(q);
    const Bracket range = bad_outcome(PureDP{Epsilon{epsilon}}, rounded);
    const Real doubt = Real(1e-15) * (1 + exp(Real(epsilon)) * q);  // q was rounded
    RC_ASSERT(Real(range.lower) <= p + doubt);
    RC_ASSERT(p - doubt <= Real(range.upper));
    // The event "answer 1" alone reaches the bound.
    const double q0 = static_cast<double>(pair.q[0]);
    RC_ASSERT(bad_outcome(PureDP{Epsilon{epsilon}}, q0).upper >=
              static_cast<double>(pair.p[0]) * (1 - 1e-12));
    RC_ASSERT(bad_outcome(PureDP{Epsilon{epsilon}}, q0).upper <=
              static_cast<double>(pair.p[0]) * (1 + 1e-12));
}

RC_GTEST_PROP(BadOutcome, OfAnApproximatePromiseContainsItsWorstPair, ()) {
    // Shows its input with probability delta, otherwise answers by randomized response.
    const double epsilon = *support::log_uniform(1e-3, 8), delta = *support::log_uniform(1e-9, 1);
    const oracle::Pair response = oracle::randomized_response(epsilon);
    const ApproxDP promise{Epsilon{epsilon}, Delta{delta}};
    const Real hidden = 1 - Real(delta);
    const Real doubt = Real(1e-15) * exp(Real(epsilon));  // p and q are rounded
    for (const std::size_t answer : {0U, 1U}) {
        const Real p = delta + hidden * response.p[answer], q = hidden * response.q[answer];
        const Bracket range = bad_outcome(promise, static_cast<double>(q));
        RC_ASSERT(Real(range.lower) <= p + doubt);
        RC_ASSERT(p - doubt <= Real(range.upper));
        // "Shown, or answer 1" reaches the upper end.
        if (answer == 0) RC_ASSERT(Real(range.upper) <= p + doubt);
        // The other way round: what has the probability p there, has q here.
        const Bracket back = bad_outcome(promise, static_cast<double>(p));
        RC_ASSERT(Real(back.lower) <= q + doubt);
        RC_ASSERT(q - doubt <= Real(back.upper));
    }
}

RC_GTEST_PROP(BadOutcome, IsExactForTheGaussianMechanism, ()) {
    // S = {x > c} for N(0, 1) and N(mu, 1).
    const double mu = *support::log_uniform(1e-3, 8), c = *support::uniform(-4, 6);
    const double q = static_cast<double>(oracle::normal_tail(c));
    const Bracket range = bad_outcome(GDP{Mu{mu}}, q);
    const Real more = oracle::normal_tail(Real(c) - mu), less = oracle::normal_tail(Real(c) + mu);
    const Real doubt = Real(1e-9);  // c is known through a rounded q
    RC_ASSERT(Real(range.upper) >= more * (1 - doubt));
    RC_ASSERT(Real(range.upper) <= more * (1 + doubt));
    RC_ASSERT(Real(range.lower) >= less * (1 - doubt));
    RC_ASSERT(Real(range.lower) <= less * (1 + doubt));
}

RC_GTEST_PROP(BadOutcome, TheRenyiRangeContainsTheExactOne, ()) {
    const double mu = *support::log_uniform(1e-2, 3), q = *support::log_uniform(1e-9, 1);
    const Bracket exact = bad_outcome(GDP{Mu{mu}}, q);
    const Bracket renyi = bad_outcome(gdp_to_renyi({Mu{mu}}), q);
    RC_ASSERT(renyi.lower <= exact.lower * (1 + 1e-12));
    RC_ASSERT(renyi.upper >= exact.upper * (1 - 1e-12));
}

RC_GTEST_PROP(BadOutcome, OrderInfinityIsAllowed, ()) {
    const PureDP pure{Epsilon{*support::log_uniform(1e-3, 5)}};
    const double q = *support::log_uniform(1e-9, 1);
    const Bracket direct = bad_outcome(pure, q), curve = bad_outcome(pure_to_renyi(pure), q);
    RC_ASSERT(curve.upper <= direct.upper * (1 + 1e-9));
    RC_ASSERT(curve.lower >= direct.lower * (1 - 1e-9));
}

TEST(BadOutcome, HasItsLimits) {
    const std::array<Definition, 6> some{PureDP{Epsilon{1.0}},
                                         ApproxDP{Epsilon{1.0}, Delta{0.01}},
                                         RenyiDP{gdp_to_renyi({Mu{1.0}})},
                                         ZCDP{Rho{0.5}},
                                         CDP{Mu{0.5}, Tau{1.0}},
                                         GDP{Mu{1.0}}};
    for (const Definition& definition : some) {
        const bool leaks = std::holds_alternative<ApproxDP>(definition);
        EXPECT_EQ(bad_outcome(definition, 0.0).upper, leaks ? 0.01 : 0.0);
        EXPECT_GE(bad_outcome(definition, 1.0).lower, leaks ? 0.98 : 1 - 1e-12);
        EXPECT_TRUE(bad_outcome(definition, 0.3).contains(0.3));
    }
    EXPECT_EQ(bad_outcome(PureDP{Epsilon{0.0}}, 0.25), Bracket(0.25));
    EXPECT_EQ(bad_outcome(PureDP{Epsilon{infinity}}, 0.25), Bracket(0, 1));
    EXPECT_EQ(bad_outcome(ApproxDP{Epsilon{0.0}, Delta{1.0}}, 0.25), Bracket(0, 1));
    EXPECT_EQ(bad_outcome(GDP{Mu{0.0}}, 0.25), Bracket(0.25));
    EXPECT_EQ(bad_outcome(GDP{Mu{infinity}}, 0.25), Bracket(0, 1));
    EXPECT_EQ(bad_outcome(RenyiCurve([](Order) { return Bracket(0, infinity); }), 0.25).upper, 1);
}

}  // namespace bad_outcome_test
}  // namespace mizan

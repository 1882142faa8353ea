// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/basic.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/compose/optimal.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::compose {
namespace basic_test {

using oracle::Real;

RC_GTEST_PROP(Basic, NeverBelowTheExactCurve, ()) {
    const double n = std::floor(*support::log_uniform(1, 1e4));
    const Repeated step{
        {Epsilon{*support::log_uniform(1e-6, 50)}, Delta{*support::log_uniform(1e-12, 1)}}, n};
    const ApproxDP whole = basic({step});
    RC_ASSERT(optimal_delta(step, whole.epsilon).lower <= whole.delta.value());
}

RC_GTEST_PROP(Basic, AddsEpsilonsAndMultipliesSuccesses, ()) {
    const Delta d1{*support::log_uniform(1e-15, 1)}, d2{*support::log_uniform(1e-15, 1)};
    const Epsilon e1{*support::log_uniform(1e-9, 1e9)}, e2{*support::log_uniform(1e-9, 1e9)};
    const Steps steps{{{e1, d1}, 3}, {{e2, d2}, 1}};
    const Real failure = 1 - pow(1 - Real(d1.value()), 3) * (1 - Real(d2.value()));
    RC_ASSERT(oracle::contains(failure_probability(steps), failure));
    RC_ASSERT(oracle::is_sharp(failure_probability(steps), failure, 1e-13) || d1.value() > 0.99);
    RC_ASSERT(oracle::contains(total_epsilon(steps), 3 * Real(e1.value()) + Real(e2.value())));
}

TEST(Basic, EdgesAreDefined) {
    EXPECT_EQ(basic({}), (ApproxDP{Epsilon{0.0}, Delta{0.0}}));
    EXPECT_EQ(basic({pure(Epsilon{infinity}, 0)}), (ApproxDP{Epsilon{0.0}, Delta{0.0}}));
    EXPECT_EQ(basic({pure(Epsilon{infinity})}).epsilon.value(), infinity);
    EXPECT_EQ(basic({pure(Epsilon{1e308}, 1e10)}).epsilon.value(), infinity);
    EXPECT_EQ(basic({{{Epsilon{1.0}, Delta{0.25}}, 1}}), (ApproxDP{Epsilon{1.0}, Delta{0.25}}));
    EXPECT_EQ(basic({{{Epsilon{1.0}, Delta{1.0}}, 5}}).delta.value(), 1);
    EXPECT_LE(basic({{{Epsilon{1.0}, Delta{0.9}}, 1e15}}).delta.value(), 1);
}

TEST(Basic, SlackIsWhatTheFailuresLeave) {
    const Steps steps{{{Epsilon{1.0}, Delta{0.25}}, 1}};
    EXPECT_TRUE(slack(steps, Delta{0.5}).contains(1.0 / 3));
    EXPECT_EQ(slack(steps, Delta{0.25}), Bracket(0));
    EXPECT_LT(slack(steps, Delta{0.1}).upper, 0);
    EXPECT_EQ(slack({pure(Epsilon{1.0})}, Delta{1e-6}), Bracket(1e-6));
    EXPECT_EQ(slack({{{Epsilon{1.0}, Delta{1.0}}, 1}}, Delta{0.5}).upper, -infinity);
}

}  // namespace basic_test
}  // namespace mizan::compose

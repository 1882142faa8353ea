// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/convert/gdp_to_renyi.hpp"
#include "mizan/convert/gdp_to_zcdp.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace gdp_test {

using oracle::Real;

RC_GTEST_PROP(GdpToApproximate, MatchesTheProfile, ()) {
    const double mu = *support::log_uniform(1e-8, 50);
    const double epsilon = mu * (mu / 2 + *support::uniform(-1, 1) * std::min(mu / 2, 6.0)) +
                           mu * *support::uniform(0, 6);
    const Bracket delta = gdp_to_delta({Mu{mu}}, Epsilon{epsilon});
    const Real truth = oracle::gaussian_hockey_stick(mu, epsilon);
    // Fifty digits lose log10(1/mu) to cancellation.
    RC_ASSERT(Real(delta.lower) <= truth * (1 + Real(1e-20)));
    RC_ASSERT(Real(delta.upper) >= truth * (1 - Real(1e-20)));
    RC_ASSERT(oracle::is_sharp(delta, truth, 1e-8));
}

RC_GTEST_PROP(GdpToApproximate, TheSoonerBoundIsOne, ()) {
    const GDP gdp{Mu{*support::log_uniform(1e-5, 60)}};
    const double mu = gdp.mu.value();
    const Epsilon epsilon{mu * std::max(0.0, *support::uniform(-8, 12) + mu / 2)};
    const Real truth = oracle::gaussian_hockey_stick(mu, epsilon.value());
    const double bound = gdp_to_delta_at_most(gdp, epsilon);
    RC_ASSERT(Real(bound) >= truth * (1 - Real(1e-20)));
    const double sharp = gdp_to_delta(gdp, epsilon).upper;
    RC_ASSERT(bound <= sharp * (1 + 1e-10) + 1e-300);
}

RC_GTEST_PROP(GdpToApproximate, EpsilonIsTheInverseOfDelta, ()) {
    const GDP gdp{Mu{*support::log_uniform(1e-4, 100)}};
    const Delta delta{*support::log_uniform(1e-15, 0.99)};
    const Bracket epsilon = gdp_to_epsilon(gdp, delta);
    RC_ASSERT(gdp_to_delta(gdp, Epsilon{epsilon.upper}).lower <= delta.value());
    RC_ASSERT(epsilon.lower == 0 ||
              gdp_to_delta(gdp, Epsilon{epsilon.lower}).upper >= delta.value());
}

TEST(GdpToApproximate, GivesTheReferenceValue) {
    EXPECT_NEAR(gdp_to_epsilon({Mu{1.0}}, Delta{1e-5}).upper, 4.3772, 5e-5);
    EXPECT_LE(gdp_to_epsilon({Mu{1.0}}, Delta{1e-5}).width(), 2e-13);
}

TEST(GdpToApproximate, HasItsLimits) {
    EXPECT_EQ(gdp_to_delta({Mu{0.0}}, Epsilon{0.0}), Bracket(0));
    EXPECT_EQ(gdp_to_epsilon({Mu{0.0}}, Delta{0.0}), Bracket(0));
    EXPECT_EQ(gdp_to_delta({Mu{infinity}}, Epsilon{5.0}), Bracket(1));
    EXPECT_EQ(gdp_to_epsilon({Mu{infinity}}, Delta{0.5}), Bracket(infinity));
    EXPECT_EQ(gdp_to_epsilon({Mu{1.0}}, Delta{0.0}), Bracket(infinity));
    EXPECT_EQ(gdp_to_epsilon({Mu{infinity}}, Delta{1.0}), Bracket(0));
    EXPECT_EQ(gdp_to_delta({Mu{1.0}}, Epsilon{infinity}), Bracket(0));
    EXPECT_EQ(gdp_to_delta_at_most({Mu{0.0}}, Epsilon{0.0}), 0);
    EXPECT_EQ(gdp_to_delta_at_most({Mu{infinity}}, Epsilon{5.0}), 1);
    EXPECT_EQ(gdp_to_delta_at_most({Mu{1.0}}, Epsilon{infinity}), 0);
    EXPECT_LE(gdp_to_delta({Mu{1e-300}}, Epsilon{1e300}).upper, 1e-300);
    EXPECT_LE(gdp_to_delta({Mu{1e-300}}, Epsilon{0.0}).upper, 4e-301);
    EXPECT_EQ(gdp_to_delta({Mu{1e300}}, Epsilon{0.0}).upper, 1);
}

TEST(GdpToRenyi, IsTheGaussianLine) {
    EXPECT_EQ(gdp_to_renyi({Mu{2.0}})(Order{3.0}), Bracket(6));
    EXPECT_EQ(gdp_to_renyi({Mu{2.0}})(Order{1.0}), Bracket(2));
    EXPECT_EQ(gdp_to_renyi({Mu{2.0}})(Order{infinity}), Bracket(infinity));
    EXPECT_EQ(gdp_to_renyi({Mu{0.0}})(Order{infinity}), Bracket(0));
}

TEST(GdpToZcdp, IsHalfTheSquare) {
    EXPECT_EQ(gdp_to_zcdp({Mu{2.0}}), Bracket(2));
    EXPECT_EQ(gdp_to_zcdp({Mu{0.0}}), Bracket(0));
    EXPECT_EQ(gdp_to_zcdp({Mu{infinity}}), Bracket(infinity));
}

TEST(GdpToDelta, InfiniteMuIsNoPromiseAtInfinity) {
    EXPECT_EQ(gdp_to_delta({Mu{infinity}}, Epsilon{infinity}), Bracket(1));
    EXPECT_EQ(gdp_to_delta({Mu{1.0}}, Epsilon{infinity}), Bracket(0));
}

}  // namespace gdp_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/renyi_to_approximate.hpp"

#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/convert/gdp_to_renyi.hpp"
#include "mizan/convert/pure_to_renyi.hpp"
#include "mizan/convert/renyi_point_to_approximate.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace renyi_to_approximate_test {

using oracle::Real;

TEST(RenyiToApproximate, GivesTheReferenceValueOfTheGaussianMechanism) {
    const RenyiCurve gaussian = gdp_to_renyi({Mu{1.0}});
    const EpsilonAtOrder best = renyi_to_epsilon(gaussian, Delta{1e-5});
    EXPECT_NEAR(best.epsilon.value(), 4.7284, 5e-5);
    EXPECT_NEAR(renyi_to_delta(gaussian, best.epsilon).delta.value(), 1e-5, 1e-12);
    // The best order is a minimum of the older conversion as well.
    for (const double order : {4.0, 5.0, 5.4, 6.0, 7.0}) {
        const RenyiPoint point{Order{order}, Epsilon{gaussian(Order{order}).upper}};
        EXPECT_LE(best.epsilon, canonne_epsilon(point, Delta{1e-5}));
    }
}

RC_GTEST_PROP(RenyiToApproximate, NeverBeatsTheExactGaussianCurve, ()) {
    const double mu = *support::log_uniform(1e-2, 20);
    const Delta delta{*support::log_uniform(1e-12, 0.9)};
    const EpsilonAtOrder claimed = renyi_to_epsilon(gdp_to_renyi({Mu{mu}}), delta);
    RC_ASSERT(oracle::gaussian_hockey_stick(mu, claimed.epsilon.value()) <= Real(delta.value()));
}

RC_GTEST_PROP(RenyiToApproximate, NeverBeatsRandomizedResponse, ()) {
    const double pure = *support::log_uniform(1e-3, 20);
    const Epsilon epsilon{pure * *support::uniform(0, 1.2)};
    const DeltaAtOrder claimed = renyi_to_delta(pure_to_renyi({Epsilon{pure}}), epsilon);
    const Real truth = oracle::randomized_response(pure).hockey_stick(epsilon.value());
    RC_ASSERT(truth <= Real(claimed.delta.value()));
    // Order inf is exact here.
    RC_ASSERT(Real(claimed.delta.value()) <= truth * (1 + Real(1e-9)) + Real(1e-12) * pure);
}

RC_GTEST_PROP(RenyiToApproximate, NoOrderOfAnOlderTheoremIsBetter, ()) {
    const double mu = *support::log_uniform(1e-3, 30);
    const RenyiCurve curve = gdp_to_renyi({Mu{mu}});
    const Delta delta{*support::log_uniform(1e-12, 0.5)};
    const Order order{1 + *support::log_uniform(1e-3, 1e5)};
    const RenyiPoint point{order, Epsilon{curve(order).upper}};
    const double best = renyi_to_epsilon(curve, delta).epsilon.value();
    RC_ASSERT(best <= canonne_epsilon(point, delta).value() * (1 + 1e-9));
    RC_ASSERT(best <= optimal_epsilon(point, delta).value() * (1 + 1e-6) + 1e-12);
}

RC_GTEST_PROP(RenyiToApproximate, EstimatesAreNearWhatIsProved, ()) {
    // Far less than the factor of 100 beyond which an analysis takes a curve for hopeless.
    const auto check = [](const RenyiCurve& curve, Epsilon epsilon) {
        const double proved = renyi_to_delta(curve, epsilon).delta.value();
        const double estimated = estimated_delta(curve, epsilon);
        RC_ASSERT(estimated <= 10 * proved + 1e-300);
        RC_ASSERT(proved <= 10 * estimated + 1e-300);
    };
    const double mu = *support::log_uniform(1e-3, 30), pure = *support::log_uniform(1e-3, 20);
    check(gdp_to_renyi({Mu{mu}}), Epsilon{mu * *support::uniform(0, 10)});
    check(pure_to_renyi({Epsilon{pure}}), Epsilon{pure * *support::uniform(0, 0.999)});
}

RC_GTEST_PROP(RenyiToApproximate, NoOrderProvesASmallerDelta, ()) {
    const double pure = *support::log_uniform(1e-2, 20);
    const RenyiCurve curve = *rc::gen::inRange(1, 4) * 1.0 * pure_to_renyi({Epsilon{pure}}) +
                             gdp_to_renyi({Mu{*support::log_uniform(1e-2, 10)}});
    const Epsilon epsilon{*support::log_uniform(1e-3, 30)};
    const Order order{1 + *support::log_uniform(1e-2, 1e4)};
    const RenyiPoint point{order, Epsilon{curve(order).upper}};
    const double best = renyi_to_delta(curve, epsilon).delta.value();
    RC_PRE(best < 0.5);  // larger ones, which say little, are searched less carefully
    RC_ASSERT(best <= optimal_delta(point, epsilon).value() * (1 + 1e-6));
}

RC_GTEST_PROP(RenyiProfile, IsAboveTheTruthAndHardlyAboveTheBestOrder, ()) {
    const double mu = *support::log_uniform(1e-4, 1e2);
    const RenyiCurve curve = gdp_to_renyi({Mu{mu}});
    const Epsilon epsilon{mu * (mu / 2 + *support::uniform(0, 12))};
    const double found = RenyiProfile(curve).delta(epsilon).value();
    RC_ASSERT(found >= gdp_to_delta({Mu{mu}}, epsilon).lower);
    RC_ASSERT(found <= 1.1 * renyi_to_delta(curve, epsilon).delta.value() + 1e-300);
}

TEST(RenyiProfile, HasItsLimits) {
    const RenyiProfile nothing(RenyiCurve::zero());
    EXPECT_EQ(nothing.delta(Epsilon{0.0}), Delta{0.0});
    const RenyiProfile unknown(RenyiCurve([](Order) { return Bracket(0, infinity); }));
    EXPECT_EQ(unknown.delta(Epsilon{3.0}), Delta{1.0});
    const RenyiProfile pure(RenyiCurve([](Order) { return Bracket(0, 0.5); }));
    EXPECT_EQ(pure.delta(Epsilon{0.5}), Delta{0.0});
    const RenyiProfile point(RenyiCurve::through({{Order{3.0}, Epsilon{0.2}}}));
    EXPECT_LE(point.delta(Epsilon{1.0}).value(),
              1.001 * optimal_delta({Order{3.0}, Epsilon{0.2}}, Epsilon{1.0}).value());
}

TEST(RenyiToApproximate, UsesTheKnownPointsExactly) {
    const RenyiPoint two{Order{2.0}, Epsilon{0.1}};
    const EpsilonAtOrder best = renyi_to_epsilon(RenyiCurve::through({two}), Delta{0.01});
    EXPECT_EQ(best.order, Order{2.0});
    EXPECT_EQ(best.epsilon, optimal_epsilon(two, Delta{0.01}));
    EXPECT_EQ(renyi_to_delta(RenyiCurve::through({two}), Epsilon{1.0}).order, Order{2.0});
}

TEST(RenyiToApproximate, HasItsLimits) {
    const RenyiCurve nothing_known([](Order) { return Bracket(0, infinity); });
    EXPECT_EQ(renyi_to_epsilon(nothing_known, Delta{0.1}).epsilon, Epsilon{infinity});
    EXPECT_EQ(renyi_to_delta(nothing_known, Epsilon{0.1}).delta, Delta{1.0});
    EXPECT_EQ(renyi_to_epsilon(RenyiCurve::zero(), Delta{0.0}).epsilon, Epsilon{0.0});
    EXPECT_EQ(renyi_to_epsilon(pure_to_renyi({Epsilon{0.5}}), Delta{0.0}).epsilon, Epsilon{0.5});
    EXPECT_EQ(renyi_to_epsilon(gdp_to_renyi({Mu{1.0}}), Delta{0.0}).epsilon, Epsilon{infinity});
    EXPECT_EQ(renyi_to_epsilon(gdp_to_renyi({Mu{1.0}}), Delta{1.0}).epsilon, Epsilon{0.0});
    for (const double mu : {1e-300, 1e-9, 1e9, 1e300}) {
        const RenyiCurve curve = gdp_to_renyi({Mu{mu}});
        EXPECT_GE(renyi_to_epsilon(curve, Delta{1e-5}).epsilon.value(), 0);
        EXPECT_LE(renyi_to_delta(curve, Epsilon{1.0}).delta.value(), 1);
    }
}

}  // namespace renyi_to_approximate_test
}  // namespace mizan

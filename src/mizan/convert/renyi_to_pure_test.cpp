// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/renyi_to_pure.hpp"

#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_renyi.hpp"
#include "mizan/convert/pure_to_renyi.hpp"
#include "mizan/convert/pure_to_zcdp.hpp"
#include "mizan/convert/renyi_to_zcdp.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace renyi_to_pure_test {

TEST(RenyiToPure, IsTheCurveAtInfinity) {
    EXPECT_EQ(renyi_to_pure(pure_to_renyi({Epsilon{0.7}})), PureDP{Epsilon{0.7}});
    EXPECT_EQ(renyi_to_pure(gdp_to_renyi({Mu{1.0}})), std::nullopt);
    EXPECT_EQ(renyi_to_pure(RenyiCurve::zero()), PureDP{Epsilon{0.0}});
}

TEST(RenyiToPure, AnOutcomeThatOnlyOneInputHasMakesEveryOrderInfinite) {
    // P = (1-x, x) against Q = (1, 0) as the limit of Q = (1-h, h): every order above 1 grows
    // without bound as h shrinks, although x stays tiny.
    const oracle::Real x = oracle::Real(1e-6);
    oracle::Real previous = 0;
    for (const double h : {1e-20, 1e-60, 1e-180}) {
        const oracle::Real power = x * x / h;  // the second moment of P/Q under Q
        EXPECT_GT(power, 1e6 * previous);
        previous = power;
    }
    EXPECT_EQ(renyi_to_pure(RenyiCurve([](Order) { return Bracket(0, infinity); })), std::nullopt);
}

RC_GTEST_PROP(RenyiToZcdp, BoundsTheCurveAtEveryOrder, ()) {
    // Two known orders and a pure bound.
    const double low = *support::log_uniform(1e-4, 1), high = low * *support::uniform(1, 50);
    const RenyiCurve curve = RenyiCurve::through(
        {{Order{*support::order(10)}, Epsilon{low}}, {Order{infinity}, Epsilon{high}}});
    const auto zcdp = renyi_to_zcdp(curve);
    RC_ASSERT(zcdp.has_value());
    const double order = *support::order(1e6);
    const double line = zcdp->rho.value() * order;
    // Whatever has the curve also has the curve of its pure bound.
    const double known =
        std::min(curve(Order{order}).upper, pure_to_renyi({Epsilon{high}}, Order{order}).upper);
    RC_ASSERT(known <= line * (1 + 1e-12));
    RC_ASSERT(zcdp->rho.value() <= pure_to_zcdp({Epsilon{high}}).upper);
}

TEST(RenyiToZcdp, UsesKnownOrdersWherePureAloneIsWorse) {
    const RenyiCurve curve =
        RenyiCurve::through({{Order{64.0}, Epsilon{0.1}}, {Order{infinity}, Epsilon{5.0}}});
    EXPECT_LE(renyi_to_zcdp(curve)->rho.value(), 0.11);
    EXPECT_GT(pure_to_zcdp({Epsilon{5.0}}).lower, 4.9);
}

TEST(RenyiToZcdp, NeedsABoundAtInfinity) {
    EXPECT_EQ(renyi_to_zcdp(gdp_to_renyi({Mu{1.0}})), std::nullopt);
    EXPECT_EQ(renyi_to_zcdp(RenyiCurve::zero()), ZCDP{Rho{0.0}});
}

}  // namespace renyi_to_pure_test
}  // namespace mizan

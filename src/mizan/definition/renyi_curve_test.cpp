// SPDX-License-Identifier: Apache-2.0
#include "mizan/definition/renyi_curve.hpp"

#include <gtest/gtest.h>

namespace mizan {
namespace renyi_curve_test {

TEST(RenyiCurve, AddsAndRepeatsOrderByOrder) {
    const RenyiCurve line([](Order order) { return Bracket(order.value()) / 2; });
    EXPECT_EQ((3 * line + line)(Order{4.0}), Bracket(8));
    EXPECT_EQ((0 * line)(Order{infinity}), Bracket(0));
}

TEST(RenyiCurve, BetweenPointsLiesOnTheChordOfTheConvexCumulant) {
    // For the line alpha / 2 the cumulant is alpha (alpha - 1) / 2: chord at 3 of (2, 1), (4, 6).
    const RenyiCurve curve =
        RenyiCurve::through({{Order{4.0}, Epsilon{2.0}}, {Order{2.0}, Epsilon{1.0}}});
    EXPECT_EQ(curve(Order{2.0}).upper, 1);
    EXPECT_NEAR(curve(Order{3.0}).upper, 3.5 / 2, 1e-15);
    EXPECT_GE(curve(Order{3.0}).upper, 1.5);
    EXPECT_EQ(curve(Order{1.0}).upper, 1);
    EXPECT_EQ(curve(Order{4.5}).upper, infinity);
}

TEST(RenyiCurve, RemembersItsKnotsInOrderThroughSumsAndRepetition) {
    const RenyiCurve a =
        RenyiCurve::through({{Order{4.0}, Epsilon{2.0}}, {Order{2.0}, Epsilon{1.0}}});
    const RenyiCurve b =
        RenyiCurve::through({{Order{3.0}, Epsilon{2.0}}, {Order{4.0}, Epsilon{3.0}}});
    EXPECT_EQ((2 * a + b).knots(), (std::vector<double>{2, 3, 4}));
}

TEST(RenyiCurve, ABoundAtALargerOrderHoldsAtASmallerOne) {
    const RenyiCurve curve =
        RenyiCurve::through({{Order{2.0}, Epsilon{5.0}}, {Order{infinity}, Epsilon{1.0}}});
    EXPECT_EQ(curve(Order{1.5}).upper, 1);
    EXPECT_EQ(curve(Order{1e300}).upper, 1);
}

TEST(RenyiCurve, TowardsOrderInfinityLiesBelowTheLimitOfTheChords) {
    const RenyiCurve curve =
        RenyiCurve::through({{Order{2.0}, Epsilon{0.5}}, {Order{infinity}, Epsilon{1.0}}});
    // ((2-1)·0.5 + (5-2)·1) / (5-1)
    EXPECT_NEAR(curve(Order{5.0}).upper, 0.875, 1e-15);
    EXPECT_EQ(curve(Order{2.0}).upper, 0.5);
    EXPECT_EQ(curve(Order{infinity}).upper, 1);
    EXPECT_LE(curve(Order{1e300}).upper, 1);
}

}  // namespace renyi_curve_test
}  // namespace mizan

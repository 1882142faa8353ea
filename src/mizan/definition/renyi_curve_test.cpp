// SPDX-License-Identifier: Apache-2.0
#include "mizan/definition/renyi_curve.hpp"

#include <algorithm>
#include <vector>

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

// Adding from the first to the last, so that a sum of few has the bits that it always had.
TEST(RenyiCurve, ASumIsThatOfItsTermsInTheirOrder) {
    std::vector<RenyiCurve> curves;
    for (int i = 1; i <= 40; ++i) {
        const auto line = [i](Order order) { return Bracket(order.value()) / (3 * i); };
        const auto nearly = [i](Order order) { return Bracket(order.value()) / (3 * i + 1); };
        curves.push_back(i % 3 == 0 ? RenyiCurve(line, nearly, {}) : RenyiCurve(line));
    }
    const RenyiCurve sum = RenyiCurve::sum(curves);
    for (const double alpha : {1.0, 1.7, 3e5}) {
        Bracket exact = 0;
        double about = 0;
        for (const RenyiCurve& curve : curves) {
            exact += curve(Order{alpha});
            about += curve.nearly(Order{alpha});
        }
        EXPECT_EQ(sum(Order{alpha}), exact);
        EXPECT_NEAR(sum.nearly(Order{alpha}), about, 1e-13 * about);
        EXPECT_LT(sum.nearly(Order{alpha}), exact.lower);
    }
    EXPECT_EQ(RenyiCurve::sum({})(Order{2.0}), Bracket(0));
}

TEST(RenyiCurve, ASumOfVeryManyIsNoDeeperThanOneOfFew) {
    const RenyiCurve one([](Order) { return Bracket(1); });
    const RenyiCurve sum = RenyiCurve::sum(std::vector<RenyiCurve>(200'000, one));
    EXPECT_EQ(sum(Order{2.0}), Bracket(200'000));
}

TEST(RenyiCurve, OfVeryManyKnotsASumKeepsTheLastThatIsFinite) {
    std::vector<RenyiCurve> curves;
    for (int i = 0; i < 3000; ++i) {
        curves.push_back(RenyiCurve::through(
            {{Order{2 + 1e-5 * i}, Epsilon{1.0}}, {Order{3 + 1e-5 * i}, Epsilon{2.0}}}));
    }
    const RenyiCurve sum = RenyiCurve::sum(curves);
    EXPECT_LE(sum.knots().size(), 256u);
    EXPECT_TRUE(std::ranges::is_sorted(sum.knots()));
    EXPECT_EQ(sum.knots().back(), 3);
    EXPECT_LT(sum(Order{3.0}).upper, infinity);
    EXPECT_LT(sum.knots().front(), 2.001);
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

// SPDX-License-Identifier: Apache-2.0
#include "papers/mironov17/figure1.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mizan::mironov17 {
namespace figure1_test {

// Reference values have six digits behind the point.
constexpr double half_digit = 0.5e-6;

void expect_row(const BudgetCurve& curve, const std::vector<Order>& orders, double at_2,
                double at_10, double at_infinity) {
    for (std::size_t i = 0; i < orders.size(); ++i) {
        const auto expect_here = [&](double order, double value) {
            if (orders[i].value() != order) return;
            if (value == infinity) {
                EXPECT_EQ(curve.divergences[i], Bracket(infinity)) << curve.parameter;
            } else {
                EXPECT_NEAR(curve.divergences[i].lower, value, half_digit) << curve.parameter;
                EXPECT_NEAR(curve.divergences[i].upper, value, half_digit) << curve.parameter;
            }
        };
        expect_here(2, at_2);
        expect_here(10, at_10);
        expect_here(infinity, at_infinity);
    }
}

TEST(FigureOne, MatchesTheReferenceValues) {
    const BudgetCurves figure = figure1();
    ASSERT_EQ(figure.curves.size(), 9u);
    const auto expect = [&](std::size_t i, const std::string& parameter, double at_2, double at_10,
                            double at_infinity) {
        EXPECT_EQ(figure.curves[i].parameter, parameter);
        expect_row(figure.curves[i], figure.orders, at_2, at_10, at_infinity);
    };
    expect(0, "p = 0.55", 0.039609, 0.136672, 0.200671);
    expect(1, "p = 0.6", 0.154151, 0.348757, 0.405465);
    expect(2, "p = 0.75", 0.847298, 1.066648, 1.098612);
    expect(3, "1/λ = 0.25", 0.056564, 0.179545, 0.25);
    expect(4, "1/λ = 0.5", 0.200304, 0.428690, 0.5);
    expect(5, "1/λ = 1", 0.619124, 0.928683, 1);
    // Straight lines of slope 1/(2σ²).
    expect(6, "σ = 4", 2 / 32.0, 10 / 32.0, infinity);
    expect(7, "σ = 3", 2 / 18.0, 10 / 18.0, infinity);
    expect(8, "σ = 2", 2 / 8.0, 10 / 8.0, infinity);
}

TEST(FigureOne, RunsOverEveryTenthFromOneToTenAndInfinity) {
    const std::vector<Order> orders = figure1().orders;
    ASSERT_EQ(orders.size(), 92u);
    EXPECT_EQ(orders.front(), Order{1.0});
    EXPECT_EQ(orders[10], Order{2.0});
    EXPECT_EQ(orders[90], Order{10.0});
    EXPECT_EQ(orders.back(), Order{infinity});
}

TEST(FigureOne, EveryCurveIsFiniteUpToTenAndNeverFalls) {
    for (const BudgetCurve& curve : figure1().curves) {
        for (std::size_t i = 0; i + 1 < curve.divergences.size(); ++i) {
            EXPECT_TRUE(std::isfinite(curve.divergences[i].upper));
            EXPECT_LE(curve.divergences[i].lower, curve.divergences[i + 1].upper);
        }
    }
}

}  // namespace figure1_test
}  // namespace mizan::mironov17

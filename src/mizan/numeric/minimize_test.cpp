// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/minimize.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/generators.hpp"

namespace mizan {
namespace minimize_test {

constexpr double inf = std::numeric_limits<double>::infinity();

RC_GTEST_PROP(Minimize, FindsTheValleyWhereverItIs, ()) {
    const double excess = *support::log_uniform(1e-12, 1e250);
    const double order = 1 + excess;
    const auto valley = [&](double x) {
        return x == inf ? inf : (x - 1) / excess + excess / (x - 1);
    };
    const double found = minimize::over_orders(valley);
    // The place is searched to 1e-5, and the value is flat around it.
    RC_ASSERT(valley(found) <= 2 * (1 + 1e-10) || std::abs(found - order) <= 1e-15);
}

RC_GTEST_PROP(Minimize, AValleyIsNarrowedAroundItsBottom, ()) {
    const double place = *support::uniform(-1000, 1000), bend = *support::log_uniform(1e-3, 1e3);
    int asked = 0;
    const auto f = [&](double x) {
        ++asked;
        const double y = (x - place) / bend;
        return std::sqrt(1 + y * y) + 0.3 * std::atan(y);
    };
    const auto [left, bottom, right] = minimize::valley(f, 0, 0.25, 1e-6);
    RC_ASSERT(left < bottom && bottom < right);
    RC_ASSERT(f(bottom) <= f(left) && f(bottom) <= f(right));
    RC_ASSERT(right - left <= 1e-3 * (1000 + bend));
    RC_ASSERT(asked < 90);
}

TEST(Minimize, InfinityWinsWhereTheFunctionKeepsFalling) {
    EXPECT_EQ(minimize::over_orders([](double x) { return 1 / x; }), inf);
}

TEST(Minimize, ACandidateIsTriedExactly) {
    // Falls until 2 and is infinite above: only the candidate itself reaches the least value.
    const auto cliff = [](double x) { return x <= 2 ? -x : inf; };
    EXPECT_EQ(minimize::over_orders(cliff, {2.0}), 2);
    EXPECT_NEAR(minimize::over_orders(cliff), 2, 1e-6);
}

TEST(Minimize, NothingFiniteStillGivesAnOrder) {
    EXPECT_EQ(minimize::over_orders([](double) { return inf; }), inf);
    EXPECT_EQ(minimize::over_orders([](double) { return std::nan(""); }), inf);
}

TEST(Minimize, GoldenSectionReachesItsTolerance) {
    const auto parabola = [](double x) { return (x - 0.3) * (x - 0.3); };
    EXPECT_NEAR(minimize::on_interval(parabola, -1, 5, 1e-7), 0.3, 1e-7);
    EXPECT_EQ(minimize::on_interval([](double x) { return x; }, 2, 3, 1e-9), 2);
}

}  // namespace minimize_test
}  // namespace mizan

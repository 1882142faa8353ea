// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/remainder.hpp"

#include <gtest/gtest.h>

#include "mizan/units/quantity.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace remainder_test {

RC_GTEST_PROP(ExpRemainder, ContainsTheOracleAndIsSharp, ()) {
    const double x = *support::log_uniform(1e-30, 700) * *rc::gen::element(-1.0, 1.0);
    // exp(x) - 1 - x with enough spare digits for the cancellation.
    using Wide = oracle::Digits<150>;
    const oracle::Real exact(Wide(expm1(Wide(x)) - Wide(x)));
    const Bracket value = exp_remainder(x);
    RC_ASSERT(oracle::contains(value, exact));
    RC_ASSERT(oracle::is_sharp(value, exact, 2e-14));
}

TEST(ExpRemainder, IsZeroAtZeroAndNeverBelow) {
    EXPECT_EQ(exp_remainder(0), Bracket(0));
    EXPECT_EQ(exp_remainder({-1e-300, 1e-300}).lower, 0);
    EXPECT_EQ(exp_remainder(infinity), Bracket(infinity));
    EXPECT_EQ(exp_remainder(-infinity), Bracket(infinity));
}

RC_GTEST_PROP(ExpRemainder, OfAWideBracketContainsEveryPoint, ()) {
    const double a = *support::uniform(-3, 3), b = *support::uniform(-3, 3);
    const Bracket wide = exp_remainder({std::min(a, b), std::max(a, b)});
    const double inside = a + (b - a) / 3;
    RC_ASSERT(wide.lower <= exp_remainder(inside).upper);
    RC_ASSERT(exp_remainder(inside).lower <= wide.upper);
}

RC_GTEST_PROP(SinhcRemainder, ContainsTheOracleAndIsSharp, ()) {
    const double x = *support::log_uniform(1e-30, 700);
    using Wide = oracle::Digits<150>;
    const oracle::Real exact(Wide(sinh(Wide(x)) / Wide(x) - 1));
    const Bracket value = sinhc_remainder(x);
    RC_ASSERT(oracle::contains(value, exact));
    RC_ASSERT(oracle::is_sharp(value, exact, 1e-13));
}

TEST(SinhcRemainder, IsZeroAtZeroAndInfiniteAtInfinity) {
    EXPECT_EQ(sinhc_remainder(0), Bracket(0));
    EXPECT_EQ(sinhc_remainder(infinity), Bracket(infinity));
    EXPECT_EQ(sinhc_remainder({0, infinity}).lower, 0);
    EXPECT_EQ(sinhc_remainder(1000).upper, infinity);
}

}  // namespace remainder_test
}  // namespace mizan

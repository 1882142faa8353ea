// SPDX-License-Identifier: Apache-2.0
#include "cli/format.hpp"

#include <bit>
#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "mizan/units/quantity.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::cli {
namespace format_test {

// Digits enough for 17 of them and any exponent.
using oracle::Real;

double read(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

double any_double() {
    const double x = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
    return std::isfinite(x) ? x : 0.1;
}

RC_GTEST_PROP(Format, UpIsNeverReadAsLess, ()) {
    const double x = any_double();
    RC_ASSERT(read(format_up(x, *rc::gen::inRange(1, 18))) >= x);
}

RC_GTEST_PROP(Format, DownIsNeverReadAsMore, ()) {
    const double x = any_double();
    RC_ASSERT(read(format_down(x, *rc::gen::inRange(1, 18))) <= x);
}

RC_GTEST_PROP(Format, LiesOnItsSideUnlessItIsTheNumber, ()) {
    const double x = any_double();
    const int digits = *rc::gen::inRange(1, 18);
    const std::string up = format_up(x, digits);
    const std::string down = format_down(x, digits);
    RC_ASSERT(Real(up) > Real(x) || read(up) == x);
    RC_ASSERT(Real(down) < Real(x) || read(down) == x);
}

RC_GTEST_PROP(Format, UpAndDownAreOneStepApart, ()) {
    const double x = any_double();
    const int digits = *rc::gen::inRange(2, 18);
    const Real up(format_up(x, digits));
    const Real down(format_down(x, digits));
    RC_ASSERT(up - down <= abs(Real(x)) * pow(Real(10), 1 - digits) * Real(1.001));
}

RC_GTEST_PROP(Format, SeventeenDigitsReadBackAsTheNumberOrItsNeighbour, ()) {
    const double x = *support::log_uniform(1e-300, 1e300);
    const double up = read(format_up(x, 17));
    RC_ASSERT(up == x || up == std::nextafter(x, infinity));
}

TEST(Format, LeavesOutZerosAtTheEnd) {
    EXPECT_EQ(format_up(2.5), "2.5");
    EXPECT_EQ(format_down(1000), "1000");
    EXPECT_EQ(format_up(0), "0");
    EXPECT_EQ(format_up(1e300, 3), "1e300");
    EXPECT_EQ(format_down(1e-300, 3), "1e-300");
}

TEST(Format, RoundsThroughNines) {
    EXPECT_EQ(format_up(0.99999999), "1");
    EXPECT_EQ(format_up(9.9999999, 3), "10");
    EXPECT_EQ(format_down(9.9999999, 3), "9.99");
    EXPECT_EQ(format_up(-9.9999999, 3), "-9.99");
    EXPECT_EQ(format_down(-9.9999999, 3), "-10");
}

TEST(Format, WhatIsShortIsShownAsItIsRead) {
    EXPECT_EQ(format_up(0.1), "0.1");
    EXPECT_EQ(format_down(0.3), "0.3");
    EXPECT_EQ(format_up(0.1, 1), "0.1");
    EXPECT_EQ(format_up(0.1 + 0.2), "0.300001");
    EXPECT_EQ(format_down(0.1 + 0.2), "0.3");
}

TEST(Format, InfinityIsAWord) {
    EXPECT_EQ(format_up(infinity), "inf");
    EXPECT_EQ(format_down(-infinity), "-inf");
}

TEST(Format, ABracketIsRoundedOutward) {
    EXPECT_EQ(format_between({4.37174321, 4.37186789}), "between 4.37174 and 4.37187");
    EXPECT_EQ(format_between({1.0 / 3, 2.0 / 3}, 2), "between 0.33 and 0.67");
    EXPECT_EQ(format_between({-2.0 / 3, -1.0 / 3}, 2), "between -0.67 and -0.33");
    EXPECT_EQ(format_between({0.0, infinity}), "between 0 and inf");
    EXPECT_EQ(format_between(2.0), "2");
}

}  // namespace format_test
}  // namespace mizan::cli

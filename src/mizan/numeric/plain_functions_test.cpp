// SPDX-License-Identifier: Apache-2.0
// Of exponential.hpp, logarithm.hpp and angle.hpp.
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/numeric/test_functions.hpp"

namespace mizan {
namespace plain_functions_test {

using test_functions::all, test_functions::Function, test_functions::Pair;
using test_functions::keeps_its_bound, oracle::Real;

constexpr double inf = std::numeric_limits<double>::infinity();
const double undefined = std::nan("");

void expect_bound(const Function& function, const Pair& x) {
    const double found = function.ours(x[0], x[1]);
    const Real exact = function.truth(Real(x[0]), Real(x[1]));
    EXPECT_TRUE(keeps_its_bound(function, found, exact))
        << std::hexfloat << function.name << " of " << x[0] << ", " << x[1] << " is not " << found
        << " but " << exact;
}

TEST(PlainFunctions, AreWithinTheirErrors) {
    std::mt19937_64 random(11);
    for (const Function& function : all()) {
        for (int i = 0; i < 3000; ++i) expect_bound(function, function.draw(random));
    }
}

// Where a formula, an entry of a table or the binary exponent changes, and the ends of the doubles.
TEST(PlainFunctions, AreWithinTheirErrorsAtEveryEdge) {
    std::vector<double> edges{0x1p-1074,
                              0x1p-1022,
                              0x1p-1021,
                              0x1p-600,
                              0x1p-53,
                              0x1p-30,
                              1,
                              0x1p30,
                              0x1p53,
                              0x1p60,
                              0x1p1023,
                              0x1.fffffffffffffp1023,
                              0x1p-4,
                              0.25,
                              0.75,
                              20,
                              700,
                              705,
                              708.3,
                              709.782712893384,
                              709.7827128933841,
                              0x1p20,
                              744.44,
                              745.1,
                              746,
                              0.7005208333333334};
    for (int k = 1; k <= 64; ++k) {
        edges.push_back((k - 0.5) / 128 * std::log(2.0));
        edges.push_back(1 + (k - 2.0 / 3) / 128);
        edges.push_back(1 - (k - 1.0 / 3) / 256);
        edges.push_back(k * 0.7853981633974483);
        edges.push_back(k * 0.125);
    }
    for (const Function& function : all()) {
        for (const double edge : edges) {
            for (const double x : {edge, std::nextafter(edge, 0), std::nextafter(edge, inf)}) {
                const bool is_mills = function.name == "mills_ratio";
                if (std::isinf(x) || (is_mills && !(x < 8))) continue;
                if (function.name == "asin" && x > 1) continue;
                expect_bound(function, {x, 1.5});
                if (is_mills || function.name == "log" || function.name == "pow") continue;
                if (function.name == "log1p" && x >= 1) continue;
                expect_bound(function, {-x, 0.75});
            }
        }
    }
}

// The doubles that come nearest to a whole number of right angles (Kahan's program finds them).
TEST(PlainFunctions, LargeAnglesAreReducedToAllDigits) {
    for (const double x : {0x1.6ac5b262ca1ffp+849, 0x1.f8a3c0ffffp+1, 0x1.921fb54442d18p+1,
                           0x1.921fb54442d18p+20, 1e22, 0x1.fffffffffffffp1023}) {
        for (const Function& function : all()) {
            if (function.name != "sin" && function.name != "cos") continue;
            expect_bound(function, {x, 0});
            expect_bound(function, {-x, 0});
        }
    }
}

TEST(PlainFunctions, EndsAreDefined) {
    EXPECT_EQ(plain::exp(inf), inf);
    EXPECT_EQ(plain::exp(-inf), 0);
    EXPECT_EQ(plain::exp(711), inf);
    EXPECT_EQ(plain::exp(0), 1);
    EXPECT_EQ(plain::expm1(-inf), -1);
    EXPECT_EQ(plain::expm1(inf), inf);
    EXPECT_EQ(plain::log(0), -inf);
    EXPECT_EQ(plain::log(-0.0), -inf);
    EXPECT_EQ(plain::log(inf), inf);
    EXPECT_EQ(plain::log(1), 0);
    EXPECT_EQ(plain::log1p(-1), -inf);
    EXPECT_EQ(plain::log1p(inf), inf);
    EXPECT_EQ(plain::sinh(-inf), -inf);
    EXPECT_EQ(plain::cosh(-inf), inf);
    EXPECT_EQ(plain::tanh(-inf), -1);
    EXPECT_EQ(plain::asinh(-inf), -inf);
    EXPECT_EQ(plain::hypot(undefined, -inf), inf);
    EXPECT_EQ(plain::atan2(0, -1), 0x1.921fb54442d18p+1);
    EXPECT_EQ(plain::atan2(-0.0, -0.0), -0x1.921fb54442d18p+1);
    EXPECT_EQ(plain::atan2(inf, inf), 0x1.921fb54442d18p-1);
    EXPECT_DOUBLE_EQ(plain::atan2(inf, -1), 0x1.921fb54442d18p+0);
    EXPECT_EQ(plain::pow(0, 2), 0);
    EXPECT_EQ(plain::pow(0, -2), inf);
    EXPECT_EQ(plain::pow(inf, -2), 0);
    EXPECT_EQ(plain::pow(2, inf), inf);
    EXPECT_EQ(plain::pow(0.5, 1e308), 0);
    EXPECT_EQ(plain::pow(7, 0), 1);
    for (double (*f)(double) : {plain::expm1, plain::log1p, plain::sinh, plain::tanh, plain::asinh,
                                plain::sin, plain::asin}) {
        EXPECT_TRUE(std::signbit(f(-0.0)) && f(-0.0) == 0);
    }
}

TEST(PlainFunctions, WhatIsUndefinedIsNaN) {
    for (const Function& function : all()) {
        if (function.name == "mills_ratio") continue;
        EXPECT_TRUE(std::isnan(function.ours(undefined, 2))) << function.name;
    }
    EXPECT_TRUE(std::isnan(plain::log(-1)));
    EXPECT_TRUE(std::isnan(plain::log1p(-2)));
    EXPECT_TRUE(std::isnan(plain::sin(inf)));
    EXPECT_TRUE(std::isnan(plain::cos(-inf)));
    EXPECT_TRUE(std::isnan(plain::asin(1.5)));
    EXPECT_TRUE(std::isnan(plain::pow(-2, 0.5)));
    EXPECT_TRUE(std::isnan(plain::pow(inf, undefined)));
    EXPECT_TRUE(std::isnan(plain::atan2(1, undefined)));
}

}  // namespace plain_functions_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/bracket.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "mizan/units/error.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace bracket_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;
using support::log_uniform;

constexpr double inf = std::numeric_limits<double>::infinity();

double any_sign(double low, double high) {
    return *log_uniform(low, high) * (*rc::gen::element(-1.0, 1.0));
}

RC_GTEST_PROP(Bracket, ArithmeticContainsTheExactResult, ()) {
    const double x = any_sign(1e-300, 1e150), y = any_sign(1e-150, 1e150);
    RC_ASSERT(contains(Bracket(x) + y, Real(x) + Real(y)));
    RC_ASSERT(contains(Bracket(x) - y, Real(x) - Real(y)));
    RC_ASSERT(contains(Bracket(x) * y, Real(x) * Real(y)));
    RC_ASSERT(contains(Bracket(x) / y, Real(x) / Real(y)));
    RC_ASSERT(contains(sqrt(Bracket(std::abs(x))), sqrt(Real(std::abs(x)))));
}

RC_GTEST_PROP(Bracket, ArithmeticOfWideBracketsContainsEveryCombination, ()) {
    const double a = any_sign(1e-3, 1e3), b = any_sign(1e-3, 1e3), c = any_sign(1e-3, 1e3),
                 d = any_sign(1e-3, 1e3);
    const Bracket x(std::min(a, b), std::max(a, b)), y(std::min(c, d), std::max(c, d));
    for (const double s : {a, b, a / 2 + b / 2}) {
        for (const double t : {c, d, c / 2 + d / 2}) {
            RC_ASSERT(contains(x + y, Real(s) + Real(t)));
            RC_ASSERT(contains(x - y, Real(s) - Real(t)));
            RC_ASSERT(contains(x * y, Real(s) * Real(t)));
            if (t != 0) RC_ASSERT(contains(x / y, Real(s) / Real(t)));
        }
    }
}

TEST(Bracket, ProductsWithZeroEndsHaveTheRightSigns) {
    EXPECT_EQ(Bracket(0) * Bracket(-2, 3), Bracket(0));
    EXPECT_EQ(Bracket(0, 1) * Bracket(-2, 3), Bracket(-2, 3));
    EXPECT_EQ(Bracket(-1, 0) * Bracket(-2, 0), Bracket(0, 2));
    EXPECT_EQ(Bracket(-1, 4) * Bracket(-2, 3), Bracket(-8, 12));
    EXPECT_EQ(Bracket(-4, 1) / Bracket(-2, -1), Bracket(-1, 4));
    EXPECT_EQ(Bracket(0) / Bracket(-2, -1), Bracket(0));
    EXPECT_EQ(Bracket(1) / inf, Bracket(0));
    EXPECT_EQ(Bracket(inf) / Bracket(-2, -1), Bracket(-inf));
}

TEST(Bracket, ExactResultsStayExact) {
    EXPECT_EQ(Bracket(2) * 3, Bracket(6));
    EXPECT_EQ(Bracket(1) - 1, Bracket(0));
    EXPECT_EQ(Bracket(1) / 4, Bracket(0.25));
    EXPECT_EQ(sqrt(Bracket(2.25)), Bracket(1.5));
    EXPECT_EQ(exp(Bracket(0)), Bracket(1));
    EXPECT_EQ(log(Bracket(1)), Bracket(0));
    EXPECT_FALSE((Bracket(1) / 3).is_exact());
}

TEST(Bracket, OverflowAndUnderflowStayBounds) {
    EXPECT_EQ((Bracket(1e308) * 10).upper, inf);
    EXPECT_LT((Bracket(1e308) * 10).lower, inf);
    EXPECT_EQ((Bracket(1e-308) * 1e-308).lower, 0);
    EXPECT_GT((Bracket(1e-308) * 1e-308).upper, 0);
    EXPECT_EQ(exp(Bracket(800)).upper, inf);
    EXPECT_LT(exp(Bracket(800)).lower, inf);
    EXPECT_EQ(exp(Bracket(-800)).lower, 0);
    EXPECT_GT(exp(Bracket(-800)).upper, 0);
    EXPECT_EQ(exp(Bracket(-inf)), Bracket(0));
    EXPECT_EQ(exp(Bracket(inf)), Bracket(inf));
}

TEST(Bracket, WhatIsUndefinedIsTheWholeLineAndNeverNaN) {
    EXPECT_EQ(Bracket(inf) - inf, Bracket::whole_line());
    EXPECT_EQ(Bracket(0) * inf, Bracket::whole_line());
    EXPECT_EQ(Bracket(1) / Bracket(-1, 1), Bracket::whole_line());
    EXPECT_EQ(Bracket(inf) / inf, Bracket::whole_line());
    EXPECT_THROW(Bracket(std::nan("")), DomainError);
    EXPECT_THROW(Bracket(2, 1), DomainError);
}

TEST(Bracket, TwoBracketsOfOneNumberMustMeet) {
    EXPECT_EQ(intersect({0, 2}, {1, 3}), Bracket(1, 2));
    EXPECT_THROW((void)intersect({0, 1}, {2, 3}), InternalError);
}

RC_GTEST_PROP(ElementaryFunctions, ContainTheOracleAndAreSharp, ()) {
    const double x = any_sign(1e-20, 700);
    const Real r(x);
    RC_ASSERT(contains(exp(Bracket(x)), exp(r)) && is_sharp(exp(Bracket(x)), exp(r), 4e-15));
    RC_ASSERT(contains(expm1(Bracket(x)), expm1(r)) &&
              is_sharp(expm1(Bracket(x)), expm1(r), 4e-15));
    RC_ASSERT(contains(sinh(Bracket(x)), sinh(r)) && is_sharp(sinh(Bracket(x)), sinh(r), 4e-15));
    RC_ASSERT(contains(cosh(Bracket(x)), cosh(r)) && is_sharp(cosh(Bracket(x)), cosh(r), 4e-15));
    RC_ASSERT(contains(tanh(Bracket(x)), tanh(r)) && is_sharp(tanh(Bracket(x)), tanh(r), 4e-15));
    const double y = *log_uniform(1e-300, 1e300);
    RC_ASSERT(contains(log(Bracket(y)), log(Real(y))));
    RC_ASSERT(contains(log1p(Bracket(y)), log1p(Real(y))));
    const double z = -*log_uniform(1e-20, 0.999);
    RC_ASSERT(contains(log1p(Bracket(z)), log1p(Real(z))));
}

RC_GTEST_PROP(ElementaryFunctions, LogSpaceFunctionsContainTheOracleAndAreSharp, ()) {
    const double x = any_sign(1e-6, 700), y = any_sign(1e-6, 700);
    const Real sum = log(exp(Real(x)) + exp(Real(y)));
    RC_ASSERT(contains(log_add_exp(x, y), sum));
    const double t = *log_uniform(1e-12, 30);
    const Real log1m = log(-expm1(-Real(t)));
    RC_ASSERT(contains(log1m_exp(-t), log1m) && is_sharp(log1m_exp(-t), log1m, 1e-12));
    const Real log_cosh_t = log(cosh(Real(t)));
    RC_ASSERT(contains(log_cosh(t), log_cosh_t) && is_sharp(log_cosh(t), log_cosh_t, 1e-14));
    const Real log_sinh_t = log(sinh(Real(t)));
    RC_ASSERT(contains(log_sinh(t), log_sinh_t));
}

TEST(ElementaryFunctions, TheDomainEdgeIsDefined) {
    EXPECT_EQ(log(Bracket(0)), Bracket(-inf));
    EXPECT_EQ(sqrt(Bracket(-1e-20, 4)), Bracket(0, 2));
    EXPECT_THROW((void)log(Bracket(-1)), DomainError);
    EXPECT_EQ(log_add_exp(-inf, 3), Bracket(3));
    EXPECT_EQ(log1m_exp(0), Bracket(-inf));
    EXPECT_EQ(log_cosh(0), Bracket(0));
}

TEST(Constants, ContainTheRealNumbers) {
    EXPECT_TRUE(contains(constant::pi(), Real::pi()));
    EXPECT_TRUE(contains(constant::log2(), log(Real(2))));
    EXPECT_TRUE(contains(constant::sqrt2(), sqrt(Real(2))));
    EXPECT_TRUE(contains(constant::log_sqrt_2pi(), log(2 * Real::pi()) / 2));
}

}  // namespace bracket_test
}  // namespace mizan

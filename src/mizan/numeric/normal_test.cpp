// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/normal.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace normal_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;
using support::uniform;

constexpr double inf = std::numeric_limits<double>::infinity();

RC_GTEST_PROP(Normal, TailContainsOracle, ()) {
    const double x = *uniform(-37, 37);
    const Real exact = oracle::normal_tail(Real(x));
    RC_ASSERT(contains(normal::tail(x), exact));
    RC_ASSERT(is_sharp(normal::tail(x), exact, 1e-12));
    const Real log_exact = x < 0 ? log1p(-oracle::normal_tail(Real(-x))) : log(exact);
    RC_ASSERT(contains(normal::log_tail(x), log_exact));
}

RC_GTEST_PROP(Normal, LogTailContainsOracleFarBeyondWhereTheTailIsADouble, ()) {
    const double x = *uniform(5, 90);
    const Real exact = log(oracle::normal_tail(Real(x)));
    RC_ASSERT(contains(normal::log_tail(x), exact));
    RC_ASSERT(is_sharp(normal::log_tail(x), exact, 1e-14));
}

RC_GTEST_PROP(Normal, MillsRatioContainsOracle, ()) {
    const double x = *uniform(-20, 60);
    const Real density = exp(-Real(x) * Real(x) / 2) / sqrt(2 * Real::pi());
    const Real exact = oracle::normal_tail(Real(x)) / density;
    RC_ASSERT(contains(normal::mills_ratio(x), exact));
    RC_ASSERT(is_sharp(normal::mills_ratio(x), exact, 1e-12));
}

RC_GTEST_PROP(Normal, QuantileInvertsTheTail, ()) {
    const double p = *support::log_uniform(1e-300, 0.999);
    const Bracket x = normal::upper_quantile(p);
    RC_ASSERT(oracle::normal_tail(Real(x.lower)) >= Real(p));
    RC_ASSERT(oracle::normal_tail(Real(x.upper)) <= Real(p));
    RC_ASSERT(x.width() < 1e-10);
}

TEST(Normal, EndsAreDefined) {
    EXPECT_EQ(normal::tail(inf), Bracket(0));
    EXPECT_EQ(normal::tail(-inf), Bracket(1));
    EXPECT_EQ(normal::upper_quantile(0), Bracket(inf));
    EXPECT_EQ(normal::upper_quantile(1), Bracket(-inf));
    EXPECT_TRUE(normal::upper_quantile(0.5).contains(0));
    EXPECT_EQ(normal::log_tail(inf), Bracket(-inf));
}

}  // namespace normal_test
}  // namespace mizan

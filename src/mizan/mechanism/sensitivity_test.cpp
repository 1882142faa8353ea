// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/sensitivity.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/units/quantity.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace sensitivity_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;

RC_GTEST_PROP(Sensitivity, NormsContainOracle, ()) {
    const auto size = *rc::gen::inRange<std::size_t>(1, 20);
    std::vector<double> shift;
    Real sum = 0, squares = 0;
    for (std::size_t i = 0; i < size; ++i) {
        shift.push_back(*support::log_uniform(1e-150, 1e150) * *rc::gen::element(-1.0, 1.0));
        sum += abs(Real(shift.back()));
        squares += Real(shift.back()) * Real(shift.back());
    }
    RC_ASSERT(contains(l1_norm(shift), sum));
    RC_ASSERT(is_sharp(l1_norm(shift), sum, 1e-14));
    RC_ASSERT(contains(l2_norm(shift), sqrt(squares)));
    RC_ASSERT(is_sharp(l2_norm(shift), sqrt(squares), 1e-14));
}

TEST(Sensitivity, ExactNormsAreExact) {
    const std::vector<double> shift{3, -4};
    EXPECT_EQ(l1_norm(shift), Bracket(7));
    EXPECT_EQ(l2_norm(shift), Bracket(5));
}

TEST(Sensitivity, NothingOverflowsOrVanishes) {
    EXPECT_TRUE(l2_norm(std::vector<double>{1e300, 0}).contains(1e300));
    EXPECT_LT(l2_norm(std::vector<double>{3e307, 4e307}).upper, 5.0001e307);
    EXPECT_GT(l2_norm(std::vector<double>{3e-310, 4e-310}).lower, 4.999e-310);
    EXPECT_EQ(l2_norm(std::vector<double>{}), Bracket(0));
    EXPECT_EQ(l1_norm(std::vector<double>{}), Bracket(0));
    EXPECT_EQ(l2_norm(std::vector<double>{infinity, 1}), Bracket(infinity));
    EXPECT_EQ(l1_norm(std::vector<double>{-infinity, 1}), Bracket(infinity));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW((void)l1_norm(std::vector<double>{1, nan}), DomainError);
    EXPECT_THROW((void)l2_norm(std::vector<double>{nan, 1}), DomainError);
}

}  // namespace sensitivity_test
}  // namespace mizan

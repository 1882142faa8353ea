// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/gdp.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::compose {
namespace gdp_test {

using oracle::Real;

RC_GTEST_PROP(GdpComposition, AddsInSquares, ()) {
    const double a = *support::log_uniform(1e-200, 1e200), b = *support::log_uniform(1e-200, 1e200);
    const double n = std::floor(*support::log_uniform(1, 1e15));
    const double sum = gdp({{GDP{Mu{a}}, n}, {GDP{Mu{b}}, 1}}).mu.value();
    const Real exact = sqrt(n * Real(a) * Real(a) + Real(b) * Real(b));
    RC_ASSERT(exact <= Real(sum));
    RC_ASSERT(Real(sum) <= exact * Real(1 + 1e-14));
}

TEST(GdpComposition, EdgesAreDefined) {
    EXPECT_EQ(gdp({}).mu.value(), 0);
    EXPECT_EQ(gdp({{GDP{Mu{3.0}}, 1}, {GDP{Mu{4.0}}, 1}}).mu.value(), 5);
    EXPECT_EQ(gdp({{GDP{Mu{infinity}}, 0}}).mu.value(), 0);
    EXPECT_EQ(gdp({{GDP{Mu{infinity}}, 2}, {GDP{Mu{0.0}}, 5}}).mu.value(), infinity);
}

}  // namespace gdp_test
}  // namespace mizan::compose

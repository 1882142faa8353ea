// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/zcdp.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::compose {
namespace zcdp_test {

using oracle::Real;

// Gaussian noise with Δ/σ = t is exactly t²/2-zCDP, and n of them are one with t√n.
RC_GTEST_PROP(ZcdpComposition, GaussiansReachTheSum, ()) {
    const double t = *support::log_uniform(1e-6, 1e6),
                 n = std::floor(*support::log_uniform(1, 1e9));
    const double rho = (square(Bracket(t)) / 2).upper;
    const double sum = zcdp({{ZCDP{Rho{rho}}, n}}).rho.value();
    const Real exact = n * Real(t) * Real(t) / 2;
    RC_ASSERT(exact <= Real(sum));
    RC_ASSERT(Real(sum) <= exact * Real(1 + 1e-14));
}

TEST(ZcdpComposition, AddsBothParameters) {
    EXPECT_EQ(zcdp({{ZCDP{Rho{0.5}, 0.25}, 2}, {ZCDP{Rho{1.0}, 1.0}, 1}}), (ZCDP{Rho{2.0}, 1.5}));
    EXPECT_EQ(zcdp({}), ZCDP{Rho{0.0}});
    EXPECT_EQ(zcdp({{ZCDP{Rho{infinity}}, 0}}), ZCDP{Rho{0.0}});
    EXPECT_EQ(zcdp({{ZCDP{Rho{infinity}}, 1}}).rho.value(), infinity);
    EXPECT_EQ(zcdp({{ZCDP{Rho{1.0}, 1e308}, 1e10}}).rho.value(), infinity);
}

}  // namespace zcdp_test
}  // namespace mizan::compose

// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/whole_normal.hpp"

#include <gtest/gtest.h>

#include "mizan/units/quantity.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace whole_normal_test {

using oracle::Real;

Real density(const Real& x, double sigma) { return exp(-x * x / (2 * Real(sigma) * Real(sigma))); }

// Σ e^(-(z+x)²/2σ²) over z from `first` on, term by term.
Real sum_from(int first, const Real& x, double sigma) {
    Real sum = 0;
    const int last = static_cast<int>(16 * sigma) + 3 + std::max(first, 0);
    for (int z = first; z <= last; ++z) sum += density(Real(z) + x, sigma);
    return sum;
}
Real whole_sum(const Real& x, double sigma) {
    return sum_from(-static_cast<int>(16 * sigma) - 3, x, sigma);
}

RC_GTEST_PROP(WholeNormal, TailContainsTheSum, ()) {
    const double sigma = *support::log_uniform(0.05, 60);
    const double z = std::floor(*support::uniform(-4, 12) * sigma);
    const Real exact = sum_from(static_cast<int>(z), Real(0), sigma) / whole_sum(Real(0), sigma);
    const Bracket computed = whole_normal::tail(z, sigma);
    // The sum itself ends at 16σ.
    RC_ASSERT(Real(computed.lower) <= exact * (1 + Real(1e-38)) + Real(1e-50));
    RC_ASSERT(Real(computed.upper) >= exact * (1 - Real(1e-38)) - Real(1e-50));
    RC_ASSERT(oracle::is_sharp(computed, exact, 1e-12) || computed.width() < 1e-60);
}

// On both sides of where the two ways to sum change over.
TEST(WholeNormal, TailIsSharpForEverySize) {
    for (const double sigma : {19.9, 20.0, 25.0, 60.0}) {
        for (const double z : {1.0, sigma / 2, sigma, sigma * sigma / 10, sigma * sigma / 9}) {
            const double whole = std::floor(z);
            const Real exact =
                sum_from(static_cast<int>(whole), Real(0), sigma) / whole_sum(Real(0), sigma);
            const Bracket computed = whole_normal::tail(whole, sigma);
            EXPECT_LE(Real(computed.lower), exact * (1 + Real(1e-38))) << sigma << " " << z;
            EXPECT_GE(Real(computed.upper), exact * (1 - Real(1e-38))) << sigma << " " << z;
            EXPECT_TRUE(oracle::is_sharp(computed, exact, 1e-12)) << sigma << " " << z;
        }
    }
}

RC_GTEST_PROP(WholeNormal, ThetaRatioContainsTheSum, ()) {
    const double sigma = *support::log_uniform(0.05, 3), x = *support::uniform(-2, 2);
    const Real exact = log(whole_sum(Real(x), sigma) / whole_sum(Real(0), sigma));
    const Bracket computed = whole_normal::log_theta_ratio(x, sigma);
    RC_ASSERT(Real(computed.lower) <= exact + Real(1e-40));
    RC_ASSERT(Real(computed.upper) >= exact - Real(1e-40));
    RC_ASSERT(computed.width() <= 1e-13 * (1 - computed.lower));
}

TEST(WholeNormal, HasItsLimits) {
    EXPECT_EQ(whole_normal::tail(infinity, 3), Bracket(0));
    EXPECT_EQ(whole_normal::tail(-infinity, 3), Bracket(1));
    EXPECT_EQ(whole_normal::log_theta_ratio(7, 0.3), Bracket(0));
    EXPECT_EQ(whole_normal::probability(0, 1e-300).upper, 1);
    EXPECT_LT(whole_normal::tail(1, 1e-300).upper, 1e-300);
    EXPECT_NEAR(whole_normal::tail(1, 1e300).middle(), 0.5, 1e-14);
    // Where x is so large that its fraction is unknown, so is the ratio, but
    // never above 1.
    EXPECT_EQ(whole_normal::log_theta_ratio(1e300, 0.3).upper, 0);
}

}  // namespace whole_normal_test
}  // namespace mizan

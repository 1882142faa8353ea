// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/density_ratio.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "mizan/numeric/test_arguments.hpp"

#include "support/oracle.hpp"

namespace mizan::inversion {
namespace density_ratio_test {

using oracle::Real;
using test_arguments::arguments, test_arguments::expect_near, test_arguments::u;

// The widths of vectors must not show: any part of a row has the bits that it has alone.
TEST(DensityRatios, AreTheSameInAnyCompany) {
    const std::vector<double> z = arguments(640);
    const DensityRatios together(0.01, z, 3.1);
    for (std::size_t j = 0; j < z.size(); ++j) {
        const DensityRatios alone(0.01, std::span(z).subspan(j, 1), 3.1);
        EXPECT_EQ(alone.w[0], together.w[j]) << z[j];
        EXPECT_EQ(alone.log_w[0], together.log_w[j]) << z[j];
        EXPECT_EQ(alone.r[0], together.r[j]) << z[j];
        EXPECT_EQ(alone.log_error[0], together.log_error[j]) << z[j];
    }
}

TEST(DensityRatios, AreWithinTheirErrors) {
    for (const double q : {1e-6, 0.01, 0.7, 0.999}) {
        const std::vector<double> z = arguments(640);
        const DensityRatios found(q, z, 0);
        for (std::size_t j = 0; j < z.size(); ++j) {
            const Real up = Real(q) * expm1(Real(z[j])), exact = log1p(up);
            EXPECT_LE(abs(Real(found.log_w[j]) - exact),
                      Real(found.log_error[j] * u) + Real(0x1p-1000))
                << q << ' ' << z[j];
            expect_near(found.w[j], 1 + up, 16, z[j]);
        }
    }
}

}  // namespace density_ratio_test
}  // namespace mizan::inversion

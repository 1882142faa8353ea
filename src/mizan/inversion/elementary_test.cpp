// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/elementary.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/density_ratio.hpp"

#include "support/oracle.hpp"

namespace mizan::inversion {
namespace elementary_test {

using oracle::Real;

constexpr double u = 0x1p-53;

// Large and small numbers of both signs, and the places where the binary exponent changes.
std::vector<double> arguments(double largest) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> uniform(-1, 1), exponent(-60, 0);
    std::vector<double> all{0, -0.0, 0x1p-1074, largest, -largest};
    for (int k = -9; k <= 9; ++k) {
        const double edge = (k + 0.5) * std::log(2.0);
        for (const double x : {edge, std::nextafter(edge, 1e9), std::nextafter(edge, -1e9)}) {
            all.push_back(x);
        }
    }
    for (int i = 0; i < 2000; ++i) {
        all.push_back(largest * uniform(random));
        all.push_back(2 * uniform(random));
        all.push_back(uniform(random) * std::exp2(exponent(random)));
    }
    return all;
}

void expect_near(double found, const Real& exact, double units, double x) {
    EXPECT_LE(abs(Real(found) - exact), Real(units * u) * abs(exact) + Real(0x1p-1000)) << x;
}

TEST(Elementary, ExponentialIsWithinItsError) {
    for (const double x : arguments(700)) {
        const Exponential found = exponential(x);
        expect_near(found.value, exp(Real(x)), 2.3, x);
        expect_near(found.minus_one, expm1(Real(x)), 5.3, x);
    }
}

TEST(Elementary, LogarithmIsWithinItsError) {
    for (const double x : arguments(700)) {
        const double w = std::exp(x);
        expect_near(logarithm(w, w - 1), log(Real(w)), 4.4, w);
        if (std::abs(x) < 0.34) expect_near(logarithm(1 + x, x), log1p(Real(x)), 2.4, x);
    }
}

TEST(Elementary, ExponentialsStopAtTheEndsOfDoubles) {
    std::vector<double> x{-1e300, -701, -1, 0, 1, 701, 1e300};
    exponentials(x);
    EXPECT_EQ(x[0], x[1]);
    EXPECT_EQ(x[1], exponential(-700).value);
    EXPECT_EQ(x[2], exponential(-1).value);
    EXPECT_EQ(x[3], 1);
    EXPECT_EQ(x[5], exponential(700).value);
    EXPECT_EQ(x[6], x[5]);
}

// The widths of vectors must not show: any part of a row has the bits that it has alone.
TEST(Elementary, DensityRatiosAreTheSameInAnyCompany) {
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

TEST(Elementary, DensityRatiosAreWithinTheirErrors) {
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

}  // namespace elementary_test
}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/elementary.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/numeric/precise_elementary.hpp"
#include "mizan/numeric/test_arguments.hpp"

#include "support/oracle.hpp"

namespace mizan {
namespace elementary_test {

using oracle::Real;
using test_arguments::arguments, test_arguments::expect_near, test_arguments::u;

TEST(Elementary, ExponentialIsWithinItsError) {
    for (const double x : arguments(700)) {
        const ExponentialValue found = exponential(x);
        expect_near(found.value, exp(Real(x)), 2.3, x);
        expect_near(found.minus_one, expm1(Real(x)), 5.3, x);
        if (std::abs(x) > 0.35) continue;
        expect_near(exponential_remainder(x), expm1(Real(x)) - Real(x), 4.1, x);
    }
}

TEST(Elementary, LogarithmIsWithinItsError) {
    for (const double x : arguments(700)) {
        const double w = std::exp(x);
        expect_near(logarithm(w, w - 1), log(Real(w)), 4.4, w);
        if (std::abs(x) < 0.34) expect_near(logarithm(1 + x, x), log1p(Real(x)), 2.4, x);
    }
}

TEST(Elementary, TurnIsWithinItsError) {
    for (const double scale : {1.0, 0x1p-10, 0x1p-18}) {
        for (const double x : arguments(0x1p21)) {
            const double angle = scale * x;
            const Turn found = turn(angle);
            const Real half = Real(angle) / 2, real = -2 * sin(half) * sin(half);
            const Real imag = sin(Real(angle));
            const Real off =
                sqrt(pow(Real(found.real) - real, 2) + pow(Real(found.imag) - imag, 2));
            EXPECT_LE(off, Real(17 * u) * abs(Real(angle)) + Real(0x1p-1000)) << angle;
            EXPECT_LE(off, Real(16 * u)) << angle;
        }
    }
    for (int k = -9; k <= 9; ++k) {  // where the sine and the cosine change places
        const Turn found = turn(k * 1.5707963267948966);
        EXPECT_NEAR(found.imag, std::sin(k * 1.5707963267948966), 1e-15) << k;
    }
}

// Angles too large for it are left to plain::sin; all others do not depend on their neighbours.
TEST(Elementary, TurnsAreTheSameInAnyCompany) {
    std::vector<double> angle = arguments(0x1p21), real(angle.size()), imag(angle.size());
    turns(angle, real.data(), imag.data());
    for (std::size_t j = 0; j < angle.size(); ++j) {
        EXPECT_EQ(real[j], turn(angle[j]).real) << angle[j];
        EXPECT_EQ(imag[j], turn(angle[j]).imag) << angle[j];
    }
    angle = {1, 3e6};
    turns(angle, real.data(), imag.data());
    for (std::size_t j = 0; j < angle.size(); ++j) {
        EXPECT_NEAR(real[j], std::cos(angle[j]) - 1, 1e-15);
        EXPECT_NEAR(imag[j], std::sin(angle[j]), 1e-15);
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

Real real(DoubleDouble x) { return Real(x.high) + Real(x.low); }

DoubleDouble doubled_six_times(DoubleDouble y) {
    for (int i = 0; i < 6; ++i) y = doubled_growth(y);
    return y;
}

DoubleDouble precise_growth(DoubleDouble x) {
    const ReducedExponent reduced(x);
    return growth(reduced.power, doubled_six_times(small_growth(reduced.rest)));
}

TEST(Elementary, PreciseExponentialIsWithinItsError) {
    for (const double x : arguments(690)) {
        const DoubleDouble pair(x, 0x1p-55 * x);
        const Real exact = expm1(real(pair)), value = 1 + exact, size = abs(exact);
        const Real error = abs(real(precise_growth(pair)) - exact);
        EXPECT_LE(error, Real(0x1p-66) * (size < value ? size : value) +
                             Real(0x1p-103) * (size < value ? value : size) + Real(0x1p-1000))
            << x;
        if (std::abs(x) > 0.35) continue;
        EXPECT_LE(abs(real(doubled_six_times(small_growth(pair))) - exact),
                  Real(0x1p-67) * size + Real(0x1p-1000))
            << x;
    }
}

TEST(Elementary, PreciseLogarithmIsWithinItsError) {
    for (const double x : arguments(690)) {
        const DoubleDouble above_one = precise_growth(x), sum = two_sum(1, above_one.high);
        const DoubleDouble w = quick_two_sum(sum.high, sum.low + above_one.low);
        const bool is_near = 0.71 < w.high && w.high < 1.41;
        const Real exact = is_near ? log1p(real(above_one)) : log(real(w));
        const auto [n, t, t_low, first] = ReducedLogarithm(w, above_one);
        const DoubleDouble found =
            logarithm(n, t, t_low, first, doubled_six_times(small_growth(-first)));
        const Real size = abs(exact) < Real(1) ? abs(exact) : Real(1);
        EXPECT_LE(abs(real(found) - exact), Real(0x1p-65) * size + Real(0x1p-1000)) << x;
    }
}

}  // namespace elementary_test
}  // namespace mizan

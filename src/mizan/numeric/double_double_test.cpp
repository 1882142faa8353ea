// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/double_double.hpp"

#include <random>

#include <gtest/gtest.h>

#include "support/digits.hpp"

namespace mizan {
namespace double_double_test {

using Real = oracle::Digits<80>;

Real real(DoubleDouble x) { return Real(x.high) + Real(x.low); }

// Numbers with 106 bits, of any sign and of sizes from `least` to `most`.
class Numbers {
public:
    DoubleDouble operator()(double least, double most) {
        const double size = least * std::pow(most / least, unit_(bits_));
        const double high = unit_(bits_) < 0.5 ? size : -size;
        const DoubleDouble sum = two_sum(high, high * 0x1p-53 * (unit_(bits_) * 2 - 1));
        return sum;
    }

private:
    std::mt19937_64 bits_{20};
    std::uniform_real_distribution<double> unit_{0, 1};
};

double units(const Real& error, const Real& size) {
    return static_cast<double>(abs(error) / size) / double_double_unit;
}

TEST(DoubleDouble, SumsProductsAndQuotientsAreOffByOneUnit) {
    Numbers numbers;
    for (int i = 0; i < 20000; ++i) {
        const DoubleDouble x = numbers(1e-30, 1e30);
        // Every other time both nearly cancel.
        const double near = -x.high * (1 + 0x1p-50 * i);
        const DoubleDouble y = i % 2 == 0 ? numbers(1e-30, 1e30) : two_sum(near, x.low / 3);
        const Real sum = real(x) + real(y), product = real(x) * real(y), ratio = real(x) / real(y);
        EXPECT_LT(units(real(x + y) - sum, abs(sum)), 0.2);
        EXPECT_LT(units(real(x * y) - product, abs(product)), 0.5);
        EXPECT_LT(units(real(x / y) - ratio, abs(ratio)), 1.3);
    }
}

TEST(DoubleDouble, ComplexProductsAreOffByOneUnit) {
    Numbers numbers;
    for (int i = 0; i < 20000; ++i) {
        const ComplexDoubleDouble x{numbers(1e-3, 1e3), numbers(1e-3, 1e3)};
        const ComplexDoubleDouble y{numbers(1e-3, 1e3), numbers(1e-3, 1e3)};
        const ComplexDoubleDouble z = x * y;
        const Real real_part = real(x.real) * real(y.real) - real(x.imag) * real(y.imag);
        const Real imag_part = real(x.real) * real(y.imag) + real(x.imag) * real(y.real);
        const double error = std::hypot(static_cast<double>(real(z.real) - real_part),
                                        static_cast<double>(real(z.imag) - imag_part));
        EXPECT_LT(error, 0.9 * double_double_unit * x.modulus() * y.modulus());
    }
}

TEST(DoubleDouble, ExponentialsAreWithinTheirErrors) {
    Numbers numbers;
    for (int i = 0; i < 5000; ++i) {
        const DoubleDouble x = numbers(1e-9, 600);
        const Real truth = exp(real(x));
        EXPECT_LT(units(real(exp(x)) - truth, truth), 0.5 * exp_error(x.high)) << x.high;
    }
}

TEST(DoubleDouble, SinesAreWithinTheirErrors) {
    Numbers numbers;
    for (int i = 0; i < 5000; ++i) {
        const DoubleDouble x = numbers(1e-9, i % 2 == 0 ? 10 : 1e9);
        const ComplexDoubleDouble found = cis(x);
        const Real error =
            abs(real(found.real) - cos(real(x))) + abs(real(found.imag) - sin(real(x)));
        EXPECT_LT(units(error, 1), 0.7 * cis_error(x.high)) << x.high;
    }
}

TEST(DoubleDouble, ComplexLogarithmsUndoExponentials) {
    Numbers numbers;
    for (int i = 0; i < 5000; ++i) {
        const ComplexDoubleDouble z{numbers(1e-8, 300), numbers(1e-8, 3.14)};
        const ComplexDoubleDouble back = log(exp(z));
        const Real error =
            abs(real(back.real) - real(z.real)) + abs(real(back.imag) - real(z.imag));
        EXPECT_LT(units(error, 1), log_error(z)) << z.real.high << " " << z.imag.high;
    }
}

}  // namespace double_double_test
}  // namespace mizan

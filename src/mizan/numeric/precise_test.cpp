// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/precise.hpp"

#include <random>

#include <gtest/gtest.h>

#include "mizan/numeric/rounding.hpp"

#include "support/complex.hpp"

namespace mizan {
namespace precise_test {

using oracle::Complex;
using oracle::Real;

Real real(DoubleDouble x) { return Real(x.high) + Real(x.low); }
Complex complex(const ComplexPrecise& z) { return Complex(real(z.value.real), real(z.value.imag)); }

// Numbers known up to an error, and one of those that they may be.
class Numbers {
public:
    double between(double low, double high) { return low + (high - low) * unit_(bits_); }

    struct Known {
        Precise x;
        Real truth;
    };
    Known operator()(double size) {
        const double high = between(-size, size);
        const Precise x{two_sum(high, high * 0x1p-54 * between(-1, 1)),
                        between(0, 1) < 0.5 ? 0 : std::abs(high) * std::pow(10, between(-32, -12))};
        return {x, real(x.value) + Real(x.error) * Real(between(-1, 1))};
    }

private:
    std::mt19937_64 bits_{3};
    std::uniform_real_distribution<double> unit_{0, 1};
};

void expect_holds(const Precise& x, const Real& truth, double extra) {
    EXPECT_LE(abs(real(x.value) - truth), x.error);
    EXPECT_LE(x.error, extra + 1e-28 * static_cast<double>(abs(truth)));
}

TEST(Precise, OperationsHoldTheTruthAndAreSharp) {
    Numbers numbers;
    for (int i = 0; i < 2000; ++i) {
        const auto [x, a] = numbers(10);
        const auto [y, b] = numbers(10);
        const double doubt = x.error + y.error, size = 1 / std::abs(y.value.high);
        expect_holds(x + y, a + b, 1.01 * doubt + 1e-29);
        expect_holds(x - y, a - b, 1.01 * doubt + 1e-29);
        expect_holds(x * y, a * b, 11 * doubt + 1e-28);
        expect_holds(x / y, a / b, 1.1 * (x.error + y.error * 10 * size) * size);
        expect_holds(exp(x), exp(a), 1.1 * x.error * std::exp(x.value.high));
        if (a > 0) expect_holds(log(x), log(a), 1.1 * x.error / x.value.high + 1e-28);
    }
    EXPECT_LE(abs(real(pi().value) - Real::pi()), pi().error);
}

TEST(Precise, ComplexOperationsHoldTheTruthAndAreSharp) {
    Numbers numbers;
    const auto expect = [](const ComplexPrecise& z, const Complex& truth, double extra) {
        EXPECT_LE(abs(complex(z) - truth), z.error);
        EXPECT_LE(z.error, extra + 1e-28 * static_cast<double>(abs(truth)));
    };
    for (int i = 0; i < 1000; ++i) {
        const auto [x, a] = numbers(10);
        const auto [y, b] = numbers(10);
        const auto [u, c] = numbers(10);
        const auto [w, d] = numbers(10);
        const ComplexPrecise p(x, y), q(u, w);
        const Complex s(a, b), t(c, d);
        const double doubt = x.error + y.error + u.error + w.error, size = 1 / q.size();
        expect(p + q, s + t, 1.01 * doubt + 1e-29);
        expect(p - q, s - t, 1.01 * doubt + 1e-29);
        expect(p * q, s * t, 15 * doubt);
        expect(p / q, s / t, 1.1 * doubt * (1 + 15 * size) * size);
        expect(exp(p), exp(s), 1.1 * (x.error + y.error) * std::exp(x.value.high));
        expect(log(p), log(s), 1.1 * (x.error + y.error) / p.size() + 1e-28);
    }
}

TEST(Precise, BracketsAreNeighbouringDoubles) {
    const Precise third = Precise(1) / 3;
    EXPECT_EQ(third.bracket(), Bracket(1) / 3);
    EXPECT_EQ(Precise(2.5).bracket(), Bracket(2.5));
    const Bracket wide(1, 3);
    EXPECT_LE(Precise(wide).bracket().lower, 1);
    EXPECT_GE(Precise(wide).bracket().upper, 3);
}

TEST(Precise, WhatIsNotKnownIsNeverANumber) {
    const double inf = rounding::inf;
    for (const Precise& x :
         {Precise(1) / 0, log(Precise(0)), log(Precise(-1)), Precise(inf) - Precise(inf),
          Precise(1) / Precise(DoubleDouble(1), 2), Precise(inf) * 0, exp(Precise(1e6)),
          exp(Precise(DoubleDouble(0), inf)), Precise(1e200) * Precise(1e200)}) {
        EXPECT_EQ(x.bracket().upper, inf);
    }
    EXPECT_EQ(exp(ComplexPrecise(1000)).error, inf);
    EXPECT_EQ(log(ComplexPrecise(0)).error, inf);
    EXPECT_EQ((ComplexPrecise(1) / 0).error, inf);
    // Too small for doubles.
    EXPECT_EQ(exp(Precise(-1000)).bracket().upper < 1e-300, true);
    EXPECT_LE(exp(ComplexPrecise(-1000)).error, 1e-299);
}

}  // namespace precise_test
}  // namespace mizan

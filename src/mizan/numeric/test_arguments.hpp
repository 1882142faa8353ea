// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "support/oracle.hpp"

/// Arguments for tests of functions of one number.
namespace mizan::test_arguments {

using oracle::Real;

inline constexpr double u = 0x1p-53;

// Large and small numbers of both signs, and the places where the binary exponent changes.
inline std::vector<double> arguments(double largest) {
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

inline void expect_near(double found, const Real& exact, double units, double x) {
    EXPECT_LE(abs(Real(found) - exact), Real(units * u) * abs(exact) + Real(0x1p-1000)) << x;
}

}  // namespace mizan::test_arguments

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/renyi_points.hpp"

#include <gtest/gtest.h>

#include "support/oracle.hpp"

namespace mizan::inversion {
namespace renyi_points_test {

using oracle::Real;

constexpr double u = 0x1p-53;
constexpr double step = 0x1.9p-2;

struct Truth {
    Real loss, log_weight;

    Truth(double q, double sigma, double x) {
        const Real variance = Real(sigma) * sigma;
        loss = log1p(Real(q) * expm1((Real(x) - 0.5) / variance));
        log_weight = loss - Real(x) * x / (2 * variance);
    }
};

TEST(RenyiPoints, HoldRemaindersOfEverySizeWithinTheirErrors) {
    for (const double q : {1e-9, 0.01, 0.6, 1 - 1e-8}) {
        for (const double sigma : {0.4, 1.0, 7.3}) {
            const double unit = step * sigma;
            const RenyiPoints points(q, sigma, unit, -25, 70);
            for (std::size_t j = 0; j < points.size(); ++j) {
                const Truth truth(q, sigma, (static_cast<double>(j) - 25) * unit);
                for (const double c : {-1.0, 1e-12, 0.07, 1.0, 9.7, 23.9}) {
                    const Real y = Real(c) * truth.loss;
                    if (abs(y) > Real(600) || truth.log_weight < Real(-600)) continue;
                    const Real exact = exp(truth.log_weight) * (expm1(y) - y);
                    const double found = points.remainders(c, {j, 1}).sum;
                    EXPECT_LE(abs(Real(found) - exact), Real(13 * u) * exact + Real(0x1p-1000))
                        << q << ' ' << sigma << ' ' << j << ' ' << c;
                }
            }
        }
    }
}

TEST(RenyiPoints, HoldPowersWithinTheirErrors) {
    for (const double q : {1e-9, 0.01, 0.6}) {
        for (const double sigma : {0.4, 1.0, 7.3}) {
            const double unit = step * sigma;
            const RenyiPoints points(q, sigma, unit, -25, 200);
            for (std::size_t j = 0; j < points.size(); ++j) {
                const Truth truth(q, sigma, (static_cast<double>(j) - 25) * unit);
                for (const double c : {0.3, 33.7, 512.3}) {
                    const Real exponent = Real(c) * truth.loss + truth.log_weight;
                    const double shift = std::floor(static_cast<double>(exponent)) + 3;
                    const double found = points.powers(c, shift, {j, 1});
                    const Real exact = exp(exponent - shift);
                    EXPECT_LE(abs(Real(found) - exact), Real(13 * u) * exact)
                        << q << ' ' << sigma << ' ' << j << ' ' << c;
                }
            }
        }
    }
}

TEST(RenyiPoints, AddUpAllTermsOnce) {
    const RenyiPoints points(0.1, 1, step, -22, 150);
    for (const std::size_t size : {0UL, 1UL, 15UL, 16UL, 17UL, 63UL, 64UL, 65UL, 129UL, 150UL}) {
        double sum = 0, squares = 0, powers = 0;
        for (std::size_t j = 0; j < size; ++j) {
            const auto one = points.remainders(2, {j, 1});
            sum += one.sum;
            squares += one.squares;
            powers += points.powers(2, 5, {j, 1});
        }
        const auto all = points.remainders(2, {0, size});
        EXPECT_NEAR(all.sum, sum, 1e-13 * sum) << size;
        EXPECT_NEAR(all.squares, squares, 1e-13 * squares) << size;
        EXPECT_NEAR(points.powers(2, 5, {0, size}), powers, 1e-13 * powers) << size;
    }
}

}  // namespace renyi_points_test
}  // namespace mizan::inversion

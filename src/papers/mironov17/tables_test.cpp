// SPDX-License-Identifier: Apache-2.0
#include "papers/mironov17/tables.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "mizan/mechanism/gaussian.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/mechanism/randomized_response.hpp"

#include "support/oracle.hpp"

namespace mizan::mironov17 {
namespace tables_test {

using oracle::Real;

TEST(Tables, AreRectangularAndHaveNoEmptyCells) {
    for (const Table& table : {table1(), table2()}) {
        EXPECT_FALSE(table.caption.empty());
        for (const auto& row : table.rows) {
            EXPECT_EQ(row.size(), table.header.size());
            EXPECT_TRUE(std::ranges::none_of(row, &std::string::empty));
        }
    }
    EXPECT_EQ(table1().rows.size(), 6u);
    EXPECT_EQ(table2().rows.size(), 3u);
}

TEST(TableOne, StatesTheConditionOfGroupPrivacyAndTheSafeSideOfBayes) {
    const Table table = table1();
    EXPECT_EQ(table.rows.back().back(), "α ≥ 2^(c+1)");
    EXPECT_EQ(table.rows[2][2], "≤ ε for X ~ f(D')");
    // Under f(D) the mean change is minus a divergence: negative where it should warn.
    const Real p = 0.75;
    const Real under_d = p * log((1 - p) / p) + (1 - p) * log(p / (1 - p));
    const Real under_d_prime = (1 - p) * log((1 - p) / p) + p * log(p / (1 - p));
    EXPECT_NEAR(static_cast<double>(under_d), -0.5493, 5e-5);
    EXPECT_NEAR(static_cast<double>(under_d_prime), 0.5493, 5e-5);
    const Bracket mean = RandomizedResponse{.p = 0.75}.renyi(Order{1.0});
    EXPECT_TRUE(oracle::contains(mean, under_d_prime));
}

// The cells, retyped as 50-digit arithmetic.
TEST(TableTwo, FormulasAgreeWithTheMechanisms) {
    const Table table = table2();
    EXPECT_EQ(table.rows[0][0], "randomized response");
    EXPECT_EQ(table.rows[1][0], "Laplace");
    EXPECT_EQ(table.rows[2][0], "Gaussian");
    for (const double x : {0.05, 0.3, 0.75, 0.9}) {
        const Real p = x, l = x, s = x;
        const RandomizedResponse response{.p = x};
        const Laplace laplace{.noise_multiplier = x};
        const Gaussian gaussian{.noise_multiplier = x};
        EXPECT_TRUE(oracle::contains(response.pure_epsilon(), abs(log(p / (1 - p)))));
        EXPECT_TRUE(oracle::contains(response.renyi(Order{1.0}), (2 * p - 1) * log(p / (1 - p))));
        EXPECT_TRUE(oracle::contains(laplace.pure_epsilon(), 1 / l));
        EXPECT_TRUE(oracle::contains(laplace.renyi(Order{1.0}), 1 / l + exp(-1 / l) - 1));
        EXPECT_EQ(gaussian.pure_epsilon(), Bracket(infinity));
        EXPECT_TRUE(oracle::contains(gaussian.renyi(Order{1.0}), 1 / (2 * s * s)));
        for (const double order : {1.5, 2.0, 10.0}) {
            const Real a = order;
            const Real in_response = pow(p, a) * pow(1 - p, 1 - a) + pow(1 - p, a) * pow(p, 1 - a);
            const Real in_laplace =
                a / (2 * a - 1) * exp((a - 1) / l) + (a - 1) / (2 * a - 1) * exp(-a / l);
            EXPECT_TRUE(oracle::contains(response.renyi(Order{order}), log(in_response) / (a - 1)));
            EXPECT_TRUE(oracle::contains(laplace.renyi(Order{order}), log(in_laplace) / (a - 1)));
            EXPECT_TRUE(oracle::contains(gaussian.renyi(Order{order}), a / (2 * s * s)));
        }
    }
}

}  // namespace tables_test
}  // namespace mizan::mironov17

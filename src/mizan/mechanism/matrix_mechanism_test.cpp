// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/matrix_mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/generators.hpp"

namespace mizan {
namespace matrix_mechanism_test {

using Steps = std::vector<int>;

// ‖Σ_(i in S) |C_i|‖ row by row.
double moved(const std::vector<double>& c, int n, const Steps& steps) {
    double sum = 0;
    for (int row = 0; row < n; ++row) {
        double y = 0;
        for (const int i : steps) {
            const auto j = static_cast<std::size_t>(row - i);
            if (i <= row && j < c.size()) y += std::abs(c[j]);
        }
        sum += y * y;
    }
    return std::sqrt(sum);
}

// The largest of all sets of at most k steps, each b after the one before.
double worst(const std::vector<double>& c, int n, int k, int b, Steps& steps, int from) {
    double most = moved(c, n, steps);
    if (static_cast<int>(steps.size()) == k) return most;
    for (int i = from; i < n; ++i) {
        steps.push_back(i);
        most = std::max(most, worst(c, n, k, b, steps, i + b));
        steps.pop_back();
    }
    return most;
}

RC_GTEST_PROP(MatrixMechanism, SensitivityIsTheWorstOfAllParticipations, ()) {
    const int n = *rc::gen::inRange(1, 9), k = *rc::gen::inRange(1, 5), b = *rc::gen::inRange(1, 5);
    auto c = *rc::gen::container<std::vector<double>>(*rc::gen::inRange<std::size_t>(1, 10),
                                                      support::uniform(-1, 1));
    const bool falls = *rc::gen::arbitrary<bool>();
    if (falls) {
        for (double& x : c) x = std::abs(x);
        std::sort(c.rbegin(), c.rend());
    }
    Steps none;
    const double most = worst(c, n, k, b, none, 0);
    const Bracket found = MatrixMechanism(1, c, n, k, b).sensitivity();
    RC_ASSERT(most <= found.upper * (1 + 1e-12));
    RC_ASSERT(found.lower <= most * (1 + 1e-12));
    if (falls || static_cast<int>(c.size()) <= b) RC_ASSERT(most >= found.upper * (1 - 1e-12));
}

// Rows between the last coefficient and the last participation repeat; so do the tails of very long
// runs.
TEST(MatrixMechanism, LongRunsTakeNoLonger) {
    const std::vector<double> c{1, 0.5, 0.25, 0.125};
    const auto squared = [&](double n, double k, double b) {
        return square(MatrixMechanism(1, c, n, k, b).sensitivity());
    };
    Steps every_second;
    for (int i = 0; i < 40; i += 2) every_second.push_back(i);
    EXPECT_NEAR(squared(100, 20, 2).middle(), std::pow(moved(c, 100, every_second), 2), 1e-12);
    // each participation more adds the two rows of a full period
    const double more = squared(1e9, 1001, 2).middle() - squared(1e9, 1000, 2).middle();
    EXPECT_NEAR(more, 1.25 * 1.25 + 0.625 * 0.625, 1e-9);
    EXPECT_NEAR(squared(0x1p53 - 1, 0x1p52, 2).middle() / (0x1p52 * more), 1, 1e-12);
    EXPECT_TRUE(squared(1e15, 1e3, 1e12).contains(1e3 * (1 + 0.25 + 0.0625 + 0.015625)));
    EXPECT_EQ(MatrixMechanism(1, {1e300}, 1, 1, 1).sensitivity().upper, infinity);
}

TEST(MatrixMechanism, ATreeMovesByTheNodesAboveALeaf) {
    for (const auto& [steps, nodes] : {std::pair{0.0, 0},
                                       {1.0, 1},
                                       {2.0, 2},
                                       {3.0, 2},
                                       {4.0, 3},
                                       {7.0, 3},
                                       {8.0, 4},
                                       {1023.0, 10},
                                       {1024.0, 11}}) {
        const Bracket moves = TreeAggregation(1, {steps, 0}).sensitivity();
        EXPECT_TRUE(square(moves).contains(nodes)) << steps;
        EXPECT_LT(moves.width(), 1e-14);
    }
    EXPECT_THROW(TreeAggregation(1, {}), InputError);
    EXPECT_THROW(TreeAggregation(1, {0.5}), DomainError);
    EXPECT_THROW(MatrixMechanism(1, {}, 1, 1, 1), InputError);
    EXPECT_THROW(MatrixMechanism(1, {infinity}, 1, 1, 1), DomainError);
}

}  // namespace matrix_mechanism_test
}  // namespace mizan

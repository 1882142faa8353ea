// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/root.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace root_test {

RC_GTEST_PROP(Root, BracketsTheSquareRoot, ()) {
    const double y = *support::log_uniform(1e-200, 1e200);
    const auto falling = [](double x) { return -square(Bracket(x)); };
    const Bracket x = root::of_decreasing(falling, -y, {0, 1e150});
    RC_ASSERT(oracle::contains(x, sqrt(oracle::Real(y))));
    RC_ASSERT(x.width() <= 1e-15 * x.upper);
}

TEST(Root, AnswersBeyondTheSearchAreItsEnds) {
    const auto falling = [](double x) { return -Bracket(x); };
    EXPECT_EQ(root::of_decreasing(falling, 5, {0, 1}), Bracket(0));
    EXPECT_EQ(root::of_decreasing(falling, -5, {0, 1}), Bracket(1));
}

TEST(Root, CrossesZeroAndTheWholeRange) {
    const auto falling = [](double x) { return -Bracket(x); };
    EXPECT_TRUE(root::of_decreasing(falling, 1e-300, {-1.7e308, 1.7e308}).contains(-1e-300));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Root, WhatNothingConfirmsIsTheWholeSearch) {
    const auto unknown = [](double) { return Bracket(-infinity, infinity); };
    for (const Bracket search : {Bracket(-40, 40), Bracket(-infinity, infinity), Bracket(0, 1),
                                 Bracket(-1, 0), Bracket(3)}) {
        EXPECT_EQ(root::of_decreasing(unknown, 0, search), search);
    }
}

TEST(Root, AnEndFarFromTheGuessIsFoundAcrossZero) {
    // Known only beyond ±30, which lies more than half of all doubles away from the root at 0.
    const auto vague = [](double x) { return Bracket(-x - 30, -x + 30); };
    const Bracket x = root::of_decreasing(vague, 0, {-40, 40});
    EXPECT_NEAR(x.lower, -30, 1e-13);
    EXPECT_NEAR(x.upper, 30, 1e-13);
}

TEST(Root, AFunctionKnownBadlyGivesAWideBracket) {
    const auto vague = [](double x) { return Bracket(-x - 0.25, -x + 0.25); };
    const Bracket x = root::of_decreasing(vague, -1, {0, 10});
    EXPECT_LE(x.lower, 0.75);
    EXPECT_GE(x.upper, 1.25);
    EXPECT_NEAR(x.lower, 0.75, 1e-9);
    EXPECT_NEAR(x.upper, 1.25, 1e-9);
}

}  // namespace root_test
}  // namespace mizan

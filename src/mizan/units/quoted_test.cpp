// SPDX-License-Identifier: Apache-2.0
#include "mizan/units/quoted.hpp"

#include <gtest/gtest.h>

namespace mizan {
namespace quoted_test {

TEST(InQuotes, NeverCommandsATerminal) {
    EXPECT_EQ(in_quotes("laplase"), "'laplase'");
    EXPECT_EQ(in_quotes("\x1b[31m"), "'U+001B[31m'");
    EXPECT_EQ(in_quotes("\xC2\x9B"), "'U+009B'");
    EXPECT_EQ(in_quotes("\xFF"), "'U+FFFD'");
    EXPECT_EQ(in_quotes(std::string_view("\0", 1)), "'U+0000'");
}

TEST(InQuotes, ShowsWhatHidesOrTurnsTheTextRound) {
    EXPECT_EQ(in_quotes("a\u202Eb"), "'aU+202Eb'");
    EXPECT_EQ(in_quotes("\u2066\u2069"), "'U+2066U+2069'");
    EXPECT_EQ(in_quotes("\u200B"), "'U+200B'");
    EXPECT_EQ(in_quotes("\uFEFF"), "'U+FEFF'");
    EXPECT_EQ(in_quotes("\U000E0041"), "'U+E0041'");
    EXPECT_EQ(in_quotes("ε \U0001F600"), "'ε \U0001F600'");
}

TEST(InQuotes, CutsLongTextBetweenCharacters) {
    EXPECT_EQ(in_quotes(std::string(100'000, 'a')), "'" + std::string(32, 'a') + "…'");
    EXPECT_EQ(in_quotes("εδα", 2), "'εδ…'");
    EXPECT_EQ(in_quotes("εδ", 2), "'εδ'");
}

}  // namespace quoted_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "cli/text.hpp"

#include <gtest/gtest.h>

namespace mizan::cli {
namespace text_test {

TEST(Text, WidthCountsCharactersNotBytes) {
    EXPECT_EQ(display_width("αβγ"), 3U);
    EXPECT_EQ(display_width("D_∞ ≤ ε"), 7U);
}

TEST(Text, ColumnsAreAligned) {
    EXPECT_EQ(aligned({{"ε", "x"}, {"delta", ""}, {"α"}}), "ε      x\ndelta\nα\n");
    EXPECT_EQ(aligned({}), "");
}

TEST(Text, TheLastColumnIsBrokenBelowItself) {
    const std::string sixty(60, 'a');
    const std::string forty(40, 'b');
    EXPECT_EQ(aligned({{"x", "1", sixty + " " + forty}, {"yy", "2", "z"}}),
              "x   1  " + sixty + "\n       " + forty + "\nyy  2  z\n");
}

TEST(Text, LongTextIsBrokenBelowItself) {
    const std::string sixty(60, 'a');
    const std::string forty(40, 'b');
    EXPECT_EQ(labelled("States", sixty + " " + forty),
              "  States     " + sixty + "\n             " + forty + "\n");
}

TEST(Text, AWordLongerThanALineIsNotBroken) {
    const std::string word(200, 'x');
    EXPECT_EQ(labelled("Test", word), "  Test       " + word + "\n");
}

}  // namespace text_test
}  // namespace mizan::cli

// SPDX-License-Identifier: Apache-2.0
#include "io/text.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/units/quantity.hpp"

namespace mizan {
namespace text_test {

TEST(CheckText, AcceptsEveryCharacterAndRefusesWhatIsNone) {
    EXPECT_NO_THROW(check_text("ε δ α \U0001F600 \x7F"));
    EXPECT_NO_THROW(check_text(std::string_view("\0", 1)));
    for (const char* bad :
         {"\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
          "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF"}) {
        EXPECT_THROW(check_text(bad), InputError) << bad;
    }
}

TEST(CheckText, SaysWhereAndHowLong) {
    try {
        check_text("ε\xFF");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "invalid UTF-8 at column 2");
    }
    EXPECT_NO_THROW(check_text(std::string(max_text, ' ')));
    EXPECT_THROW(check_text(std::string(max_text + 1, ' ')), InputError);
}

TEST(PlaceIn, CountsCharactersFromOneAndLinesOnlyIfThereAreSeveral) {
    EXPECT_EQ(place_in("εδ+", 4), "column 3");
    EXPECT_EQ(place_in("", 0), "column 1");
    EXPECT_EQ(place_in("a\nεb", 4), "line 2, column 2");
    EXPECT_EQ(place_in("a\nb", 0), "line 1, column 1");
}

TEST(ReadNumber, IsExactOrRefuses) {
    EXPECT_EQ(read_number("0.1"), 0.1);
    EXPECT_EQ(read_number("4.9406564584124654e-324"), 0x1p-1074);
    EXPECT_EQ(read_number("1.7976931348623157e308"), 0x1.fffffffffffffp1023);
    EXPECT_EQ(read_number("0e99999"), 0);
    EXPECT_FALSE(std::signbit(read_number("-0")));
    EXPECT_THROW((void)read_number("1e999"), InputError);
    EXPECT_THROW((void)read_number("-1e999"), InputError);
    EXPECT_THROW((void)read_number("1e-999"), InputError);
}

TEST(Suggestion, FindsTheNearestNameOrKeepsSilent) {
    const std::vector<std::string_view> names{"gaussian", "laplace", "gdp"};
    EXPECT_EQ(suggestion("laplase", names), "did you mean 'laplace'?");
    EXPECT_EQ(suggestion("Gausian", names), "did you mean 'gaussian'?");
    EXPECT_EQ(suggestion("gpd", names), "did you mean 'gdp'?");
    EXPECT_EQ(suggestion("something else", names), "");
    EXPECT_EQ(suggestion("", names), "");
    EXPECT_EQ(suggestion(std::string(1000, 'g'), names), "");
}

}  // namespace text_test
}  // namespace mizan

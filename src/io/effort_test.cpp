// SPDX-License-Identifier: Apache-2.0
#include "io/effort.hpp"

#include <gtest/gtest.h>

namespace mizan {
namespace effort_test {

std::string refusal_of(std::string_view text) {
    try {
        (void)read_effort(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(ReadEffort, LeavesWhatIsNotSaidAsUsual) {
    EXPECT_EQ(read_effort("").work.value(), Effort::usual_work);
    EXPECT_EQ(read_effort("").width.value(), 0);
    EXPECT_EQ(read_effort("width=1e-3").work.value(), Effort::usual_work);
    EXPECT_EQ(read_effort("width=1e-3").width.value(), 1e-3);
    EXPECT_EQ(read_effort("work=2e9").width.value(), 0);
}

TEST(ReadEffort, TakesBothInEitherOrder) {
    for (const char* text : {"work=2e10,width=1e-3", "width=1e-3,work=2e10"}) {
        EXPECT_EQ(read_effort(text).work.value(), 2e10);
        EXPECT_EQ(read_effort(text).width.value(), 1e-3);
    }
    EXPECT_EQ(read_effort("work=inf").work.value(), infinity);
    EXPECT_EQ(read_effort("work=0").work.value(), 0);
}

TEST(ReadEffort, RefusesEverythingElse) {
    EXPECT_EQ(refusal_of("1e9"), "effort: expected work=NUMBER or width=NUMBER, got '1e9'");
    EXPECT_EQ(refusal_of("work=1e9,"), "effort: expected work=NUMBER or width=NUMBER, got ''");
    EXPECT_EQ(refusal_of(",work=1e9"), "effort: expected work=NUMBER or width=NUMBER, got ''");
    EXPECT_EQ(refusal_of("time=1"), "effort: expected work=NUMBER or width=NUMBER, got 'time=1'");
    EXPECT_EQ(refusal_of("work="), "effort: work: expected a number, got ''");
    EXPECT_EQ(refusal_of("work=1 "), "effort: work: expected a number, got '1 '");
    EXPECT_EQ(refusal_of("work=nan"), "effort: work: expected a number, got 'nan'");
    EXPECT_EQ(refusal_of("work=1e999"), "effort: work: expected a number, got '1e999'");
    EXPECT_EQ(refusal_of("work=-1"), "effort: work must be at least 0, got -1");
    EXPECT_EQ(refusal_of("width=inf"), "effort: width must be finite and at least 0, got inf");
    EXPECT_EQ(refusal_of("width=-1"), "effort: width must be finite and at least 0, got -1");
}

}  // namespace effort_test
}  // namespace mizan

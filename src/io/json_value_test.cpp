// SPDX-License-Identifier: Apache-2.0
#include "io/json_value.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/units/quantity.hpp"

#include "io/json_parse.hpp"
#include "io/text.hpp"
#include "support/generators.hpp"

namespace mizan {
namespace json_value_test {

std::string refusal(std::string_view text) {
    try {
        (void)parse_json(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Json, ReadsEveryKindAndWritesItTheSame) {
    const std::string text =
        R"({"a": null, "b": [true, false], "c": -3, "d": 0.1, "e": "x\"\\\nε", "f": {}, "g": []})";
    EXPECT_EQ(to_text(parse_json(text)), text);
}

TEST(Json, WritesInfinityAsAWordAndNeverNaN) {
    EXPECT_EQ(to_text(Json::Array{infinity, -infinity}), R"(["inf", "-inf"])");
    EXPECT_THROW((void)to_text(Json(std::nan(""))), InternalError);
}

TEST(Json, WritesWholeNumbersWholeAndRealNumbersShort) {
    EXPECT_EQ(to_text(Json(100'000)), "100000");
    EXPECT_EQ(to_text(Json(1e-5)), "1e-05");
    EXPECT_EQ(to_text(Json(2.0)), "2");
}

TEST(Json, WritesOnlyUTF8) {
    EXPECT_EQ(to_text(Json("a\xFF")), "\"a\uFFFD\"");
    EXPECT_EQ(to_text(Json(std::string("\0\x1b", 2))), R"("\u0000\u001b")");
}

TEST(Json, PrettyTextKeepsPointsInOneLine) {
    const Json json =
        Json::Object{{"points", Json::Array{Json::Array{2, 0.5}, Json::Array{infinity, 1.0}}},
                     {"none", Json::Array{}}};
    EXPECT_EQ(to_pretty_text(json), R"({
  "points": [
    [2, 0.5],
    ["inf", 1]
  ],
  "none": []
})");
    EXPECT_EQ(parse_json(to_pretty_text(json)), parse_json(to_text(json)));
}

TEST(Json, RefusesWithThePathOrThePlace) {
    EXPECT_EQ(refusal(R"({"event": {"p": 1, "p": 2}})"), "name 'p' is used twice at $.event");
    EXPECT_EQ(refusal(R"({"a": [0, {"b": 1e999}]})"),
              "number '1e999' lies beyond the range of a double at $.a[1].b");
    EXPECT_EQ(refusal(R"([1e-999])"), "number '1e-999' lies beyond the range of a double at $[0]");
    EXPECT_EQ(refusal(R"({"odd name": [1e999]})"),
              "number '1e999' lies beyond the range of a double at $['odd name'][0]");
    EXPECT_EQ(refusal("[1] x"), "invalid JSON at column 5, found 'x'");
    EXPECT_EQ(refusal("[1, NaN]"), "invalid JSON at column 5, found 'N'");
    EXPECT_EQ(refusal("[1,\n 2"), "invalid JSON at line 2, column 3, found the end of the text");
    EXPECT_EQ(refusal(""), "invalid JSON at column 1, found the end of the text");
    EXPECT_EQ(refusal("[\"\xFF\"]"), "invalid UTF-8 at column 3");
    EXPECT_EQ(refusal(std::string_view("[1\0]", 4)), "invalid JSON at column 3, found 'U+0000'");
    EXPECT_EQ(refusal("[01]"), "invalid JSON at column 3, found '1'");
    EXPECT_EQ(refusal("// note\n1"), "invalid JSON at line 1, column 1, found '/'");
    EXPECT_EQ(refusal(R"(["\ud800"])"), "invalid JSON at column 9, found '\"'");
}

TEST(Json, RefusesDeepNestingWithoutExhaustingTheStack) {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    EXPECT_NO_THROW((void)parse_json(nested(max_json_depth)));
    EXPECT_EQ(refusal(nested(max_json_depth + 1)), "JSON may be nested at most 256 levels deep");
    EXPECT_EQ(refusal(std::string(max_text, '[')), "JSON may be nested at most 256 levels deep");
}

RC_GTEST_PROP(Json, EveryDoubleReadsBackExactly, (double number)) {
    RC_PRE(std::isfinite(number));
    const Json read = parse_json(to_text(Json(number)));
    const auto* real = std::get_if<double>(&read.value());
    const auto* whole = std::get_if<std::int64_t>(&read.value());
    RC_ASSERT((real != nullptr ? *real : static_cast<double>(*whole)) == number);
}

}  // namespace json_value_test
}  // namespace mizan

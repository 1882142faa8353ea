// SPDX-License-Identifier: Apache-2.0
#include "io/ask.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "io/account.hpp"
#include "io/json_parse.hpp"
#include "io/text.hpp"

namespace mizan {
namespace ask_test {

struct Told {
    std::string code, message, place, rule, found, hint;
};

// A request of one command with these members.
std::string request_of(const std::string& command, const std::string& members) {
    return R"({"command": ")" + command + "\"" + (members.empty() ? "" : ", ") + members + "}";
}

// The parts of the error that a request is answered with; nothing at all for an answer.
Told told_about(const std::string& request) {
    const Response response = respond(request);
    if (!response.error) return {};
    const auto& members = std::get<Json::Object>(response.json.value());
    EXPECT_EQ(members.size(), 1u);
    EXPECT_EQ(members.front().first, "error");
    Told all;
    std::string* const parts[] = {&all.code, &all.message, &all.place,
                                  &all.rule, &all.found,   &all.hint};
    constexpr const char* names[] = {"code", "message", "place", "rule", "found", "hint"};
    const auto& error = std::get<Json::Object>(members.front().second.value());
    EXPECT_EQ(error.size(), std::size(names));
    for (std::size_t i = 0; i < error.size(); ++i) {
        EXPECT_EQ(error[i].first, names[i]);
        const auto* text = std::get_if<std::string>(&error[i].second.value());
        if (text != nullptr) *parts[i] = *text;
    }
    return all;
}

Told told(const std::string& command, const std::string& members = "") {
    return told_about(request_of(command, members));
}

TEST(Ask, AnswersAsTheCommandDoes) {
    const Response response =
        respond(request_of("account", R"json("program": "3 * laplace(2)", "delta": 1e-5)json"));
    EXPECT_FALSE(response.error);
    AccountRequest request;
    request.about.program = std::string("3 * laplace(2)");
    request.at.delta = Delta{1e-5};
    EXPECT_EQ(response.json, Json(to_json(respond(request))));
    EXPECT_EQ(ask(to_text(to_json(request))), to_pretty_text(response.json));
}

TEST(Ask, SaysWhatIsWrongInParts) {
    const Told unknown = told("account", R"json("program": "laplase(2)", "delta": 0)json");
    EXPECT_EQ(unknown.code, "input");
    EXPECT_EQ(unknown.message, "unknown mechanism 'laplase' at column 1; did you mean 'laplace'?");
    EXPECT_EQ(unknown.place, "column 1");
    EXPECT_EQ(unknown.found, "'laplase'");
    EXPECT_EQ(unknown.hint, "did you mean 'laplace'?");

    const Told outside = told("cost", R"json("program": "laplace(2)", "delta": 2)json");
    EXPECT_EQ(outside.code, "domain");
    EXPECT_EQ(outside.place, "$.delta");
    EXPECT_EQ(outside.rule, "delta must be in [0, 1]");
    EXPECT_EQ(outside.found, "2");

    const Told nested = told("cost", R"("delta": 0, "program": {"type": "LaplaceDpEvent", )"
                                     R"("noise_multiplier": -2})");
    EXPECT_EQ(nested.place, "$.program.noise_multiplier");
    EXPECT_EQ(nested.found, "-2");
}

TEST(Ask, RefusesWithTheReasonAndWhatWorks) {
    const Told relation =
        told("cost", R"json("program": "with_replacement(9, 3, gaussian(1))", "delta": 1)json");
    EXPECT_EQ(relation.code, "refused");
    EXPECT_EQ(relation.hint, "use replace_one, or poisson");
    EXPECT_NE(relation.rule.find("no analysis under add_or_remove_one"), std::string::npos);

    const Told conversion = told("convert", R"json("from": "gdp(1)", "to": "pure")json");
    EXPECT_EQ(conversion.code, "refused");
    EXPECT_NE(conversion.hint.find("approximate"), std::string::npos);

    for (const std::string& request :
         {request_of("curve", R"json("program": "approximate(1, 1e-5)", "kind": "renyi")json"),
          request_of("curve", R"json("program": "zcdp(1)", "kind": "loss")json"),
          request_of("calibrate",
                     R"json("program": "? * gaussian(1)", "epsilon": 1e-9, "delta": 0)json"),
          request_of("game", R"json("program": "zcdp(0.1)")json"),
          request_of("theorems", R"("words": "phlogiston")")}) {
        const Told refusal = told_about(request);
        EXPECT_EQ(refusal.code, "refused") << request;
        EXPECT_FALSE(refusal.rule.empty()) << request;
    }
}

TEST(Ask, KnowsEveryMemberOfEveryCommand) {
    EXPECT_EQ(told("acount").hint, "did you mean 'account'?");
    EXPECT_EQ(told_about("{}").message, "missing member 'command' at $");
    EXPECT_EQ(told_about("[]").message, "expected an object, found an array at $");
    const Told extra = told("cost", R"json("program": "pure(1)", "delta": 0, "dleta": 1)json");
    EXPECT_EQ(extra.place, "$.dleta");
    EXPECT_EQ(extra.hint, "did you mean 'delta'?");
}

RC_GTEST_PROP(Ask, TakesAnyBytes, (const std::string& bytes)) {
    for (const std::string& text : {bytes, request_of("account", R"("program": ")" + bytes + "\""),
                                    request_of("cost", "\"" + bytes + "\": 1")}) {
        const Response response = respond(text);
        RC_ASSERT(response.error.has_value());
        RC_ASSERT(*response.error != ErrorCode::internal);
        RC_ASSERT(to_pretty_text(parse_json(ask(text))) == to_pretty_text(response.json));
    }
}

}  // namespace ask_test
}  // namespace mizan

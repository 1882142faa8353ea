// SPDX-License-Identifier: Apache-2.0
#include "io/json.hpp"

#include <gtest/gtest.h>

#include "io/expression.hpp"
#include "support/programs.hpp"
#include "support/vocabulary_names.hpp"

namespace mizan {
namespace json_test {

template <class Read>
std::string refusal_of(Read read) {
    try {
        (void)read();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

std::string refusal(std::string_view text) {
    return refusal_of([&] { return read_program(text); });
}

TEST(ProgramJson, ReadsADocumentAndABareEvent) {
    const ProgramDocument document = read_program(
        R"({"schema_version": 1, "neighboring_relation": "replace_one",
            "event": {"type": "ComposedDpEvent", "events": [
                {"type": "SelfComposedDpEvent", "count": 10000, "event":
                    {"type": "GaussianDpEvent", "noise_multiplier": 1.1}},
                {"type": "SelfComposedDpEvent", "count": 1e2, "event":
                    {"type": "LaplaceDpEvent", "noise_multiplier": "inf"}}]}})");
    EXPECT_EQ(document.relation, Relation::replace_one);
    EXPECT_EQ(document.program, 10'000 * Gaussian{1.1} + 100 * Laplace{infinity});
    EXPECT_EQ(read_program(R"({"type": "ZCDpEvent", "rho": 0.5})"),
              (ProgramDocument{Relation::add_or_remove_one, zcdp(Rho{0.5})}));
    // A whole number may be written as a decimal, as counts may.
    EXPECT_EQ(
        read_program(R"({"schema_version": 1.0, "event": {"type": "ZCDpEvent", "rho": 0.5}})"),
        (ProgramDocument{Relation::add_or_remove_one, zcdp(Rho{0.5})}));
}

TEST(ProgramJson, WritesGooglesNames) {
    const auto text = [](const Program& program) { return to_text(to_json(program)); };
    EXPECT_EQ(text(2 * Gaussian{1.5}), R"({"type": "SelfComposedDpEvent", "event": )"
                                       R"({"type": "GaussianDpEvent", "noise_multiplier": 1.5}, )"
                                       R"("count": 2})");
    EXPECT_EQ(text(RandomizedResponse{0.75}),
              R"({"type": "RandomizedResponseDpEvent", "p": 0.75})");
    EXPECT_EQ(text(BucketRandomizedResponse{0.5, 100'000}),
              R"({"type": "RandomizedResponseDpEvent", "noise_parameter": 0.5, )"
              R"("num_buckets": 100000})");
    EXPECT_EQ(text(pure(Epsilon{infinity})),
              R"({"type": "EpsilonDeltaDpEvent", "epsilon": "inf", "delta": 0})");
    EXPECT_EQ(text(zcdp(Rho{0.5})), R"({"type": "ZCDpEvent", "rho": 0.5, "xi": 0})");
    EXPECT_EQ(text(cdp(Mu{0.5}, Tau{1.0})),
              R"({"type": "ConcentratedDpEvent", "mu": 0.5, "tau": 1})");
    EXPECT_EQ(text(gdp(Mu{1.0})), R"({"type": "GaussianDifferentialPrivacyDpEvent", "mu": 1})");
    EXPECT_EQ(text(renyi({{Order{infinity}, Epsilon{0.5}}})),
              R"({"type": "RenyiDpEvent", "points": [["inf", 0.5]]})");
    EXPECT_EQ(text(pair({0.5, 0.5}, {1, 0})),
              R"({"type": "DistributionPairDpEvent", "p": [0.5, 0.5], "q": [1, 0]})");
    EXPECT_EQ(text(group(3, post(Laplace{1}))),
              R"({"type": "GroupDpEvent", "size": 3, "event": {"type": "PostProcessedDpEvent", )"
              R"("event": {"type": "LaplaceDpEvent", "noise_multiplier": 1}}})");
    EXPECT_EQ(write_program({Relation::replace_special, gdp(Mu{1.0})}),
              R"({"schema_version": 1, "neighboring_relation": "replace_special", )"
              R"("event": {"type": "GaussianDifferentialPrivacyDpEvent", "mu": 1}})");
}

RC_GTEST_PROP(ProgramJson, EveryProgramReadsBackEqual, (const Program& program)) {
    const ProgramDocument document{
        *rc::gen::element(Relation::add_or_remove_one, Relation::replace_one,
                          Relation::replace_special),
        program};
    const std::string text = write_program(document);
    RC_ASSERT(read_program(text) == document);
    RC_ASSERT(write_program(read_program(text)) == text);
    RC_ASSERT(read_any(text) == document);
}

TEST(ProgramJson, TheDeepestProgramReadsBackEqual) {
    Program program = Gaussian{1};
    while (program.depth() + 2 <= max_depth) {
        program = post(std::move(program)) + Gaussian{1};
    }
    const ProgramDocument document{Relation::replace_one, program};
    EXPECT_EQ(read_program(write_program(document)), document);
}

TEST(ReadAny, DecidesByTheFirstCharacter) {
    EXPECT_EQ(read_any("  gdp(1)").program, gdp(Mu{1.0}));
    EXPECT_EQ(read_any("\n {\"type\": \"GaussianDpEvent\", \"noise_multiplier\": 1}").program,
              Program(Gaussian{1}));
    EXPECT_EQ(read_any("gdp(1)", Relation::replace_one).relation, Relation::replace_one);
}

TEST(ReadAny, RefusesADocumentWithAnotherRelationThanAsked) {
    const std::string text = write_program({Relation::replace_one, gdp(Mu{1.0})});
    EXPECT_EQ(read_any(text, Relation::replace_one).relation, Relation::replace_one);
    EXPECT_EQ(refusal_of([&] { return read_any(text, Relation::replace_special); }),
              "neighboring_relation must be replace_special as asked, found 'replace_one' at "
              "$.neighboring_relation");
}

struct BadDocument {
    std::string_view text;
    std::string_view message;
};

class BadDocuments : public testing::TestWithParam<BadDocument> {};

TEST_P(BadDocuments, AreRefusedWithPathRuleAndValue) {
    EXPECT_EQ(refusal(GetParam().text),
              support::with_names(GetParam().message, &EventDescription::type));
}

INSTANTIATE_TEST_SUITE_P(
    Table, BadDocuments,
    testing::Values(
        BadDocument{"[]", "expected a program document or an event, found an array at $"},
        BadDocument{"{}", "missing member 'schema_version' at $"},
        BadDocument{R"({"schema_version": 2})",
                    "schema_version must be 1, found 2 at "
                    "$.schema_version"},
        BadDocument{R"({"schema_version": 1.5})",
                    "schema_version must be 1, found 1.5 at $.schema_version"},
        BadDocument{R"({"schema_version": "1"})",
                    "schema_version must be 1, found a string at $.schema_version"},
        BadDocument{R"({"schema_version": 1})", "missing member 'event' at $"},
        BadDocument{R"({"schema_version": 1, "events": {}})",
                    "a program document has no member 'events' at $.events; did you mean 'event'?"},
        BadDocument{R"({"schema_version": 1, "neighboring_relation": "swap"})",
                    "unknown relation 'swap', must be one of add_or_remove_one, replace_one, "
                    "replace_special at $.neighboring_relation"},
        BadDocument{R"({"schema_version": 1, "event": 5})",
                    "expected an event, which is an object, found a number at $.event"},
        BadDocument{R"({"schema_version": 1, "event": {}})", "missing member 'type' at $.event"},
        BadDocument{R"({"type": 3})", "expected a string, found a number at $.type"},
        BadDocument{R"({"type": "GausianDpEvent"})",
                    "unknown event type 'GausianDpEvent' at $.type; did you mean "
                    "'GaussianDpEvent'?"},
        BadDocument{R"({"type": "UnsupportedDpEvent"})",
                    "unknown event type 'UnsupportedDpEvent' at $.type; there are {names}"},
        BadDocument{R"({"type": "GaussianDpEvent"})",
                    "GaussianDpEvent needs noise_multiplier at $"},
        BadDocument{R"({"type": "GaussianDpEvent", "sigma": 1})",
                    "GaussianDpEvent has no field 'sigma' at $.sigma; it has noise_multiplier"},
        BadDocument{R"({"type": "GaussianDpEvent", "": 1})", "a member without a name at $"},
        BadDocument{R"({"type": "GaussianDpEvent", "noise_multiplier": -1})",
                    "noise_multiplier must be in [0, inf], got -1 at $.noise_multiplier"},
        BadDocument{R"({"type": "GaussianDpEvent", "noise_multiplier": null})",
                    "expected a number, found null at $.noise_multiplier"},
        BadDocument{R"({"type": "GaussianDpEvent", "noise_multiplier": "nan"})",
                    "expected a number or \"inf\", found 'nan' at $.noise_multiplier"},
        BadDocument{R"({"type": "GaussianDpEvent", "noise_multiplier": [1]})",
                    "noise_multiplier must be in [0, inf], got a list of numbers at "
                    "$.noise_multiplier"},
        BadDocument{R"({"type": "ZCDpEvent", "rho": 1, "xi": "inf"})",
                    "xi must be finite and at least 0, got inf at $.xi"},
        BadDocument{R"({"schema_version": 1, "event": {"type": "ComposedDpEvent", "events": [)"
                    R"({"type": "ZCDpEvent", "rho": 1}, {"type": "SelfComposedDpEvent", "event": )"
                    R"({"type": "ZCDpEvent", "rho": 1}, "count": 1.5}]}})",
                    "count must be a whole number from 0 to 2^53 - 1, got 1.5 at "
                    "$.event.events[1].count"},
        BadDocument{R"({"type": "ComposedDpEvent", "events": []})",
                    "ComposedDpEvent: a sequence needs at least one program at $"},
        BadDocument{
            R"({"type": "ComposedDpEvent", "events": [{"type": "ZCDpEvent", "rho": 1}, 3]})",
            "expected an event, which is an object, found a number at $.events[1]"},
        BadDocument{R"({"type": "RenyiDpEvent", "points": [[2, 0.1], [3]]})",
                    "expected a pair of numbers such as [2, 0.1] at $.points[1]"},
        BadDocument{R"({"type": "RenyiDpEvent", "points": [[2, "x"]]})",
                    "expected a number or \"inf\", found 'x' at $.points[0][1]"},
        BadDocument{R"({"type": "DistributionPairDpEvent", "p": [1], "q": [true]})",
                    "expected a number, found true or false at $.q[0]"},
        BadDocument{R"({"type": "GaussianDpEvent", "noise_multiplier": 1} 2)",
                    "invalid JSON at column 52, found '2'"}));

TEST(ProgramJson, RefusesCountsThatADoubleCouldRound) {
    const auto count = [](const std::string& digits) {
        return R"({"type": "SelfComposedDpEvent", "event": {"type": "ZCDpEvent", "rho": 1}, )"
               R"("count": )" +
               digits + "}";
    };
    EXPECT_EQ(read_program(count("9007199254740991")).program, max_count * zcdp(Rho{1.0}));
    for (const char* digits : {"9007199254740992", "9007199254740993", "18446744073709551616",
                               "9223372036854775808", "-1", "1e300"}) {
        EXPECT_NE(refusal(count(digits)), "no error") << digits;
    }
}

TEST(ReadDistribution, ReadsProbabilitiesAndNamesWhatIsNone) {
    EXPECT_EQ(read_distribution("[0.25, 0.75]"), FiniteDistribution({0.25, 0.75}));
    const auto refused = [](std::string_view text) {
        return refusal_of([&] { return read_distribution(text); });
    };
    EXPECT_EQ(refused("{}"), "expected an array of probabilities, found an object at $");
    EXPECT_EQ(refused("[0.5, \"a\"]"), "expected a number or \"inf\", found 'a' at $[1]");
    EXPECT_NE(refused("[]"), "no error");
    EXPECT_NE(refused("[0.5, 0.6]"), "no error");
    EXPECT_NE(refused("[-0.5, 1.5]"), "no error");
    EXPECT_NE(refused("[\"inf\"]"), "no error");
}

TEST(ReadRelation, KnowsEveryName) {
    for (const Relation relation :
         {Relation::add_or_remove_one, Relation::replace_one, Relation::replace_special}) {
        EXPECT_EQ(read_relation(to_string(relation)), relation);
    }
    EXPECT_THROW((void)read_relation(""), InputError);
}

}  // namespace json_test
}  // namespace mizan

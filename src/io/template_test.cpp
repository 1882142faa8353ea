// SPDX-License-Identifier: Apache-2.0
#include "io/template.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "io/expression.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"

namespace mizan {
namespace template_test {

using Cost = Unknown::Cost;

void expect_unknown(std::string_view text, const Unknown& expected) {
    const Unknown found = parse_template(text).unknown();
    EXPECT_EQ(found.name, expected.name) << text;
    EXPECT_EQ(found.is_whole, expected.is_whole) << text;
    EXPECT_EQ(found.least, expected.least) << text;
    EXPECT_EQ(found.most, expected.most) << text;
    EXPECT_EQ(found.cost, expected.cost) << text;
    EXPECT_EQ(found.is_steady, expected.is_steady) << text;
}

TEST(Template, KnowsWhatTheUnknownIs) {
    constexpr auto most = static_cast<double>(max_count);
    expect_unknown("10000 * poisson(0.01, gaussian(?))",
                   {"noise_multiplier", false, 0, infinity, Cost::falls});
    expect_unknown("100 * laplace(scale=?)", {"noise_multiplier", false, 0, infinity, Cost::falls});
    expect_unknown("poisson(q=?, program=gaussian(1))",
                   {"sampling_probability", false, 0, 1, Cost::grows});
    expect_unknown("? * laplace(10)", {"count", true, 0, most, Cost::grows});
    expect_unknown("gaussian(1) + post(? * (laplace(10) + pure(1)))",
                   {"count", true, 0, most, Cost::grows});
    expect_unknown("group(?, gaussian(1))", {"size", true, 1, most, Cost::grows});
    expect_unknown("discrete_gaussian(?)", {"sigma", false, 0, infinity, Cost::falls, false});
    expect_unknown("discrete_laplace(?, 3)", {"noise_parameter", false, 0, infinity, Cost::grows});
    expect_unknown("discrete_laplace(0.1, ?)", {"sensitivity", true, 1, most, Cost::grows});
    // Whoever hides among more people is hidden better.
    expect_unknown("shuffled(?, pure(1))", {"records", true, 1, most, Cost::falls});
    expect_unknown("with_replacement(?, 3, gaussian(1))",
                   {"source_dataset_size", true, 1, most, Cost::falls});
    expect_unknown("with_replacement(100, ?, gaussian(1))",
                   {"sample_size", true, 0, most, Cost::grows});
    expect_unknown("approximate(1, ?)", {"delta", false, 0, 1, Cost::grows});
    expect_unknown("zcdp(?)", {"rho", false, 0, infinity, Cost::grows});
    expect_unknown("randomized_response(?)", {"p", false, 0.5, 1, Cost::grows});
    expect_unknown("randomized_response(noise_parameter=?, num_buckets=4)",
                   {"noise_parameter", false, 0, 1, Cost::falls});
}

TEST(Template, PutsAnyValueInItsPlace) {
    const ProgramTemplate training = parse_template("10'000 * poisson(0.01, gaussian(?))");
    EXPECT_EQ(print_expression(training(1.5)), "10000 * poisson(0.01, gaussian(1.5))");
    EXPECT_EQ(training(infinity), parse_expression("10000 * poisson(0.01, gaussian(inf))"));
    const ProgramTemplate often = parse_template(" ?*laplace(10) ");
    EXPECT_EQ(often(7), parse_expression("7 * laplace(10)"));
    EXPECT_EQ(often(0), parse_expression("0 * laplace(10)"));
}

// A sample has at most as many records as there are, in either spelling.
TEST(Template, EndsWhereAnotherFieldDoes) {
    for (const char* const text :
         {"without_replacement(60, ?, gaussian(1))",
          "without_replacement(m=?, n=60, event=pure(1))",
          R"({"type": "SampledWithoutReplacementDpEvent", "sample_size": "?",
              "source_dataset_size": 6e1,
               "event": {"type": "GaussianDpEvent", "noise_multiplier": 1}})"}) {
        const ProgramTemplate found = read_template(text, std::nullopt).program;
        EXPECT_EQ(found.unknown().name, "sample_size");
        EXPECT_EQ(found.unknown().most, 60) << text;
        EXPECT_EQ(found.unknown().cost, Unknown::Cost::grows);
        EXPECT_NO_THROW((void)found(60));
        EXPECT_THROW((void)found(61), InputError);
    }
    const Unknown records = parse_template("without_replacement(?, 10, gaussian(1))").unknown();
    EXPECT_EQ(records.least, 10);
    EXPECT_EQ(records.cost, Unknown::Cost::falls);
}

TEST(Template, RefusesValuesThatTheUnknownCannotHave) {
    const ProgramTemplate often = parse_template("? * laplace(10)");
    for (const double value : {-1.0, 0.5, 0x1p53, infinity, std::nan("")}) {
        EXPECT_THROW((void)often(value), InputError) << value;
    }
    EXPECT_THROW((void)parse_template("randomized_response(?)")(0.25), InputError);
}

struct BadTemplate {
    std::string_view text;
    std::string_view message;
};

class BadTemplates : public testing::TestWithParam<BadTemplate> {};

TEST_P(BadTemplates, AreRefusedWithPlaceAndReason) {
    try {
        (void)parse_template(GetParam().text);
        FAIL() << "was read";
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(), GetParam().message);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Table, BadTemplates,
    testing::Values(
        BadTemplate{"gaussian(1)", "expected one '?' in the program, in place of what to look for"},
        BadTemplate{"gaussian(?) + laplace(?)",
                    "only one '?' can be looked for, found another at column 23"},
        BadTemplate{"? * gaussian(?)",
                    "only one '?' can be looked for, found another at column 14"},
        BadTemplate{"pair([?, 0.5], [0.5, 0.5])", "'?' cannot stand in a list at column 7"},
        BadTemplate{"randomized_response(noise_parameter=0.5, num_buckets=?)",
                    "'?' cannot stand here: a larger value may cost more or less at column 54; it "
                    "may stand for noise_parameter; values can be tried with account --lines"},
        BadTemplate{
            "random_allocation(10, ?, gaussian(1))",
            "'?' cannot stand here: a larger value may cost more or less at column 23; values "
            "can be tried with account --lines"},
        BadTemplate{"tree(10, ?)",
                    "'?' cannot stand here: step_counts may be a list at column 10; it may stand "
                    "for noise_multiplier; values can be tried with account --lines"},
        BadTemplate{"gaussian(1, ?)",
                    "gaussian takes no more than 1 argument (noise_multiplier) at column 13"},
        BadTemplate{"post(?)", "event must be a program, got a number at column 6"},
        BadTemplate{"? gaussian(1)", "expected '*' after the count at column 3, found 'gaussian'"},
        BadTemplate{"gaussian(?", "expected ',' or ')' at column 11, found the end of the text"}));

TEST(JsonTemplate, IsReadLikeAnExpression) {
    const auto [relation, training] = read_template(
        R"({"schema_version": 1, "neighboring_relation": "replace_special", "event":
            {"type": "SelfComposedDpEvent", "count": 10, "event":
                {"type": "PoissonSampledDpEvent", "sampling_probability": "?",
                 "event": {"type": "GaussianDpEvent", "noise_multiplier": "inf"}}}})");
    EXPECT_EQ(relation, Relation::replace_special);
    EXPECT_EQ(training.unknown().name, "sampling_probability");
    EXPECT_EQ(training.unknown().most, 1);
    EXPECT_EQ(print_expression(training(0.25)), "10 * poisson(0.25, gaussian(inf))");
    EXPECT_THROW((void)training(1.5), InputError);

    const auto often = read_template(
        R"({"type": "SelfComposedDpEvent", "count": "?",
            "event": {"type": "LaplaceDpEvent", "noise_multiplier": 2}})");
    EXPECT_EQ(often.relation, Relation::add_or_remove_one);
    EXPECT_TRUE(often.program.unknown().is_whole);
    EXPECT_EQ(print_expression(often.program(7)), "7 * laplace(2)");
    EXPECT_EQ(read_template(" ? * laplace(2)").program(7), often.program(7));
}

TEST(JsonTemplate, IsRefusedWithPathAndReason) {
    const auto refusal_of = [](std::string_view text) -> std::string {
        try {
            (void)read_template(text, Relation::add_or_remove_one);
            return "was read";
        } catch (const InputError& error) {
            return error.what();
        }
    };
    EXPECT_EQ(refusal_of(R"({"type": "GaussianDpEvent", "noise_multiplier": 1})"),
              "expected one \"?\" in the program, in place of what to look for");
    EXPECT_EQ(refusal_of(R"({"type": "ComposedDpEvent", "events": [
                  {"type": "GaussianDpEvent", "noise_multiplier": "?"},
                  {"type": "LaplaceDpEvent", "noise_multiplier": "?"}]})"),
              "only one '?' can be looked for, found another at $.events[1].noise_multiplier");
    EXPECT_EQ(refusal_of(R"({"type": "DistributionPairDpEvent", "p": ["?", 1], "q": [1, 0]})"),
              "'?' cannot stand in a list at $.p[0]");
    EXPECT_EQ(
        refusal_of(R"({"type": "RandomizedResponseDpEvent", "noise_parameter": 0.5,
                  "num_buckets": "?"})"),
        "'?' cannot stand here: a larger value may cost more or less at $.num_buckets; it may "
        "stand for noise_parameter; values can be tried with account --lines");
    EXPECT_EQ(refusal_of(R"({"type": "SingleEpochTreeAggregationDpEvent", "noise_multiplier": 10,
                  "step_counts": "?"})"),
              "'?' cannot stand here: step_counts may be a list at $.step_counts; it may stand for "
              "noise_multiplier; values can be tried with account --lines");
    EXPECT_EQ(refusal_of(R"({"type": "PostProcessedDpEvent", "event": "?"})"),
              "event must be a program, got a number at $.event");
    EXPECT_EQ(refusal_of(R"({"type": "GaussianDpEvent", "sigma": "?"})")
                  .find("GaussianDpEvent has no field 'sigma' at $.sigma"),
              0u);
    EXPECT_EQ(refusal_of(R"({"schema_version": 1, "neighboring_relation": "replace_one",
                  "event": {"type": "GaussianDpEvent", "noise_multiplier": "?"}})"),
              "neighboring_relation must be add_or_remove_one as asked, found 'replace_one' at "
              "$.neighboring_relation");
    EXPECT_EQ(refusal_of(R"({"schema_version": "?",
                  "event": {"type": "GaussianDpEvent", "noise_multiplier": 1}})"),
              "'?' cannot stand here at $.schema_version");
}

TEST(Template, IsNoProgram) {
    EXPECT_THROW((void)parse_expression("gaussian(?)"), InputError);
    EXPECT_THROW((void)parse_expression("? * gaussian(1)"), InputError);
}

}  // namespace template_test
}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "io/expression.hpp"

#include <gtest/gtest.h>

#include "mizan/program/bill.hpp"

#include "io/expression_print.hpp"
#include "io/text.hpp"
#include "io/vocabulary.hpp"
#include "support/programs.hpp"
#include "support/vocabulary_names.hpp"

namespace mizan {
namespace expression_test {

std::string refusal(std::string_view text) {
    try {
        (void)parse_expression(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

struct Own {
    static constexpr std::string_view name = "own";
    [[nodiscard]] static Bracket delta(Epsilon) { return 0; }
    friend bool operator==(const Own&, const Own&) = default;
};

TEST(Expression, OfATypeOfCppCannotBeWritten) {
    EXPECT_THROW(static_cast<void>(print_expression(3 * Program(Own{}))), InputError);
}

TEST(Expression, ReadsWhatTheFirstPageShows) {
    EXPECT_EQ(parse_expression("10'000 * gaussian(1.1) + 100 * laplace(10) + "
                               "randomized_response(p=0.75)"),
              10'000 * Gaussian{.noise_multiplier = 1.1} + 100 * Laplace{.noise_multiplier = 10} +
                  RandomizedResponse{.p = 0.75});
}

TEST(Expression, ReadsEveryEventWithNamesAndWithout) {
    EXPECT_EQ(parse_expression("gaussian(noise_multiplier=2)"), Gaussian{2});
    EXPECT_EQ(parse_expression("gaussian(sigma=2)"), Gaussian{2});
    EXPECT_EQ(parse_expression("gaussian(σ = inf)"), Gaussian{infinity});
    EXPECT_EQ(parse_expression("laplace(scale=.5)"), Laplace{0.5});
    EXPECT_EQ(parse_expression("laplace(lambda=5.)"), Laplace{5});
    EXPECT_EQ(parse_expression("laplace(λ=1'000.25e+1)"), Laplace{10002.5});
    const Program steps = DiscreteLaplace{.noise_parameter = Epsilon{0.5}, .sensitivity = 3};
    EXPECT_EQ(parse_expression("discrete_laplace(0.5, 3)"), steps);
    EXPECT_EQ(parse_expression("discrete_laplace(sensitivity=3, noise_parameter=0.5)"), steps);
    EXPECT_EQ(parse_expression("discrete_laplace(a=0.5, sensitivity=3)"), steps);
    EXPECT_EQ(parse_expression("exponential(0.5)"), Exponential{Epsilon{0.5}});
    EXPECT_EQ(parse_expression("permute_and_flip(ε=0.5)"), PermuteAndFlip{Epsilon{0.5}});
    EXPECT_EQ(parse_expression("report_noisy_max(0.5)"), ReportNoisyMax{Epsilon{0.5}});
    EXPECT_EQ(parse_expression("sparse_vector(2, 8)"), (SparseVector{2, 8, 1, 0}));
    EXPECT_EQ(parse_expression("sparse_vector(2, 8, c=3, monotone=1)"), (SparseVector{2, 8, 3, 1}));
    EXPECT_EQ(parse_expression("tree(2, 100)"), TreeAggregation(2, {100}));
    EXPECT_EQ(parse_expression("tree(2, [100, 50])"), TreeAggregation(2, {100, 50}));
    EXPECT_EQ(parse_expression("matrix_mechanism(2, [1, 0.5], 100, participations=3)"),
              MatrixMechanism(2, {1, 0.5}, 100, 3, 1));
    EXPECT_EQ(parse_expression("mixture_of_gaussians(2, [0, 1], [0.9, 0.1])"),
              MixtureOfGaussians(2, {0, 1}, {0.9, 0.1}));
    EXPECT_EQ(parse_expression("truncated_laplace(2, bound=9)"), (TruncatedLaplace{2, 9}));
    EXPECT_EQ(parse_expression("thresholded_laplace(2, 40)"), (ThresholdedLaplace{2, 40}));
    EXPECT_EQ(parse_expression("thresholded_gaussian(σ=2, threshold=9)"),
              (ThresholdedGaussian{2, 9}));
    EXPECT_EQ(parse_expression("profile([(1, 1e-6)])"),
              PrivacyProfile({{Epsilon{1}, Delta{1e-6}}}));
    EXPECT_EQ(parse_expression("tradeoff([(0.1, 0.8)])"), TradeoffPoints({{0.1, 0.8}}));
    const Program whole = DiscreteGaussian{.sigma = 2, .sensitivity = 3};
    EXPECT_EQ(parse_expression("discrete_gaussian(2, 3)"), whole);
    EXPECT_EQ(parse_expression("discrete_gaussian(sensitivity=3, σ=2)"), whole);
    EXPECT_EQ(parse_expression("discrete_gaussian(2)"), DiscreteGaussian{2});
    EXPECT_EQ(parse_expression("randomized_response(0.25)"), RandomizedResponse{0.25});
    const Program buckets = BucketRandomizedResponse{.noise_parameter = 0.5, .num_buckets = 4};
    EXPECT_EQ(parse_expression("randomized_response(num_buckets=4, noise_parameter=0.5)"), buckets);
    EXPECT_EQ(parse_expression("randomized_response(0.5, 4)"), buckets);
    EXPECT_EQ(parse_expression("pure(ε=1)"), pure(Epsilon{1.0}));
    EXPECT_EQ(parse_expression("approximate(1, δ=1e-6)"), approximate(Epsilon{1.0}, Delta{1e-6}));
    EXPECT_EQ(parse_expression("approximate(epsilon=1, delta=0)"), pure(Epsilon{1.0}));
    EXPECT_EQ(parse_expression("zcdp(0.5)"), zcdp(Rho{0.5}));
    EXPECT_EQ(parse_expression("zcdp(ρ=0.5, xi=0.1)"), zcdp(Rho{0.5}, 0.1));
    EXPECT_EQ(parse_expression("cdp(μ=0.5, τ=1)"), cdp(Mu{0.5}, Tau{1.0}));
    EXPECT_EQ(parse_expression("gdp(1)"), gdp(Mu{1.0}));
    EXPECT_EQ(parse_expression("renyi([(2, 0.1), (inf, 0.2)])"),
              renyi({{Order{2.0}, Epsilon{0.1}}, {Order{infinity}, Epsilon{0.2}}}));
    EXPECT_EQ(parse_expression("pair([0.5, 0.5], q=[1, 0])"), pair({0.5, 0.5}, {1, 0}));
    EXPECT_EQ(parse_expression("group(k=3, program=2 * gaussian(1))"), group(3, 2 * Gaussian{1}));
    EXPECT_EQ(parse_expression("post(gaussian(1) + laplace(1))"), post(Gaussian{1} + Laplace{1}));
}

TEST(Expression, AFractionIsTheNearestNumber) {
    EXPECT_EQ(parse_expression("poisson(256/60000, gaussian(1))"),
              poisson(256.0 / 60000, Gaussian{1}));
    EXPECT_EQ(parse_expression("6 / 2 * laplace(1 / 4)"), 3 * Laplace{0.25});
    EXPECT_EQ(refusal("laplace(1/0)"), "a fraction must be a finite number, got 1/0 at column 9");
    EXPECT_EQ(refusal("laplace(1/x)"), "expected a number after '/' at column 11, found 'x'");
    EXPECT_EQ(refusal("laplace(8/2/2)"), "expected ',' or ')' at column 12, found '/'");
    EXPECT_EQ(refusal("5/2 * laplace(1)"),
              "count must be a whole number from 0 to 2^53 - 1, got 2.5 at column 1");
}

TEST(Expression, GroupsAsWritten) {
    const Program a = Gaussian{1}, b = Laplace{2}, c = RandomizedResponse{0.75};
    EXPECT_EQ(parse_expression("gaussian(1)+laplace(2)+randomized_response(0.75)"), a + b + c);
    EXPECT_EQ(parse_expression("gaussian(1)+(laplace(2)+randomized_response(0.75))"), a + b + c);
    EXPECT_EQ(parse_expression(" 2 * 3 * gaussian(1)\n"), 2 * (3 * a));
    EXPECT_EQ(parse_expression("2*(gaussian(1)+laplace(2))"), 2 * (a + b));
    EXPECT_EQ(parse_expression("2*gaussian(1)+laplace(2)"), 2 * a + b);
    EXPECT_EQ(parse_expression("((2*((gaussian(1)))))"), 2 * a);
}

TEST(Expression, PrintsTheShortestText) {
    EXPECT_EQ(print_expression(10'000 * Gaussian{1.1} + 100 * Laplace{10}),
              "10000 * gaussian(1.1) + 100 * laplace(10)");
    EXPECT_EQ(print_expression(2 * (3 * (Gaussian{1} + Laplace{infinity}))),
              "2 * 3 * (gaussian(1) + laplace(inf))");
    EXPECT_EQ(print_expression(group(2, post(zcdp(Rho{0.5})) + zcdp(Rho{0.5}, 1))),
              "group(2, post(zcdp(0.5)) + zcdp(0.5, 1))");
    EXPECT_EQ(print_expression(approximate(Epsilon{1.0}, Delta{0.0})), "pure(1)");
    EXPECT_EQ(
        print_expression(renyi({{Order{2.0}, Epsilon{0.1}}, {Order{infinity}, Epsilon{1.0}}})),
        "renyi([(2, 0.1), (inf, 1)])");
    EXPECT_EQ(print_expression(pair({0.5, 0.5}, {1, 0})), "pair([0.5, 0.5], [1, 0])");
    EXPECT_EQ(print_expression(Program(BucketRandomizedResponse{0.5, 100'000})),
              "randomized_response(0.5, 100000)");
    EXPECT_EQ(print_expression(gdp(Mu{-0.0})), "gdp(0)");
}

RC_GTEST_PROP(Expression, EveryProgramReadsBackEqual, (const Program& program)) {
    const std::string text = print_expression(program);
    RC_ASSERT(parse_expression(text) == program);
    RC_ASSERT(print_expression(parse_expression(text)) == text);
}

struct BadExpression {
    std::string_view text;
    std::string_view message;
};

class BadExpressions : public testing::TestWithParam<BadExpression> {};

TEST_P(BadExpressions, AreRefusedWithPlaceRuleAndValue) {
    EXPECT_EQ(refusal(GetParam().text),
              support::with_names(GetParam().message, &EventDescription::name));
}

using namespace std::string_view_literals;

INSTANTIATE_TEST_SUITE_P(
    Table, BadExpressions,
    testing::Values(
        BadExpression{"laplase(10)",
                      "unknown mechanism 'laplase' at column 1; did you mean 'laplace'?"},
        BadExpression{"gaussian(1) + banana(1)",
                      "unknown mechanism 'banana' at column 15; there are {names}"},
        BadExpression{"poisson(1.5, gaussian(1))",
                      "sampling_probability must be in [0, 1], got 1.5 at column 9"},
        BadExpression{"",
                      "expected a program such as gaussian(1) at column 1, found the end of "
                      "the text"},
        BadExpression{"gaussian",
                      "expected '(' after gaussian at column 9, found the end of the "
                      "text"},
        BadExpression{"gaussian(1", "expected ',' or ')' at column 11, found the end of the text"},
        BadExpression{"gaussian(1) gaussian(2)",
                      "expected '+' or the end of the program at column 13, found 'gaussian'"},
        BadExpression{"gaussian(1) * 3",
                      "expected '+' or the end of the program at column 13, found '*'; a count "
                      "goes first, as in 3 * gaussian(1)"},
        BadExpression{"3 gaussian(1)",
                      "expected '*' after the count 3 at column 3, found "
                      "'gaussian'"},
        BadExpression{"gaussian(1) +",
                      "expected a program such as gaussian(1) at column 14, found "
                      "the end of the text"},
        BadExpression{"gaussian()", "gaussian needs noise_multiplier at column 1"},
        BadExpression{"gaussian(1, 2)",
                      "gaussian takes no more than 1 argument (noise_multiplier) at column 13"},
        BadExpression{"gaussian(noise=1)",
                      "gaussian has no field 'noise' at column 10; it has noise_multiplier, sigma, "
                      "σ"},
        BadExpression{"laplace(10, sensitivity=2)",
                      "laplace has no field 'sensitivity' at column 13; divide the noise by it: "
                      "noise_multiplier = noise / sensitivity"},
        BadExpression{"gaussian(noise_multiplyer=1)",
                      "gaussian has no field 'noise_multiplyer' at column 10; did you mean "
                      "'noise_multiplier'?"},
        BadExpression{"approximate(1, epsilon=1)", "epsilon is given twice at column 16"},
        BadExpression{"approximate(epsilon=1, 0.1)",
                      "an argument without a name follows one with a name at column 24"},
        BadExpression{"gaussian(-1)", "noise_multiplier must be in [0, inf], got -1 at column 10"},
        BadExpression{"approximate(ε=1, δ=1.5)", "delta must be in [0, 1], got 1.5 at column 18"},
        BadExpression{"gaussian(1e999)",
                      "number '1e999' lies beyond the range of a double at column 10"},
        BadExpression{"gaussian(nan)", "expected a number or a program at column 10, found 'nan'"},
        BadExpression{"gaussian(10k)", "expected the end of the number at column 12, found 'k'"},
        BadExpression{"gaussian(1.2.3)", "expected the end of the number at column 13, found '.'"},
        BadExpression{"gaussian(1e)", "expected digits of the exponent at column 12, found ')'"},
        BadExpression{"gaussian(.)", "expected a digit next to '.' at column 11, found ')'"},
        BadExpression{"gaussian(1''0)", "expected ',' or ')' at column 11, found '''"},
        BadExpression{"gaussian(0x10)", "expected the end of the number at column 11, found 'x10'"},
        BadExpression{"gaussian(-)", "expected a number after '-' at column 11, found ')'"},
        BadExpression{"1.5 * gaussian(1)",
                      "count must be a whole number from 0 to 2^53 - 1, got 1.5 at column 1"},
        BadExpression{"inf * gaussian(1)",
                      "count must be a whole number from 0 to 2^53 - 1, got inf at column 1"},
        BadExpression{"-1 * gaussian(1)",
                      "count must be a whole number from 0 to 2^53 - 1, got -1 at column 1"},
        BadExpression{"9007199254740992 * gaussian(1)",
                      "count must be a whole number from 0 to 2^53 - 1, got 9007199254740992 at "
                      "column 1"},
        BadExpression{"group(0, gaussian(1))",
                      "size must be a whole number from 1 to 2^53 - 1, got 0 at column 7"},
        BadExpression{"group(2, 3)", "event must be a program, got a number at column 10"},
        BadExpression{"pair([0.5, 0.5], [1])",
                      "pair: p and q must have the same number of outcomes, got 2 and 1 at column "
                      "1"},
        BadExpression{"pair(0.5, 0.5)",
                      "p must be a list of probabilities, such as [0.5, 0.5], "
                      "got a number at column 6"},
        BadExpression{"pair([0.5, (1, 2)], [1])",
                      "a list holds either numbers or pairs, found both at column 12"},
        BadExpression{"renyi([])", "renyi: a Renyi curve needs at least one point at column 1"},
        BadExpression{"renyi([(0.5, 1)])", "renyi: order must be in [1, inf], got 0.5 at column 1"},
        BadExpression{
            "discrete_laplace(1, 0.5)",
            "sensitivity must be a whole number from 1 to 2^53 - 1, got 0.5 at column 21"},
        BadExpression{"sparse_vector(2, 8, 3, 2)", "monotone must be 0 or 1, got 2 at column 24"},
        BadExpression{"discrete_laplace(-1, 1)",
                      "noise_parameter must be at least 0, got -1 at column 18"},
        BadExpression{"zcdp(1, inf)", "xi must be finite and at least 0, got inf at column 9"},
        BadExpression{"randomized_response(p=0.5, num_buckets=3)",
                      "randomized_response has no field 'num_buckets' at column 28; it has p or "
                      "else noise_parameter, num_buckets"},
        BadExpression{"gaussian(1)\n+ laplase(1)",
                      "unknown mechanism 'laplase' at line 2, column "
                      "3; did you mean 'laplace'?"},
        BadExpression{"gaussian(\0)"sv,
                      "expected a program such as gaussian(1) at column 10, "
                      "found 'U+0000'"},
        BadExpression{"gaussian(1)\0"sv,
                      "expected '+' or the end of the program at column 12, "
                      "found 'U+0000'"},
        BadExpression{"gaussian(\xFF)", "invalid UTF-8 at column 10"},
        BadExpression{
            "?",
            "'?' stands for what calibration looks for; here a number is needed at column 1"}));

TEST(Expression, RefusesDeepNestingWithoutExhaustingTheStack) {
    EXPECT_EQ(refusal(std::string(max_text, '(')),
              "nested more than 300 levels deep at column 301");
    std::string counts, posts;
    for (int i = 0; i < 100'000; ++i) counts += "2*", posts += "post(";
    EXPECT_EQ(refusal(counts), "nested more than 300 levels deep at column 601");
    EXPECT_EQ(refusal(posts), "nested more than 300 levels deep at column 1501");
    std::string deep = "gaussian(1)";
    for (int i = 1; i < max_depth; ++i) deep = "post(" + deep + ")";
    EXPECT_NO_THROW((void)parse_expression(deep));
    EXPECT_EQ(refusal("post(" + deep + ")"),
              "post: a program may be nested at most 100 levels deep at column 1");
}

TEST(Expression, PrintsTheDeepestProgramSoThatItCanBeRead) {
    Program program = Gaussian{1};
    while (program.depth() + 2 <= max_depth) program = 2 * (std::move(program) + Gaussian{1});
    EXPECT_EQ(parse_expression(print_expression(program)), program);
}

TEST(Expression, TakesLinearTimeForALongSum) {
    std::string text = "gdp(1)";
    while (text.size() + 7 <= max_text) text += "+gdp(1)";
    const Program program = parse_expression(text);
    EXPECT_EQ(bill(program).terms.size(), (text.size() + 1) / 7);
    EXPECT_EQ(refusal(text + std::string(20, ' ')).substr(0, 32),
              "the text must have at most 10485");
}

}  // namespace expression_test
}  // namespace mizan

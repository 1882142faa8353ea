// SPDX-License-Identifier: Apache-2.0
// The library in processes that have set other things than it needs: rounding, subnormal numbers,
// traps and locales. The answers have the same bits, and the process has its settings back.
#include <cfenv>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <locale>
#include <thread>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/account/program_guarantees.hpp"
#include "mizan/calibrate/calibrate.hpp"
#include "mizan/convert/convert.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/explain/alternatives.hpp"
#include "mizan/explain/explanation.hpp"
#include "mizan/game/match.hpp"
#include "mizan/group/group.hpp"
#include "mizan/loss/privacy_loss.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/theorems/theorems.hpp"

#include "io/answer.hpp"
#include "io/expression.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"
#include "io/json_parse.hpp"
#include "io/template.hpp"
#include "papers/mironov17/tables.hpp"

namespace mizan {
namespace foreign_process_test {

using Numbers = std::vector<double>;

void add(Numbers& all, Bracket x) { all.insert(all.end(), {x.lower, x.upper}); }

Numbers numbers_of(const std::vector<CurvePoint>& curve) {
    Numbers all;
    for (const CurvePoint& point : curve) add(all, point.y);
    return all;
}

Program some_program() {
    return parse_expression("10000 * poisson(0.01, gaussian(1.1)) + 100 * laplace(10)");
}

Program many_parts() {  // enough for threads
    std::string text = "poisson(0.01, gaussian(1.1))";
    for (int i = 2; i < 600; ++i) {
        text += " + poisson(0.0" + std::to_string(i) + ", gaussian(1." + std::to_string(i) + "))";
    }
    return parse_expression(text);
}

Numbers costs() {
    Numbers all;
    for (const char* text :
         {"10000 * poisson(0.01, gaussian(1.1)) + 100 * laplace(10)", "30 * pure(0.1)",
          "20 * discrete_gaussian(3) + randomized_response(0.7)",
          "random_allocation(20, 1, gaussian(2))", "repeat_and_select(gaussian(3), 5, 1)",
          "poisson(1e-300, laplace(1e-3))", "renyi([(2, 1e-310), (8, 0.5)])",
          "pair([0.1, 0.9], [0.3, 0.7])"}) {
        const Program program = parse_expression(text);
        add(all, cost(program, {.at = Delta{1e-5}}));
        add(all, cost(program, {.at = Epsilon{0.3}}));
        for (const Analysis& analysis : account(program, Delta{1e-310}).analyses) {
            if (analysis.bound) all.push_back(*analysis.bound);
        }
        for (const Alternative& other : alternatives(program, {.at = Delta{1e-5}})) {
            add(all, other.cost);
        }
    }
    add(all, cost(many_parts(), {.at = Delta{1e-6}}));
    return all;
}

Numbers calibrated() {
    Numbers all;
    const Target target{ApproxDP{Epsilon{1.0}, Delta{1e-5}}};
    const auto found =
        calibrate(read_template("1000 * poisson(0.01, gaussian(?))", std::nullopt).program, target);
    const auto& calibration = std::get<Calibration>(found);
    all.insert(all.end(), {calibration.parameter, calibration.limit, calibration.tolerance});
    add(all, calibration.cost);
    return all;
}

Numbers curves() {
    Numbers all;
    const auto append = [&](const Numbers& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    const Program program = parse_expression("30 * gaussian(4) + 20 * laplace(6)");
    const std::vector<Order> orders{Order{1.0}, Order{1.5}, Order{2.0}, Order{32.0},
                                    Order{infinity}};
    append(numbers_of(renyi_curve(program, {}, orders)));
    append(numbers_of(privacy_profile(program, {}, {Epsilon{0.0}, Epsilon{0.1}, Epsilon{3.0}})));
    append(numbers_of(detection_curve(program, {}, {0.0, 1e-310, 0.01, 0.3, 1.0})));
    append(numbers_of(tradeoff_curve(program, {}, {0.01, 0.3})));
    append(numbers_of(loss_curve(program, {}, 5).points));
    const RenyiCurve kept = guarantees(program, Neighbours{}).renyi.value->curve;
    for (const Order order : orders) add(all, kept(order));
    return all;
}

Numbers meanings() {
    Numbers all;
    const Explanation explanation(parse_expression("3 * laplace(10) + gaussian(2)"), {});
    add(all, explanation.bad_outcome(0.1).bracket());
    add(all, explanation.posterior(0.5, std::nullopt).range.bracket());
    add(all, explanation.best_guess(0.3).bracket());
    add(all, explanation.mean_log_bayes_factor().bracket());
    add(all, explanation.bayes_factor_moment(Order{3.0}).bracket());
    add(all, explanation.large_bayes_factor(10.0).bracket());
    const auto converted =
        convert(ZCDP{Rho{0.1}, 0.0}, Notion::approximate, {.delta = Delta{1e-5}});
    all.push_back(std::get<ApproxDP>(std::get<Implication>(converted).result).epsilon.value());
    all.push_back(grouped(ApproxDP{Epsilon{0.1}, Delta{1e-5}}, 3).delta.value());
    return all;
}

Numbers divergences() {
    Numbers all;
    const FiniteDistribution p({0.1, 0.2, 0.7}), q({0.3, 0.3, 0.4});
    for (const double order : {1.0, 1.5, 7.0, infinity})
        add(all, renyi_divergence(p, q, Order{order}));
    add(all, kl_divergence(p, q));
    add(all, max_divergence(p, q));
    add(all, hockey_stick(p, q, Epsilon{0.1}));
    add(all, total_variation(p, q));
    const PrivacyLoss loss = PrivacyLoss(p, q) + PrivacyLoss(q, p);
    add(all, loss.mean());
    add(all, loss.variance());
    add(all, loss.moment(3));
    add(all, loss.log_exponential_moment(0.3));
    add(all, loss.above(0.1));
    return all;
}

Numbers games() {
    Numbers all;
    const game::Match exact =
        game::play(parse_expression("3 * randomized_response(0.7)"), {.at = Delta{1e-3}}, {});
    add(all, game::epsilon_at(std::get<PrivacyLoss>(exact.play), Delta{1e-3}));
    const game::Match drawn = game::play(parse_expression("3 * randomized_response(0.7)"),
                                         {.at = Delta{1e-3}}, {.games = 200});
    const auto& played = std::get<game::SampledPlay>(drawn.play);
    all.insert(all.end(), {played.mean(), played.variance(), played.guess_probability().value});
    return all;
}

Numbers everything() {
    Numbers all;
    for (const auto& part : {costs, calibrated, curves, meanings, divergences, games}) {
        const Numbers more = part();
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

const Numbers& expected() {
    static const Numbers numbers = everything();
    return numbers;
}

#if defined(__x86_64__)
constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040, settings = 0xFFC0;
unsigned sse() { return __builtin_ia32_stmxcsr(); }
void set_sse(unsigned value) { __builtin_ia32_ldmxcsr(value); }
#endif

/// Sets another environment, and the default one at the end.
struct Foreign {
    const char* name;
    std::function<void()> set;
};

std::vector<Foreign> foreign_environments() {
    std::vector<Foreign> all{{"upward", [] { std::fesetround(FE_UPWARD); }},
                             {"downward", [] { std::fesetround(FE_DOWNWARD); }},
                             {"toward zero", [] { std::fesetround(FE_TOWARDZERO); }}};
#if defined(__x86_64__)
    all.push_back({"flush to zero", [] { set_sse(sse() | flush_to_zero); }});
    all.push_back({"denormals are zero", [] { set_sse(sse() | denormals_are_zero); }});
    all.push_back({"all at once", [] {
                       std::fesetround(FE_DOWNWARD);
                       set_sse(sse() | flush_to_zero | denormals_are_zero);
                   }});
    all.push_back({"traps", [] { ::feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW); }});
#endif
    return all;
}

class Environment : public testing::Test {
protected:
    void SetUp() override { (void)expected(); }
    void TearDown() override { std::fesetenv(FE_DFL_ENV); }

    static unsigned found() {
#if defined(__x86_64__)
        return sse() & settings;
#else
        return static_cast<unsigned>(std::fegetround());
#endif
    }
};

TEST_F(Environment, DoesNotChangeAnAnswerAndIsAsItWas) {
    for (const Foreign& foreign : foreign_environments()) {
        std::fesetenv(FE_DFL_ENV);
        foreign.set();
        const unsigned before = found();
        const int rounding = std::fegetround();
        const Numbers answers = everything();
        const unsigned after = found();
        const int rounding_after = std::fegetround();
        std::fesetenv(FE_DFL_ENV);
        EXPECT_EQ(before, after) << foreign.name;
        EXPECT_EQ(rounding, rounding_after) << foreign.name;
        ASSERT_EQ(answers.size(), expected().size());
        for (std::size_t i = 0; i < answers.size(); ++i) {
            ASSERT_EQ(std::bit_cast<std::uint64_t>(answers[i]),
                      std::bit_cast<std::uint64_t>(expected()[i]))
                << foreign.name << ", number " << i << ": " << answers[i] << ", not "
                << expected()[i];
        }
    }
}

TEST_F(Environment, IsAsItWasAfterAnException) {
    for (const Foreign& foreign : foreign_environments()) {
        std::fesetenv(FE_DFL_ENV);
        foreign.set();
        const unsigned before = found();
        int thrown = 0;
        try {
            (void)cost(parse_expression("shuffled(1000, pure(1))"),  // has no such neighbours
                       {.at = Delta{1e-5}, .relation = Relation::add_or_remove_one});
        } catch (const Error&) {
            ++thrown;
        }
        try {
            (void)parse_expression("laplase(1)");
        } catch (const Error&) {
            ++thrown;
        }
        const unsigned after = found();
        std::fesetenv(FE_DFL_ENV);
        EXPECT_EQ(thrown, 2);
        EXPECT_EQ(before, after) << foreign.name;
    }
}

#if defined(__x86_64__)
TEST_F(Environment, GuardSeesRoundingSubnormalsAndTraps) {
    for (const Foreign& foreign : foreign_environments()) {
        std::fesetenv(FE_DFL_ENV);
        const unsigned usual = found();
        foreign.set();
        EXPECT_NE(found(), usual) << foreign.name;
        {
            const DefaultArithmetic arithmetic;
            EXPECT_EQ(found(), usual) << foreign.name;
        }
        EXPECT_NE(found(), usual) << foreign.name;
    }
}
#endif

// The C library loses some bytes for every folder of locales that it is told of; the sanitizer
// shall not count them.
extern "C" {
[[gnu::weak]] void __lsan_disable();  // NOLINT(bugprone-reserved-identifier): the sanitizer's own
[[gnu::weak]] void __lsan_enable();   // NOLINT(bugprone-reserved-identifier)
}
struct UncountedLeaks {
    UncountedLeaks() {
        if (__lsan_disable != nullptr) __lsan_disable();
    }
    ~UncountedLeaks() {
        if (__lsan_enable != nullptr) __lsan_enable();
    }
    UncountedLeaks(const UncountedLeaks&) = delete;
    UncountedLeaks& operator=(const UncountedLeaks&) = delete;
};

// German has a decimal comma and groups digits; Turkish has letters of its own for i and I.
class InLocale : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        (void)expected();
        std::string name =
            (std::filesystem::temp_directory_path() / "mizan-locale-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
        const std::string language = GetParam();
        const std::string make = "localedef -i " + language + " -f UTF-8 '" + name + "/" +
                                 language + ".UTF-8' >'" + name + "/log' 2>&1";
        const int status = std::system(make.c_str());  // NOLINT: nothing of a user is in it
        ::setenv("LOCPATH", name.c_str(), 1);
        const UncountedLeaks uncounted;
        ASSERT_NE(std::setlocale(LC_ALL, (language + ".UTF-8").c_str()), nullptr)
            << "localedef ended with " << status << "; it needs the package locales";
        before = std::locale::global(std::locale(language + ".UTF-8"));
    }
    void TearDown() override {
        const UncountedLeaks uncounted;
        std::locale::global(before);
        std::setlocale(LC_ALL, "C");
        ::unsetenv("LOCPATH");
        std::filesystem::remove_all(folder);
    }

    std::filesystem::path folder;
    std::locale before;
};

TEST_P(InLocale, NumbersHaveAPointAndAnswersTheirBits) {
    ASSERT_EQ(*std::localeconv()->decimal_point, ',');
    EXPECT_EQ(everything(), expected());

    const ProgramDocument document =
        read_program(R"({"type":"GaussianDpEvent","noise_multiplier":1.5})");
    EXPECT_EQ(print_expression(document.program), "gaussian(1.5)");
    EXPECT_EQ(read_program(write_program(document)), document);
    EXPECT_EQ(parse_json("[1.5e3, -0.25]"), Json(Json::Array{1500.0, -0.25}));
    EXPECT_EQ(to_text(Json(Json::Array{1234567.5, std::int64_t{1234567}})), "[1234567.5, 1234567]");
    EXPECT_EQ(*std::localeconv()->decimal_point, ',');  // theirs again
    EXPECT_THROW((void)parse_json("[1,5e3"), InputError);
}

TEST_P(InLocale, WordsAreThoseOfTheLanguageOfMizan) {
    EXPECT_EQ(find_theorems("RÉNYI").size(), find_theorems("renyi").size());
    EXPECT_FALSE(find_theorems("MIRONOV17  p10").empty());
    try {
        (void)parse_expression("GAUSSIAN(1.5)");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string_view(error.what()).find("'GAUSSIAN'"), std::string_view::npos);
    }
    const game::Match match =
        game::play(parse_expression("2 * randomized_response(0.75)"), {.at = Epsilon{0.5}},
                   {.adversary = "scripted", .script = "loss >= 0.5: nothing; else: 1"});
    EXPECT_EQ(match.rounds, 2);
    EXPECT_EQ(shortest(1234.5), "1234.5");
}

INSTANTIATE_TEST_SUITE_P(ForeignProcess, InLocale, testing::Values("de_DE", "tr_TR"));

}  // namespace foreign_process_test
}  // namespace mizan

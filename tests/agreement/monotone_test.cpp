// SPDX-License-Identifier: Apache-2.0
// An epsilon that holds at a small delta holds at every larger delta, and a delta that holds at a
// small epsilon holds at every larger epsilon. And a mechanism that is seldom run shows seldom
// anything, however little noise it has.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/program/bill.hpp"

#include "io/expression.hpp"
#include "io/expression_print.hpp"
#include "support/dials.hpp"

namespace mizan {
namespace monotone_test {

using support::Dial;

constexpr std::array relations{Relation::add_or_remove_one, Relation::replace_one,
                               Relation::replace_special};

const std::vector<Dial>& dials() {
    static const std::vector<Dial> all = [] {
        std::vector<Dial> dials = support::dials_of_leaves();
        for (const Dial& each : support::dials_that_failed()) dials.push_back(each);
        for (const Dial& scheme : support::dials_of_schemes()) {
            for (const auto& inside : support::insides()) dials.push_back(around(scheme, inside));
        }
        return dials;
    }();
    return all;
}

const std::vector<Question>& of_deltas() {
    static const std::vector<Question> all = [] {
        std::vector<Question> questions;
        for (const double delta :
             {0.0, 1e-300, 1e-50, 1e-10, 1e-5, 1e-2, 0.3, 0.5, 0.9, 1 - 1e-9, 1.0}) {
            questions.push_back({.at = Delta{delta}});
        }
        return questions;
    }();
    return all;
}
const std::vector<Question>& of_epsilons() {
    static const std::vector<Question> all = [] {
        std::vector<Question> questions;
        for (const double epsilon : {0.0, 1e-6, 0.1, 1.0, 10.0, 100.0, 1e4, 1e6, infinity}) {
            questions.push_back({.at = Epsilon{epsilon}});
        }
        return questions;
    }();
    return all;
}

// None where the program has no meaning under the relation.
std::optional<Bracket> ask(const Program& program, Question question, Relation relation) {
    question.relation = relation;
    try {
        return cost(program, question);
    } catch (const Refused&) {
        return std::nullopt;
    } catch (const InputError&) {  // more runs than can be counted
        return std::nullopt;
    }
}

// By no more than rounding, and by nothing that is no usual double.
void expect_falling(const Program& program, Relation relation,
                    const std::vector<Question>& questions) {
    constexpr double slack = 1e-9, hardly_a_double = 1e-300;
    double least = infinity;
    for (const Question& question : questions) {
        const auto found = ask(program, question, relation);
        if (!found) return;
        EXPECT_LE(found->upper, least * (1 + slack) + hardly_a_double)
            << print_expression(program) << ", " << to_string(relation) << ", "
            << (question.delta() ? "delta " + shortest(question.delta()->value())
                                 : "epsilon " + shortest(question.epsilon()->value()));
        least = std::min(least, found->upper);
    }
}

std::optional<Program> repeated(Count count, const Program& program) {
    try {
        (void)bill(count * program);
    } catch (const InputError&) {  // more runs than can be counted
        return std::nullopt;
    }
    return count * program;
}

// Of every event and scheme one value of each of its numbers.
TEST(Metamorphic, WhoAllowsMoreIsPromisedNoLess) {
    constexpr std::array<Count, 3> counts{1, 3, 100};
    for (std::size_t i = 0; i < dials().size(); ++i) {
        const Dial& dial = dials()[i];
        const Program one = parse_expression(dial.at(dial.values[i % dial.values.size()]));
        const auto program = repeated(counts[i % counts.size()], one);
        if (!program) continue;
        const Relation relation = relations[i / counts.size() % relations.size()];
        expect_falling(*program, relation, i % 2 == 0 ? of_deltas() : of_epsilons());
    }
}

// Anywhere in the table; one case of four.
RC_GTEST_PROP(Metamorphic, WhoAllowsMoreIsPromisedNoLessAnywhere, ()) {
    if (*rc::gen::inRange(0, 4) > 0) return;
    const Dial& dial = *rc::gen::elementOf(dials());
    const Program one = parse_expression(dial.at(*rc::gen::elementOf(dial.values)));
    const auto program = repeated(*rc::gen::element<Count>(1, 3, 30, 100, 10'000), one);
    if (!program) return;
    const auto& questions = *rc::gen::arbitrary<bool>() ? of_deltas() : of_epsilons();
    expect_falling(*program, *rc::gen::elementOf(relations), questions);
}

// Where one loss is nearly certain, the profile is a single step, which no line of the inversion
// resolves. The truth is 100 · 450 + log(1 - δ).
TEST(Metamorphic, LittleWholeNoiseCostsWhatItSurelyShows) {
    const Program program = parse_expression("100 * discrete_gaussian(0.1, 3)");
    for (const double delta : {1e-9, 1e-5, 1e-2, 0.3, 0.5, 0.9, 1 - 1e-6}) {
        const Bracket found = cost(program, {.at = Delta{delta}});
        const double truth = 45000 + std::log1p(-delta);
        EXPECT_LE(found.lower, truth * (1 + 1e-15));
        EXPECT_GE(found.upper, truth * (1 - 1e-15));
        EXPECT_LE(found.width(), 1e-9 * truth);
    }
}

// A program with "%" in the place of the noise, or of the loss that is its inverse at "$", and the
// probability with which it shows anything at all.
struct Seldom {
    std::string program;
    double shown;
    bool with_a_record_more = true, with_a_record_replaced = true;
};

std::vector<Seldom> all_seldom() {
    const double drawn = -std::expm1(10 * std::log1p(-1e-3));
    std::vector<Seldom> all{
        {"truncated_poisson_gaussian(1000, 0.01, 30, %)", 0.01},
        {"truncated_poisson_gaussian(1000, 1e-6, 30, %)", 1e-6},
        {"mixture_of_gaussians(%, [0, 1], [0.999999, 1e-6])", 1e-6, true, false},
        {"mixture_of_gaussians(%, [1, 0], [1e-6, 0.999999])", 1e-6, true, false},
        {"mixture_of_gaussians(%, [0, 1, 2], [0.99, 0.009, 0.001])", 0.01, true, false},
        {"mixture_of_gaussians(%, [0, 1, 1e200], [0.99, 0.005, 0.005])", 0.01, true, false},
        {"mixture_of_gaussians(%, [0, 1e-200], [0.99, 0.01])", 0.01, true, false},
        {"group(2, mixture_of_gaussians(%, [0, 1, 2], [0.9, 0.05, 0.05]))", 0.2, true, false},
        {"poisson(0.5, mixture_of_gaussians(%, [0, 1, 2], [0.9, 0.05, 0.05]))", 0.05, true, false},
        {"repeat_and_select(poisson(0.01, gaussian(%)), 3, 1)", 0.03},
        {"random_allocation(10, 1, poisson(0.01, laplace(%)))", 0.01, true, false},
        {"approximate(0, 0.01) + 0 * gaussian(%)", 0.01},
        {"repeat_and_select(approximate(0, 0.01), 3, inf) + 0 * gaussian(%)", 0.03},
        {"shuffled(1000, poisson(0.01, pure($)))", 0.01, false, true},
        {"group(2, poisson(0.01, gaussian(%)))", 0.02, true, false},
        {"group(3, without_replacement(1000, 10, gaussian(%)))", 0.030121, true, false},
    };
    for (const std::string inside :
         {"gaussian(%)", "laplace(%)", "discrete_gaussian(%, 2)", "gaussian(%) + laplace(%)",
          "gdp($)", "pure($)", "exponential($)", "discrete_laplace($, 3)"}) {
        all.push_back({"poisson(1e-6, " + inside + ")", 1e-6});
        all.push_back({"poisson(0.01, poisson(0.01, " + inside + "))", 1e-4});
        all.push_back({"without_replacement(1000, 10, " + inside + ")", 0.01});
        all.push_back({"with_replacement(1000, 10, " + inside + ")", drawn, false});
    }
    return all;
}

Program with_noise(std::string text, double noise) {
    const auto put = [&](char place, double value) {
        for (auto at = text.find(place); at != std::string::npos; at = text.find(place)) {
            text.replace(at, 1, shortest(value));
        }
    };
    put('%', noise);
    put('$', noise == 0 ? infinity : 1 / noise);
    return parse_expression(text);
}

// Whether there is an answer.
bool expect_shown_at_most(double shown, const Program& program, Relation relation) {
    constexpr double rounding = 1e-9;
    const double most = std::min(1.0, shown * (1 + rounding));
    const std::string about = print_expression(program) + ", " + std::string(to_string(relation));
    const auto free = ask(program, {.at = Delta{most}}, relation);
    if (!free) return false;
    EXPECT_EQ(free->upper, 0) << about;
    for (const double epsilon : {0.0, 1e3, 1e7}) {
        EXPECT_LE(ask(program, {.at = Epsilon{epsilon}}, relation)->upper, most)
            << about << " at " << epsilon;
    }
    return true;
}

// Relations and numbers of runs take turns.
TEST(Metamorphic, WhatIsSeldomUsedIsSeldomShown) {
    std::size_t turn = 0, answered = 0;
    for (const auto& [text, shown, more, replaced] : all_seldom()) {
        for (const double noise : {0.0, 1e-300, 1e-3, 1e3, infinity}) {
            Relation relation = relations[turn % relations.size()];
            if (relation == Relation::add_or_remove_one && !more)
                relation = Relation::replace_special;
            if (relation == Relation::replace_one && !replaced)
                relation = Relation::replace_special;
            const Program once = with_noise(text, noise);
            const double often = -std::expm1(100 * std::log1p(-shown));
            const bool is_once = turn % 2 == 0;
            if (expect_shown_at_most(is_once ? shown : often, is_once ? once : 100 * once,
                                     relation)) {
                ++answered;
            }
            ++turn;
        }
    }
    EXPECT_GT(answered, turn / 2);
}

// The same beside another release: a mechanism that shows something with probability 1e-6 takes at
// most 1e-6 of the delta.
TEST(Metamorphic, WhatIsSeldomShownCostsOthersNoMoreThanThat) {
    const Program other = Gaussian{.noise_multiplier = 1.0};
    const double alone = cost(other, {.at = Delta{1e-5 - 1e-6}}).upper;
    for (const std::string text :
         {"mixture_of_gaussians(%, [0, 1], [0.999999, 1e-6])",
          "mixture_of_gaussians(%, [0, 1, 3], [0.999999, 5e-7, 5e-7])",
          "poisson(1e-6, gaussian(%))", "truncated_poisson_gaussian(1000, 1e-6, 30, %)"}) {
        for (const double noise : {0.0, 1e-300, 1e-3}) {
            const Program both = with_noise(text, noise) + other;
            EXPECT_LE(cost(both, {.at = Delta{1e-5}}).upper, alone * (1 + 1e-3)) << text << noise;
        }
    }
}

}  // namespace monotone_test
}  // namespace mizan

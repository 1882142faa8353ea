// SPDX-License-Identifier: Apache-2.0
// Rules that hold for every program, whatever it costs. They are asked for every number of every
// event, at its edges too, and under every relation.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/program/bill.hpp"

#include "io/expression.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"
#include "support/dials.hpp"
#include "support/overlap.hpp"

namespace mizan {
namespace metamorphic_test {

using support::Dial;

// All events, and all schemes around the first two programs; the others take turns.
const std::vector<Dial>& dials() {
    static const std::vector<Dial> all = [] {
        std::vector<Dial> dials = support::dials_of_leaves();
        const std::vector<Dial> failed = support::dials_that_failed();
        dials.insert(dials.end(), failed.begin(), failed.end());
        const auto& insides = support::insides();
        std::size_t turn = 2;
        for (const Dial& scheme : support::dials_of_schemes()) {
            for (std::size_t i = 0; i < 2; ++i) dials.push_back(around(scheme, insides[i]));
            dials.push_back(around(scheme, insides[turn]));
            turn = turn + 1 < insides.size() ? turn + 1 : 2;
        }
        return dials;
    }();
    return all;
}

constexpr std::size_t questions = 6;

Question question(std::size_t turn) {
    constexpr std::array relations{Relation::add_or_remove_one, Relation::replace_one,
                                   Relation::replace_special};
    Question question{.at = Delta{1e-6}, .relation = relations[turn % 3]};
    if (turn % questions >= 3) question.at = Epsilon{0.5};
    return question;
}

std::string written(const Program& program, const Question& question) {
    return print_expression(program) + ", " + std::string(to_string(question.relation)) +
           (question.delta() ? ", at delta" : ", at epsilon");
}

// The cost; none where the program has no meaning, for a reason that is told.
std::optional<Bracket> ask(const Program& program, const Question& question) {
    try {
        return cost(program, question);
    } catch (const Refused& refusal) {
        EXPECT_GT(refusal.reason().size(), 20U) << written(program, question);
        return {};
    } catch (const InputError& error) {
        EXPECT_GT(std::string(error.what()).size(), 20U) << written(program, question);
        return {};
    }
}

// The brackets must admit that the first cost is at most the second.
void expect_at_most(Bracket less, Bracket more, const std::string& about) {
    EXPECT_LE(less.lower, more.upper) << about;
}

void expect_overlap(const std::optional<Bracket>& a, const std::optional<Bracket>& b,
                    const std::string& about) {
    if (!a || !b) return;
    expect_at_most(*a, *b, about);
    expect_at_most(*b, *a, about);
}

// Other ways to write the same program. All brackets hold the same truth, so that they must
// overlap, and they must be about equally narrow.
void expect_same(const Program& program, const std::vector<Program>& others,
                 const Question& question) {
    const auto cost = ask(program, question);
    for (const Program& other : others) {
        const auto again = ask(other, question);
        const std::string about = written(program, question) + " and " + written(other, question);
        EXPECT_EQ(cost.has_value(), again.has_value()) << about;
        expect_overlap(cost, again, about);
        if (!cost || !again || cost->upper == again->upper) continue;
        const double smaller = std::min(cost->upper, again->upper);
        EXPECT_NEAR(cost->upper, again->upper, 1e-6 * smaller + 1e-12) << about;
    }
}

void runs_add_up(const Program& program, const Question& question) {
    try {
        static_cast<void>(bill(3 * program));
    } catch (const InputError&) {  // more runs than can be counted
        return;
    }
    expect_same(3 * program, {program + program + program, post(1 * program) + 2 * program},
                question);
}

void order_does_not_matter(const Program& program, const Question& question) {
    const Program other = Laplace{.noise_multiplier = 3.0}, more = gdp(Mu{0.25});
    expect_same(program + other + more, {more + program + other}, question);
}

// Gaussian noise on samples of everyone is measured by what one record adds, so that a replacement
// changes twice as much.
bool is_noise_of_sums(const Program& program, const Question& question) {
    if (question.relation != Relation::replace_one) return false;
    const Bill all = bill(program);
    return all.arrangements.empty() && std::ranges::all_of(all.terms, [](const Term& term) {
               return std::holds_alternative<Gaussian>(term.leaf);
           });
}

void all_of_it_is_it(const Program& program, const Question& question) {
    std::vector<Program> same{group(1, program)};
    if (!is_noise_of_sums(program, question)) same.push_back(poisson(1, program));
    expect_same(program, same, question);
    for (const Program& nothing : {poisson(0, program), 0 * program}) {
        expect_overlap(ask(nothing, question), Bracket(0), written(nothing, question));
    }
}

// Changes that lower the cost or leave it as it is.
void a_part_costs_no_more(const Program& program, const Question& question) {
    const auto whole = ask(program, question);
    if (!whole || is_noise_of_sums(program, question)) return;
    for (const Program& part : {poisson(0.25, program), random_allocation(4, 1, program)}) {
        const auto less = ask(part, question);
        if (less) expect_at_most(*less, *whole, written(part, question));
    }
    const auto twice = ask(2 * program, question), pair = ask(group(2, program), question);
    if (twice) expect_at_most(*whole, *twice, written(program, question));
    if (pair) expect_at_most(*whole, *pair, written(program, question));
}

void analyses_overlap(const Program& program, const Question& question) {
    if (!ask(program, question)) return;
    const auto asked = [&](auto at) {
        return account(program, Question{.at = at, .relation = question.relation});
    };
    EXPECT_EQ(support::contradiction(asked, Delta{1e-6}), "") << written(program, question);
}

// Asks what the values of a dial cost, in their order. The true cost falls. The upper bounds may
// rise from one value to the next, but by no more than `slack`.
void larger_goes_one_way(const Dial& dial, const Question& question, double slack = 1e-3) {
    std::optional<ProgramTemplate> unknown;
    try {
        unknown = parse_template(dial.program);
    } catch (const InputError&) {  // more may cost more or less
    }
    const bool grows = unknown && unknown->unknown().cost == Unknown::Cost::grows;
    std::optional<Bracket> last;
    for (const double value : dial.values) {
        const Program program = parse_expression(dial.at(value));
        const auto now = ask(program, question);
        if (!unknown || !unknown->unknown().contains(value)) continue;
        if (const auto before = std::exchange(last, now); before && now) {
            const Bracket &less = grows ? *before : *now, &more = grows ? *now : *before;
            expect_at_most(less, more, written(program, question));
            if (slack == infinity) continue;
            EXPECT_LE(less.upper, more.upper * (1 + slack) + 1e-12) << written(program, question);
        }
    }
}

// Every number of every event at all its values, as it grows.
TEST(Metamorphic, MoreNoiseOrASmallerSampleNeverCostsMore) {
    for (std::size_t i = 0; i < dials().size(); ++i) larger_goes_one_way(dials()[i], question(i));
}

// Any entry of the table and any of the rules, drawn at random. Only one case in four asks, because
// each asks for several accounts. ./test --full asks often enough to reach all of the table.
RC_GTEST_PROP(Metamorphic, EveryProgramKeepsEveryEquation, ()) {
    if (*rc::gen::inRange(0, 4) > 0) return;
    const std::size_t leaves = support::dials_of_leaves().size();
    const Dial& dial = dials()[*rc::gen::oneOf(rc::gen::inRange<std::size_t>(0, leaves),
                                               rc::gen::inRange(leaves, dials().size()))];
    const Program program = parse_expression(dial.at(*rc::gen::elementOf(dial.values)));
    const auto law = *rc::gen::element(runs_add_up, order_does_not_matter, all_of_it_is_it,
                                       a_part_costs_no_more, analyses_overlap);
    law(program, question(*rc::gen::inRange<std::size_t>(0, questions)));
}

// A number of an event inside of a scheme goes the same way: one case of two.
RC_GTEST_PROP(Metamorphic, MoreNoiseNeverCostsMoreInsideOfASchemeEither, ()) {
    if (*rc::gen::arbitrary<bool>()) return;
    const Dial leaf = *rc::gen::elementOf(support::dials_of_leaves());
    const auto i = *rc::gen::inRange<std::size_t>(1, leaf.values.size());
    const auto text = *rc::gen::element<std::string>(
        "poisson(0.1, %)", "100 * poisson(0.01, %)", "without_replacement(1000, 100, %)",
        "with_replacement(1000, 100, %)", "repeat_and_select(%, 5, 1)", "group(3, %)",
        "random_allocation(100, 1, %)", "shuffled(1000, %)", "poisson(0.1, % + laplace(3))");
    const Dial inside = support::around({text, {}}, leaf.program);
    larger_goes_one_way({inside.program, {leaf.values[i - 1], leaf.values[i]}},
                        question(*rc::gen::inRange<std::size_t>(0, questions)), infinity);
}

}  // namespace metamorphic_test
}  // namespace mizan

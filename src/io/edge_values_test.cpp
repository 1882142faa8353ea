// SPDX-License-Identifier: Apache-2.0
// The numbers of every event at the edges of their domains and beyond, by all roads into a program:
// expressions, JSON, and the constructors of C++.
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "io/binding.hpp"
#include "io/expression.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"
#include "io/vocabulary.hpp"
#include "support/dials.hpp"

namespace mizan {
namespace edge_values_test {

constexpr Spelling by_type = &EventDescription::type;

std::vector<support::Dial> dials() {
    std::vector<support::Dial> all = support::dials_of_leaves();
    for (const auto& scheme : support::dials_of_schemes()) {
        all.push_back(around(scheme, "gaussian(1)"));
    }
    return all;
}

// Every event as an expression and its number at each value.
std::vector<std::string> programs() {
    std::vector<std::string> all;
    for (const auto& dial : dials()) {
        for (const double value : dial.values) all.push_back(dial.at(value));
    }
    return all;
}

bool is_number(const FieldDescription& field) { return field.contains != nullptr; }

std::string name_of(const EventDescription& event, const FieldDescription& field) {
    return std::string(event.type) + "." + std::string(field.name);
}

TEST(EdgeValues, EveryNumberOfEveryEventHasADial) {
    std::set<std::string> turned, all;
    for (const auto& dial : dials()) {
        const auto first = take_apart(parse_expression(dial.at(dial.values.front())), by_type);
        const auto last = take_apart(parse_expression(dial.at(dial.values.back())), by_type);
        for (std::size_t i = 0; i < first.values.size(); ++i) {
            if (first.event == last.event && first.values[i] != last.values[i]) {
                turned.insert(name_of(*first.event, first.event->fields[i]));
            }
        }
    }
    for (const EventDescription& event : vocabulary()) {
        for (const FieldDescription& field : event.fields) {
            const bool has_program =
                field.kind == FieldKind::program || field.kind == FieldKind::programs;
            if (!event.type.empty() && !has_program) all.insert(name_of(event, field));
        }
    }
    for (const std::string& number : all) EXPECT_TRUE(turned.contains(number)) << number;
}

TEST(EdgeValues, AreReadBackFromExpressionsAndJson) {
    for (const std::string& text : programs()) {
        const Program program = parse_expression(text);
        EXPECT_EQ(parse_expression(print_expression(program)), program) << text;
        EXPECT_EQ(read_program(write_program({.program = program})).program, program) << text;
    }
}

// The text with ".0" behind every whole number.
std::string as_floating_point(const std::string& json) {
    std::string changed;
    bool is_name = false, is_number = false, is_whole = false;
    for (const char c : json) {
        if (c == '"') is_name = !is_name;
        const bool continues = std::isdigit(c) != 0 || c == '.' || c == 'e' || c == '+' || c == '-';
        if (!is_name && !is_number && std::isdigit(c) != 0) is_number = is_whole = true;
        if (is_number && !continues) {
            if (is_whole) changed += ".0";
            is_number = false;
        }
        if (is_number && std::isdigit(c) == 0) is_whole = false;
        changed += c;
    }
    return changed;
}

TEST(EdgeValues, WholeNumbersAreTheSameWithAPoint) {
    EXPECT_EQ(as_floating_point(R"({"a1": 1, "b": [0.5, 1e+300, 20]})"),
              R"({"a1": 1.0, "b": [0.5, 1e+300, 20.0]})");
    for (const std::string& text : programs()) {
        const Program program = parse_expression(text);
        const std::string json = to_text(to_json(program));
        EXPECT_EQ(read_program(as_floating_point(json)).program, program) << json;
    }
}

// What a number can be given as.
const std::vector<double>& any_numbers() {
    static const std::vector<double> numbers{std::nan(""), -infinity, -1,     -5e-324, 0,
                                             0.5,          1.5,       0x1p53, 1e300,   infinity};
    return numbers;
}

TEST(EdgeValues, OutsideOfTheirDomainAreRefusedByTheRule) {
    std::set<std::string> seen;
    for (const std::string& text : programs()) {
        const auto [event, values] = take_apart(parse_expression(text), by_type);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const FieldDescription& field = event->fields[i];
            if (!is_number(field) || !seen.insert(name_of(*event, field)).second) continue;
            for (const double number : any_numbers()) {
                if (field.contains(number)) continue;
                std::vector<Argument> arguments;
                for (std::size_t j = 0; j < values.size(); ++j) {
                    arguments.push_back({event->fields[j].name, j == i ? number : values[j]});
                }
                // As expressions and JSON do …
                const auto read = build_event({event}, arguments, by_type);
                const auto* misfit = std::get_if<Misfit>(&read);
                ASSERT_NE(misfit, nullptr) << name_of(*event, field) << ' ' << number;
                EXPECT_NE(misfit->what.find(field.rule), std::string::npos) << misfit->what;
                EXPECT_NE(misfit->what.find(field.name), std::string::npos) << misfit->what;
                // … and as C++ does, where counts are whole numbers by their type.
                if (field.kind != FieldKind::number) continue;
                auto wrong = values;
                wrong[i] = number;
                EXPECT_THROW((void)event->build(wrong), Error) << name_of(*event, field) << number;
            }
        }
    }
    EXPECT_GT(seen.size(), 40U);
}

// Numbers in lists have their own rules.
TEST(EdgeValues, OutsideOfTheirDomainAreRefusedInListsToo) {
    for (const char* text : {"tree(1, [0.5])",
                             "tree(1, [-1])",
                             "tree(1, [])",
                             "matrix_mechanism(1, [inf], 1)",
                             "matrix_mechanism(1, [], 1)",
                             "mixture_of_gaussians(1, [-1], [1])",
                             "mixture_of_gaussians(1, [inf], [1])",
                             "mixture_of_gaussians(1, [1], [0.5])",
                             "mixture_of_gaussians(1, [1, 2], [1])",
                             "renyi([(0.5, 1)])",
                             "renyi([(2, -1)])",
                             "profile([(-1, 0.5)])",
                             "profile([(1, 1.5)])",
                             "tradeoff([(0.5, 0.6)])",
                             "tradeoff([(-0.1, 0.5)])",
                             "tradeoff([(1.5, 0)])",
                             "pair([0.5], [1])",
                             "pair([1], [0.5, 0.5])",
                             "pair([-0.5, 1.5], [0.5, 0.5])",
                             "pair([], [])"}) {
        EXPECT_THROW((void)parse_expression(text), InputError) << text;
    }
}

}  // namespace edge_values_test
}  // namespace mizan

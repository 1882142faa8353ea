// SPDX-License-Identifier: Apache-2.0
#include "cli/question.hpp"

#include "cli/language.hpp"
#include "io/json.hpp"

namespace mizan::cli {

namespace {

Count read_group_size(double size) {
    if (!(1 <= size && size <= static_cast<double>(max_count)) ||
        size != static_cast<double>(static_cast<Count>(size))) {
        throw DomainError("--group-size", "a whole number of at least 1", size);
    }
    return static_cast<Count>(size);
}

}  // namespace

void add_asked_at(Arguments& arguments, AskedAt& at, std::optional<Delta> usual) {
    arguments.add_number(
        "--delta", [&at](double x) { at.delta = Delta{x}; },
        "Ask for the epsilon at this delta" +
            (usual ? "; default " + shortest(usual->value()) : ""));
    arguments.add_number(
        "--epsilon", [&at](double x) { at.epsilon = Epsilon{x}; },
        "Ask for the delta at this epsilon");
}

void add_neighbours(Arguments& arguments, std::optional<Relation>& relation, Count& group_size) {
    arguments.add_text(
        "--relation", [&relation](const std::string& text) { relation = read_relation(text); },
        "NAME", "add_or_remove_one (default), replace_one or replace_special");
    arguments.add_number(
        "--group-size", [&group_size](double size) { group_size = read_group_size(size); },
        "How many records change together; default 1");
    arguments.add_ending(language());
}

void add_program(Arguments& arguments, GivenProgram& program, Need need,
                 const std::string& meaning) {
    arguments.add_text(
        "program", [&program](const std::string& text) { program = text; }, "PROGRAM", meaning,
        need);
}

}  // namespace mizan::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/question.hpp"

#include "cli/language.hpp"
#include "io/effort.hpp"
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

void QuestionOptions::check() const {
    if (delta.has_value() == epsilon.has_value()) {
        throw InputError(std::string("exactly one of --delta and --epsilon is needed, got ") +
                         (delta ? "both" : "neither"));
    }
}

ProgramDocument QuestionOptions::document(const std::string& text) const {
    return read_any(text, relation);
}

Question QuestionOptions::ask(Relation of_program) const {
    Question question{
        .at = Delta{0.0}, .relation = of_program, .group_size = group_size, .effort = effort};
    if (delta) question.at = *delta;
    if (epsilon) question.at = *epsilon;
    return question;
}

void add_neighbours(Arguments& arguments, QuestionOptions& options) {
    arguments.add_text(
        "--relation",
        [&options](const std::string& text) { options.relation = read_relation(text); }, "NAME",
        "add_or_remove_one (default), replace_one or replace_special");
    arguments.add_number(
        "--group-size", [&options](double size) { options.group_size = read_group_size(size); },
        "How many records change together; default 1");
    arguments.add_text(
        "--effort", [&options](const std::string& text) { options.effort = read_effort(text); },
        "work=N,width=W",
        "At most N products, each about a nanosecond (default 1e9; inf: no limit), and no more "
        "than "
        "is needed for the relative width W");
    arguments.add_ending(language());
}

void add_question(Arguments& arguments, QuestionOptions& options, std::optional<Delta> usual) {
    arguments.add_number(
        "--delta", [&options](double x) { options.delta = Delta{x}; },
        "Ask for the epsilon at this delta" +
            (usual ? "; default " + shortest(usual->value()) : ""));
    arguments.add_number(
        "--epsilon", [&options](double x) { options.epsilon = Epsilon{x}; },
        "Ask for the delta at this epsilon");
    add_neighbours(arguments, options);
}

}  // namespace mizan::cli

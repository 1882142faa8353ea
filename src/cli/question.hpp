// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "mizan/account/question.hpp"
#include "mizan/program/program.hpp"

#include "cli/command.hpp"

namespace mizan::cli {

/// The options by which a question about a program is asked, the same for every command.
struct QuestionOptions {
    std::optional<Delta> delta;
    std::optional<Epsilon> epsilon;
    std::optional<Relation> relation;
    Count group_size = 1;
    Effort effort = {};

    /// Throws InputError unless exactly one of --delta and --epsilon is given.
    void check() const;

    /// Reads a program. Its own relation, if it names one, must not contradict --relation.
    [[nodiscard]] ProgramDocument document(const std::string& text) const;

    /// The question, once `check` has passed.
    [[nodiscard]] Question ask(Relation of_program) const;
};

/// --delta, --epsilon, and what add_neighbours adds. `usual` is the delta of a command that asks
/// at one even if none is given, for the help.
void add_question(Arguments& arguments, QuestionOptions& options,
                  std::optional<Delta> usual = std::nullopt);

/// --relation, --group-size and --effort; at the end of the help, how programs are written.
void add_neighbours(Arguments& arguments, QuestionOptions& options);

}  // namespace mizan::cli

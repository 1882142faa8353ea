// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cli/command.hpp"
#include "io/request.hpp"

namespace mizan::cli {

// The options by which a question about a program is asked, the same for every command.

/// --delta, --epsilon. `usual` is the delta of a command that asks at one if none is given, for
/// the help.
void add_asked_at(Arguments& arguments, AskedAt& at, std::optional<Delta> usual = std::nullopt);

/// --relation and --group-size; at the end of the help, how programs are written.
void add_neighbours(Arguments& arguments, std::optional<Relation>& relation, Count& group_size);

/// The program, by its place.
void add_program(Arguments& arguments, GivenProgram& program, Need need,
                 const std::string& meaning = "What is run: an expression or JSON");

}  // namespace mizan::cli

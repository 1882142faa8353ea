// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace mizan::cli {

/// How a command ends, as its exit status.
enum class Status {
    done = 0,
    negative = 1,   ///< the question has a negative answer: refused, violated, nothing found
    bad_input = 2,  ///< usage or input; thrown as mizan::Error by everything below
    failure = 3,    ///< our own mistake, or storage
};

/// What is left to do once the command line is read: write the result to `out`.
using Run = std::function<Status(std::ostream& out)>;

/// A command adds its options to its own part of the command line and returns what to run. The
/// options it reads into live in the Run, which is called after the command line was read.
struct Command {
    std::string_view name;
    std::string_view purpose;  ///< one line
    std::string_view example;  ///< a command line that can be pasted
    Run (*setup)(CLI::App& options);
};

/// THE list. To add a command: write its file, declare its Command below, name it in main.cpp.
extern const Command account_command;
extern const Command convert_command;
extern const Command curve_command;
extern const Command divergence_command;
extern const Command explain_command;
extern const Command figures_command;
extern const Command game_command;
extern const Command theorems_command;

/// Reads a number exactly as C++ writes it (1e-5, inf); anything else is an InputError that names
/// the option.
[[nodiscard]] double read_number(std::string_view option, std::string_view text);

/// An option that takes a number. `store` receives it; a DomainError of a type such as Delta
/// thrown there is the user's mistake and is reported as such.
CLI::Option* add_number(CLI::App& options, const std::string& name,
                        std::function<void(double)> store, const std::string& meaning);

/// The same for an option that may be given several times or with several numbers, as in 1,2,inf.
CLI::Option* add_numbers(CLI::App& options, const std::string& name,
                         std::function<void(double)> store, const std::string& meaning);

}  // namespace mizan::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/ask.hpp"

namespace CLI {
class App;
}

namespace mizan::cli {

/// How a command ends, as its exit status.
enum class Status {
    done = 0,
    negative = 1,       ///< the question has a negative answer: refused, none known, nothing found
    bad_input = 2,      ///< usage or input; thrown as mizan::Error by everything below
    failure = 3,        ///< our own mistake, or storage
    reader_gone = 141,  ///< nobody reads on: no mistake; what a shell shows for SIGPIPE
};

/// How a command ends with such an error.
[[nodiscard]] Status status_of(ErrorCode code);

/// What is left to do once the command line is read: write the result to `out`.
using Run = std::function<Status(std::ostream& out)>;

enum class Need { optional, required };

/// What a command accepts. A name with dashes is an option; one without is known by its place.
/// `type` stands for the value in the help, `meaning` explains it there. The library that reads the
/// command line is a large header, so this class keeps it within command.cpp.
class Arguments {
public:
    explicit Arguments(CLI::App& parser) : parser_(&parser) {}

    void add_text(const std::string& name, std::string& value, const std::string& type,
                  const std::string& meaning, Need need = Need::optional);

    /// The same for text that `store` reads; what it throws is reported as the user's mistake.
    void add_text(const std::string& name, std::function<void(const std::string&)> store,
                  const std::string& type, const std::string& meaning, Need need = Need::optional);

    /// All that is left on the command line.
    void add_words(const std::string& name, std::vector<std::string>& values,
                   const std::string& type, const std::string& meaning);

    /// Numbers are read exactly as C++ writes them (1e-5, inf). A DomainError of a type such as
    /// Delta that is thrown in `store` is reported as the user's mistake.
    void add_number(const std::string& name, std::function<void(double)> store,
                    const std::string& meaning);

    /// The same for an option that may be given several times or with several numbers: 1,2,inf.
    void add_numbers(const std::string& name, std::function<void(double)> store,
                     const std::string& meaning);

    void add_flag(const std::string& name, bool& value, const std::string& meaning);

    /// What stands at the end of the help, below the example.
    void add_ending(const std::string& text);

private:
    CLI::App* parser_;
};

/// A command names its arguments and returns what to run. The variables they are read into live in
/// the Run, which is called after the command line was read.
struct Command {
    std::string_view name;
    std::string_view purpose;  ///< one line
    std::string_view example;  ///< a command line that can be pasted
    Run (*setup)(Arguments& arguments);
};

/// THE list. To add a command: write its file, declare its Command below, name it in main.cpp.
extern const Command account_command;
extern const Command ask_command;
extern const Command calibrate_command;
extern const Command convert_command;
extern const Command curve_command;
extern const Command divergence_command;
extern const Command explain_command;
extern const Command figures_command;
extern const Command game_command;
extern const Command theorems_command;

/// What the command line asks for, be it one of the commands, help or the version. Throws
/// InputError, with the way to the help, if it cannot be read.
[[nodiscard]] Run read_command_line(std::span<const Command* const> commands, int argc,
                                    const char* const* argv);

}  // namespace mizan::cli

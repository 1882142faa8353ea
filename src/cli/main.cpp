// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include "mizan/units/error.hpp"

#include "cli/command.hpp"

namespace mizan::cli {
namespace {

const Command* const commands[] = {
    &account_command, &curve_command, &convert_command, &divergence_command,
    &explain_command, &game_command,  &figures_command, &theorems_command,
};

Status complain(std::string_view message, Status status) {
    std::cerr << "mizan: " << message << '\n';
    return status;
}

// CLI11 only says that a command is missing, not that it does not know this one.
void check_command_name(std::string_view name) {
    std::string known;
    for (const Command* command : commands) {
        if (command->name == name) return;
        known += (known.empty() ? "" : ", ") + std::string(command->name);
    }
    throw InputError("unknown command '" + std::string(name) + "'; there are " + known);
}

// Help and version are results like any other; a mistake is answered with the way to the help.
Status answer_to(const CLI::App& program, const CLI::ParseError& event) {
    const CLI::App* asked = &program;
    for (const CLI::App* part : program.get_subcommands()) asked = part;
    if (event.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        if (event.get_name() == "CallForVersion") {
            std::cout << event.what() << '\n';
        } else {
            std::cout << asked->help(asked == &program ? "" : "mizan");
        }
        return Status::done;
    }
    complain(event.what(), Status::bad_input);
    std::cerr << "see 'mizan " << (asked == &program ? "" : asked->get_name() + " ") << "--help'\n";
    return Status::bad_input;
}

Status run(int argc, const char* const* argv) {
    CLI::App program{"Differential-privacy budgets: sound, tight, fast.", "mizan"};
    program.set_version_flag("--version", "mizan " MIZAN_VERSION);
    program.set_help_flag("-h,--help", "This text");
    program.require_subcommand(1);
    program.footer("mizan COMMAND --help shows the options of a command and an example.");

    Run chosen;
    for (const Command* command : commands) {
        CLI::App* part =
            program.add_subcommand(std::string(command->name), std::string(command->purpose));
        part->footer("Example:\n  " + std::string(command->example));
        part->parse_complete_callback([&chosen, run = command->setup(*part)] { chosen = run; });
    }
    if (argc > 1 && !std::string_view(argv[1]).starts_with('-')) check_command_name(argv[1]);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& event) {
        return answer_to(program, event);
    }
    return chosen(std::cout);
}

Status run_and_report(int argc, const char* const* argv) {
    try {
        return run(argc, argv);
    } catch (const InternalError& error) {
        return complain(error.what(), Status::failure);
    } catch (const Error& error) {
        return complain(error.what(), Status::bad_input);
    } catch (const std::bad_alloc&) {
        return complain("out of memory", Status::failure);
    } catch (const std::exception& error) {
        return complain(error.what(), Status::failure);
    }
}

}  // namespace
}  // namespace mizan::cli

int main(int argc, char** argv) {
    using namespace mizan::cli;
    // A reader that went away is a failed write like any other.
    std::signal(SIGPIPE, SIG_IGN);
    std::ios::sync_with_stdio(false);
    Status status = run_and_report(argc, argv);
    if (!std::cout.flush()) {
        status = complain("cannot write to standard output", Status::failure);
    }
    return static_cast<int>(status);
}

// SPDX-License-Identifier: Apache-2.0
#include "cli/command.hpp"

#include <charconv>
#include <cmath>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "io/text.hpp"

namespace mizan::cli {
namespace {

double read_number(std::string_view text) {
    // CLI11 reads doubles through long double, which rounds twice; from_chars rounds once.
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::result_out_of_range && stopped == end) {
        throw InputError(in_quotes(text) + " is beyond what a double can hold",
                         {.rule = "expected a number of a double", .found = in_quotes(text)});
    }
    if (error != std::errc{} || stopped != end || std::isnan(value)) {
        throw InputError("expected a number, got " + in_quotes(text),
                         {.rule = "expected a number", .found = in_quotes(text)});
    }
    return value;
}

template <class Kind>
Kind in_option(const std::string& option, const Kind& problem) {
    ErrorParts parts = problem.parts();
    parts.place = option;
    const std::string_view what = problem.what();
    return Kind(what.starts_with(option) ? std::string(what) : fmt::format("{}: {}", option, what),
                std::move(parts));
}

// Does `store`. What a type such as Delta objects to is told with the option it came from.
template <class Store>
void store_for(const std::string& option, const Store& store) {
    try {
        store();
    } catch (const DomainError& problem) {
        throw in_option(option, problem);
    } catch (const InputError& problem) {
        throw in_option(option, problem);
    }
}

// CLI11 only says that a command is missing, not that it does not know this one.
void check_command_name(std::span<const Command* const> commands, std::string_view name) {
    std::string known;
    for (const Command* command : commands) {
        if (command->name == name) return;
        known += (known.empty() ? "" : ", ") + std::string(command->name);
    }
    throw error_at("unknown command " + in_quotes(name), {.hint = "there are " + known});
}

// Help and version are results like any other; a mistake is answered with the way to the help.
Run answer_to(const CLI::App& program, const CLI::ParseError& event) {
    const CLI::App* asked = &program;
    for (const CLI::App* part : program.get_subcommands()) asked = part;
    if (event.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) {
        throw InputError(fmt::format("{}\nsee 'mizan {}--help'",
                                     printable(event.what(), longest_name),
                                     asked == &program ? "" : asked->get_name() + " "));
    }
    std::string text = event.get_name() == "CallForVersion"
                           ? std::string(event.what()) + '\n'
                           : asked->help(asked == &program ? "" : "mizan");
    return [text = std::move(text)](std::ostream& out) {
        out << text;
        return Status::done;
    };
}

}  // namespace

Status status_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::refused:
            return Status::negative;
        case ErrorCode::internal:
            return Status::failure;
        default:
            return Status::bad_input;
    }
}

void Arguments::add_text(const std::string& name, std::string& value, const std::string& type,
                         const std::string& meaning, Need need) {
    parser_->add_option(name, value, meaning)->type_name(type)->required(need == Need::required);
}

void Arguments::add_text(const std::string& name, std::function<void(const std::string&)> store,
                         const std::string& type, const std::string& meaning, Need need) {
    parser_
        ->add_option_function<std::string>(
            name,
            [name, store = std::move(store)](const std::string& text) {
                store_for(name, [&] { store(text); });
            },
            meaning)
        ->type_name(type)
        ->required(need == Need::required);
}

void Arguments::add_words(const std::string& name, std::vector<std::string>& values,
                          const std::string& type, const std::string& meaning) {
    parser_->add_option(name, values, meaning)->type_name(type);
}

void Arguments::add_number(const std::string& name, std::function<void(double)> store,
                           const std::string& meaning) {
    parser_
        ->add_option_function<std::string>(
            name,
            [name, store = std::move(store)](const std::string& text) {
                store_for(name, [&] { store(read_number(text)); });
            },
            meaning)
        ->type_name("NUMBER");
}

void Arguments::add_numbers(const std::string& name, std::function<void(double)> store,
                            const std::string& meaning) {
    parser_
        ->add_option_function<std::vector<std::string>>(
            name,
            [name, store = std::move(store)](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) {
                    store_for(name, [&] { store(read_number(text)); });
                }
            },
            meaning)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("NUMBER[,NUMBER]");
}

void Arguments::add_flag(const std::string& name, bool& value, const std::string& meaning) {
    parser_->add_flag(name, value, meaning);
}

void Arguments::add_ending(const std::string& text) {
    parser_->footer(parser_->get_footer() + "\n\n" + text);
}

Run read_command_line(std::span<const Command* const> commands, int argc, const char* const* argv) {
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
        Arguments arguments(*part);
        part->parse_complete_callback([&chosen, run = command->setup(arguments)] { chosen = run; });
    }
    if (argc > 1 && !std::string_view(argv[1]).starts_with('-')) {
        check_command_name(commands, argv[1]);
    }
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& event) {
        return answer_to(program, event);
    }
    return chosen;
}

}  // namespace mizan::cli

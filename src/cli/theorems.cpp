// SPDX-License-Identifier: Apache-2.0
#include "io/theorems.hpp"

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/machine.hpp"
#include "cli/text.hpp"

namespace mizan::cli {
namespace {

// More than these do not fit a screen: a table lists them instead.
constexpr std::size_t most_whole = 5;

struct Options {
    std::vector<std::string> words;
    TheoremsRequest request;
    MachineOptions machine;
};

void write_table(std::ostream& out, const std::vector<Theorem>& theorems) {
    Rows rows;
    for (const Theorem& theorem : theorems) {
        rows.push_back({std::string(theorem.key), theorem.erratum.empty() ? "" : "!",
                        std::string(theorem.title)});
    }
    out << aligned(rows) << "\n! wrong as published: mizan theorems KEY says what is wrong\n";
}

void write_whole(std::ostream& out, const Theorem& theorem) {
    out << fmt::format("{}: {}\n", theorem.key, theorem.title);
    const auto line = [&out](std::string_view label, std::string_view text) {
        if (!text.empty()) out << labelled(label, text);
    };
    line("States", theorem.statement);
    line("Needs", theorem.conditions);
    line("Guarantee", theorem.guarantee);
    line("Source", theorem.source);
    const bool is_installed = !theorem.header.starts_with("src/");
    line("Function", fmt::format("{} in {}{}{}", theorem.function, is_installed ? "<" : "",
                                 theorem.header, is_installed ? ">" : ""));
    line("Test", theorem.test);
    line("Erratum", theorem.erratum);
}

void write_for_people(std::ostream& out, const std::vector<Theorem>& found) {
    if (found.size() > most_whole) return write_table(out, found);
    for (const Theorem& theorem : found) {
        if (&theorem != &found.front()) out << '\n';
        write_whole(out, theorem);
    }
}

Status run(const Options& options, std::ostream& out) {
    TheoremsRequest request = options.request;
    request.words = fmt::format("{}", fmt::join(options.words, " "));
    return answer(options.machine, request, out,
                  [&](const TheoremsResponse& response) { write_for_people(out, response.found); });
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    arguments.add_words("words", options->words, "KEY or WORD",
                        "A key (Mironov17 P10), or words that all occur in the entry; without any, "
                        "all theorems are listed");
    arguments.add_flag("--errata", options->request.errata,
                       "Only theorems that are wrong as published");
    add_machine(arguments, options->machine, "Write an array of objects");
    return [options](std::ostream& out) { return run(*options, out); };
}

}  // namespace

const Command theorems_command{
    .name = "theorems",
    .purpose = "Statement, conditions, source, function and test of every theorem used",
    .example = "mizan theorems Mironov17 P10",
    .setup = setup,
};

}  // namespace mizan::cli

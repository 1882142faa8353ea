// SPDX-License-Identifier: Apache-2.0
#include "mizan/theorems/theorems.hpp"

#include <iostream>

#include <fmt/format.h>

#include "mizan/units/quoted.hpp"

#include "cli/command.hpp"
#include "cli/text.hpp"
#include "io/json_value.hpp"

namespace mizan::cli {
namespace {

// More than these do not fit a screen: a table lists them instead.
constexpr std::size_t most_whole = 5;

struct Options {
    std::vector<std::string> words;
    bool errata = false;
    bool json = false;
};

Json to_json(const Theorem& theorem) {
    return Json::Object{{"key", theorem.key},
                        {"title", theorem.title},
                        {"statement", theorem.statement},
                        {"conditions", theorem.conditions},
                        {"guarantee", theorem.guarantee},
                        {"source", theorem.source},
                        {"function", theorem.function},
                        {"header", theorem.header},
                        {"test", theorem.test},
                        {"erratum", theorem.erratum}};
}

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
    line("Function", fmt::format("{} in <{}>", theorem.function, theorem.header));
    line("Test", theorem.test);
    line("Erratum", theorem.erratum);
}

Status run(const Options& options, std::ostream& out) {
    const std::string words = fmt::format("{}", fmt::join(options.words, " "));
    std::vector<Theorem> found = find_theorems(words);
    if (options.errata) {
        std::erase_if(found, [](const Theorem& theorem) { return theorem.erratum.empty(); });
    }
    if (options.json) {
        Json::Array array;
        for (const Theorem& theorem : found) array.push_back(to_json(theorem));
        out << to_pretty_text(array) << '\n';
    } else if (found.size() > most_whole) {
        write_table(out, found);
    } else {
        for (const Theorem& theorem : found) {
            if (&theorem != &found.front()) out << '\n';
            write_whole(out, theorem);
        }
    }
    if (!found.empty()) return Status::done;
    std::cerr << fmt::format("mizan: no theorem {}mentions {}\n",
                             options.errata ? "that is wrong as published " : "",
                             in_quotes(words, longest_name));
    return Status::negative;
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    arguments.add_words("words", options->words, "KEY or WORD",
                        "A key (Mironov17 P10), or words that all occur in the entry; without any, "
                        "all theorems are listed");
    arguments.add_flag("--errata", options->errata, "Only theorems that are wrong as published");
    arguments.add_flag("--json", options->json, "Write an array of objects");
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

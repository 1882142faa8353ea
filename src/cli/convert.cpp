// SPDX-License-Identifier: Apache-2.0
#include "io/convert.hpp"

#include <fmt/format.h>

#include "mizan/theorems/theorems.hpp"

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/machine.hpp"
#include "cli/text.hpp"
#include "io/definition.hpp"

namespace mizan::cli {
namespace {

struct Options {
    ConvertRequest request;
    MachineOptions machine;
};

void write_for_people(std::ostream& out, const ConvertResponse& response) {
    const Implication& found = response.found;
    Rows rows;
    for (const auto& [parameter, value, is_given] : response.parameters()) {
        rows.push_back({parameter, is_given ? "=" : "≤", format_up(value)});
    }
    for (const auto& [order, divergence] : response.points()) {
        rows.push_back({"divergence, order " + shortest(order), "≤", format_up(divergence)});
    }
    out << aligned(rows);
    if (found.order && !response.request.at.order) {
        out << fmt::format("by the order {}\n", format_up(found.order->value()));
    }
    for (const std::string& key : found.theorems) {
        for (const Theorem& theorem : find_theorems(key)) {
            if (theorem.key == key)
                out << '\n'
                    << key << ": " << theorem.title << '\n'
                    << labelled("States", theorem.statement);
        }
    }
}

Status run(const Options& options, std::ostream& out) {
    return answer(options.machine, options.request, out,
                  [&](const ConvertResponse& response) { write_for_people(out, response); });
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    ConvertRequest& request = options->request;
    arguments.add_text(
        "--from", [&request](const std::string& text) { request.from = text; }, "DEFINITION",
        "What is known: pure(…), approximate(…), renyi(…), zcdp(…), cdp(…) or gdp(…)",
        Need::required);
    arguments.add_text(
        "--to", [&request](const std::string& text) { request.to = read_notion(text); }, "NAME",
        "What is wanted: pure, approximate, renyi, zcdp, cdp, gdp", Need::required);
    arguments.add_number(
        "--delta", [&request](double x) { request.at.delta = Delta{x}; },
        "To approximate: the epsilon at this delta");
    arguments.add_number(
        "--epsilon", [&request](double x) { request.at.epsilon = Epsilon{x}; },
        "To approximate: the delta at this epsilon");
    arguments.add_number(
        "--order", [&request](double x) { request.at.order = Order{x}; },
        "To renyi: the divergence of this order; default: the whole curve");
    add_machine(arguments, options->machine, "Write an object, shaped like the answer of account");
    return [options](std::ostream& out) { return run(*options, out); };
}

}  // namespace

const Command convert_command{
    .name = "convert",
    .purpose = "One definition of privacy into another, by the sharpest known theorem",
    .example = "mizan convert --from \"renyi([(2, 0.1)])\" --to approximate --delta 0.01",
    .setup = setup,
};

}  // namespace mizan::cli

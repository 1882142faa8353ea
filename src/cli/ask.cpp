// SPDX-License-Identifier: Apache-2.0
#include "io/ask.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "io/text.hpp"

namespace mizan::cli {
namespace {

// One byte more than is read is enough to be refused as too long.
std::string read_all(Input input) {
    std::string text;
    for (std::string_view part = input.more(); !part.empty(); part = input.more()) {
        text += part.substr(0, max_text + 1 - text.size());
    }
    return text;
}

Run setup(Arguments& arguments) {
    auto request = std::make_shared<std::string>();
    arguments.add_text("request", *request, "JSON",
                       "The request; without it, standard input is read to its end");
    return [request](std::ostream& out) {
        const Response response =
            respond(request->empty() ? read_all(Input(STDIN_FILENO, "standard input")) : *request);
        out << to_pretty_text(response.json) << '\n';
        return response.error ? status_of(*response.error) : Status::done;
    };
}

}  // namespace

const Command ask_command{
    .name = "ask",
    .purpose = "Any request in JSON, answered in JSON: what --json prints, or an error as a value",
    .example =
        "mizan ask '{\"command\": \"account\", \"program\": \"gaussian(2)\", \"delta\": "
        "1e-5}'",
    .setup = setup,
};

}  // namespace mizan::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>

#include "cli/command.hpp"
#include "io/json_value.hpp"

namespace mizan::cli {

/// The options with which a command speaks JSON, the same for every command that is a request.
struct MachineOptions {
    bool json = false;
    bool request = false;
};

/// --json and --request. `meaning` is what the response is.
void add_machine(Arguments& arguments, MachineOptions& options, const std::string& meaning);

/// Does nothing with a response.
inline constexpr auto nothing_besides = [](const auto&) {};

/// Answers a request, as JSON or by `show`, which writes the response for people; or writes the
/// request itself. `besides` is done with every response.
template <class Request, class Show, class Besides = decltype(nothing_besides)>
Status answer(const MachineOptions& options, const Request& request, std::ostream& out,
              const Show& show, const Besides& besides = nothing_besides) {
    if (options.request) {
        out << to_pretty_text(to_json(request)) << '\n';
        return Status::done;
    }
    const auto response = respond(request);
    besides(response);
    if (options.json) {
        out << to_pretty_text(to_json(response)) << '\n';
    } else {
        show(response);
    }
    return Status::done;
}

}  // namespace mizan::cli

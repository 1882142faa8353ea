// SPDX-License-Identifier: Apache-2.0
#include "io/ask.hpp"

#include <array>

#include "mizan/numeric/floating_point_environment.hpp"

#include "io/account.hpp"
#include "io/calibrate.hpp"
#include "io/convert.hpp"
#include "io/cost.hpp"
#include "io/curve.hpp"
#include "io/divergence.hpp"
#include "io/explain.hpp"
#include "io/game.hpp"
#include "io/json_parse.hpp"
#include "io/theorems.hpp"

namespace mizan {

namespace {

// What a request of one command is answered with.
template <auto read>
Json answer(json::Members& members) {
    const auto request = read(members);
    members.finish();
    return to_json(respond(request));
}

struct Command {
    std::string_view name;
    Json (*answer)(json::Members& members);
};

// THE list. To add a command: write its file, and name it here.
constexpr std::array<Command, 9> commands{{
    {"account", answer<read_account_request>},
    {"cost", answer<read_cost_request>},
    {"calibrate", answer<read_calibrate_request>},
    {"curve", answer<read_curve_request>},
    {"convert", answer<read_convert_request>},
    {"divergence", answer<read_divergence_request>},
    {"explain", answer<read_explain_request>},
    {"game", answer<read_game_request>},
    {"theorems", answer<read_theorems_request>},
}};

Json answer_to(const Json& request) {
    json::Members members(request, "a request");
    const std::string name = members.required_text("command");
    std::vector<std::string_view> names;
    for (const Command& command : commands) {
        if (command.name == name) {
            members.rename("a request of " + name);
            return command.answer(members);
        }
        names.push_back(command.name);
    }
    return members.at("command", [&]() -> Json { throw unknown_name("command", name, names); });
}

Json part(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

}  // namespace

std::string_view name_of(ErrorCode code) {
    constexpr std::array<std::string_view, 4> names{"input", "domain", "refused", "internal"};
    return names[static_cast<std::size_t>(code)];
}

ErrorCode code_of(const Error& error) {
    if (dynamic_cast<const Refused*>(&error) != nullptr) return ErrorCode::refused;
    if (dynamic_cast<const DomainError*>(&error) != nullptr) return ErrorCode::domain;
    if (dynamic_cast<const InternalError*>(&error) != nullptr) return ErrorCode::internal;
    return ErrorCode::input;
}

Json::Object to_json(const Error& error) {
    const auto& [place, rule, found, hint] = error.parts();
    return {{"error", Json::Object{{"code", name_of(code_of(error))},
                                   {"message", error.what()},
                                   {"place", part(place)},
                                   {"rule", part(rule)},
                                   {"found", part(found)},
                                   {"hint", part(hint)}}}};
}

Response respond(std::string_view request) {
    const DefaultArithmetic arithmetic;
    try {
        return {answer_to(parse_json(request))};
    } catch (const Error& error) {
        return {to_json(error), code_of(error)};
    }
}

std::string ask(std::string_view request) { return to_pretty_text(respond(request).json); }

}  // namespace mizan

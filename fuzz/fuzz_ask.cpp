// SPDX-License-Identifier: Apache-2.0
// Any bytes as a request. The response is JSON, the same when asked for again, and an error of
// the one shape if it is one. An internal error ends the fuzzer, and so does an exception.
#include <cstddef>
#include <cstdint>

#include "io/ask.hpp"
#include "io/json_parse.hpp"
#include "round_trip.hpp"

namespace mizan::fuzz {
namespace {

// Limits that keep one run short. Larger questions are left to the benchmarks.
constexpr std::size_t longest_text = 400;
constexpr int most_parts = 4, deepest = 5;
constexpr double most_of_anything = 50;

bool is_small_program(const std::string& text) {
    try {
        const Program program = read_any(text).program;
        return program.parts() <= most_parts && program.depth() <= deepest;
    } catch (const Error&) {
        return true;  // nothing is worked out
    }
}

// Whether the answer takes no more than a moment: few parts, few points, few games, one program.
bool is_small(const Json& json, std::string_view name = "") {
    if (const auto* members = std::get_if<Json::Object>(&json.value())) {
        if (name == "program" || name == "from") return is_small_program(to_text(json));
        for (const auto& [member, value] : *members) {
            if (!is_small(value, member)) return false;
        }
        return true;
    }
    if (name == "program" || name == "from") {
        const auto* text = std::get_if<std::string>(&json.value());
        return text == nullptr || is_small_program(*text);
    }
    if (name == "points" || name == "rounds" || name == "samples" || name == "group_size") {
        const auto number = json::number_in(json);
        return !number || *number <= most_of_anything;
    }
    return name != "programs" && json != Json("calibrate") && json != Json("game");
}

void require_error(const Json& json) {
    const auto& members = std::get<Json::Object>(json.value());
    require(members.size() == 1 && members.front().first == "error");
    const auto& parts = std::get<Json::Object>(members.front().second.value());
    constexpr std::string_view names[] = {"code", "message", "place", "rule", "found", "hint"};
    require(parts.size() == std::size(names));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        require(parts[i].first == names[i]);
        const bool is_null = parts[i].second == Json(nullptr);
        require(is_null ? i >= 2 : std::holds_alternative<std::string>(parts[i].second.value()));
    }
}

// Calibration and games search, so that they are asked for only where they cannot begin.
bool is_asked(const std::string& text) {
    if (text.size() > longest_text) return false;
    try {
        return is_small(parse_json(text));
    } catch (const Error&) {
        return true;
    }
}

}  // namespace
}  // namespace mizan::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mizan;
    const std::string text(data, data + size);
    if (!fuzz::is_asked(text)) return 0;
    const Response response = respond(text);
    fuzz::require(response.error != ErrorCode::internal);
    if (response.error) fuzz::require_error(response.json);
    const std::string written = to_pretty_text(response.json);
    fuzz::require(to_pretty_text(parse_json(written)) == written);
    fuzz::require(ask(text) == written);
    return 0;
}

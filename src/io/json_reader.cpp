// SPDX-License-Identifier: Apache-2.0
#include "io/json_reader.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/units/quantity.hpp"

namespace mizan::json {

std::string Path::text() const {
    if (parent == nullptr) return "$";
    return member.data() == nullptr ? json_item(parent->text(), index)
                                    : json_member(parent->text(), member);
}

InputError error(const std::string& what, const Path& path, ErrorParts parts) {
    parts.place = path.text();
    return error_at(what, std::move(parts));
}

InputError wrong_kind(std::string_view rule, const Json& json, const Path& path) {
    const std::string wanted = "expected " + std::string(rule), found(json.kind());
    return error(wanted + ", found " + found, path, {.rule = wanted, .found = found});
}

std::optional<double> number_in(const Json& json) {
    if (const auto* whole = std::get_if<std::int64_t>(&json.value())) {
        return static_cast<double>(*whole);
    }
    if (const auto* real = std::get_if<double>(&json.value())) return *real;
    if (const auto* text = std::get_if<std::string>(&json.value())) {
        if (*text == "inf") return infinity;
        if (*text == "-inf") return -infinity;
    }
    return {};
}

double number(const Json& json, const Path& path) {
    if (const auto found = number_in(json)) return *found;
    if (const auto* text = std::get_if<std::string>(&json.value())) {
        const std::string wanted = "expected a number or \"inf\"", found = in_quotes(*text);
        throw error(wanted + ", found " + found, path, {.rule = wanted, .found = found});
    }
    throw wrong_kind("a number", json, path);
}

Members::Members(const Json& object, std::string what)
    : members_{&get<Json::Object>(object, root_, "an object")}, what_{std::move(what)} {}

const Json* Members::find(std::string_view name) {
    known_.push_back(name);
    const auto found = std::ranges::find(
        *members_, name, [](const auto& member) -> std::string_view { return member.first; });
    return found == members_->end() ? nullptr : &found->second;
}

bool Members::truth(std::string_view name, bool otherwise) {
    const Json* found = find(name);
    return found == nullptr ? otherwise : get<bool>(*found, root_ / name, "true or false");
}

std::optional<std::string> Members::text(std::string_view name) {
    const Json* found = find(name);
    if (found == nullptr) return {};
    return get<std::string>(*found, root_ / name, "a string");
}

std::string Members::required_text(std::string_view name) {
    auto found = text(name);
    if (!found) throw error("missing member '" + std::string(name) + "'", root_);
    return std::move(*found);
}

std::optional<Count> Members::whole(std::string_view name, Count least, Count most) {
    const Json* found = find(name);
    if (found == nullptr) return {};
    const Path path = root_ / name;
    const double value = number(*found, path);
    if (static_cast<double>(least) <= value && value <= static_cast<double>(most) &&
        value == std::floor(value)) {
        return static_cast<Count>(value);
    }
    const std::string rule = std::string(name) + " must be a whole number from " +
                             std::to_string(least) + " to " + std::to_string(most);
    throw error(rule + ", got " + shortest(value), path, {.rule = rule, .found = shortest(value)});
}

void Members::finish() const {
    for (const auto& [name, value] : *members_) {
        if (std::ranges::find(known_, name) != known_.end()) continue;
        const std::string near = suggestion(name, known_);
        throw error(what_ + " has no member " + in_quotes(name), root_ / name,
                    {.hint = near.empty() ? "it has " + listed(known_) : near});
    }
}

}  // namespace mizan::json

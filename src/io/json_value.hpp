// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mizan {

/// A JSON value, read strictly and written without loss: members keep their order, infinity is the
/// string "inf", doubles have the shortest digits that read back exactly.
///
///     Json::Object{{"epsilon", Json::Object{{"lower", 0.5}, {"upper", 1.0}}}, {"best", "renyi"}}
class Json {
public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;
    using Value =
        std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>;

    // NOLINTBEGIN(google-explicit-constructor): so that the line above can be written
    Json(std::nullptr_t) : value_{nullptr} {}
    Json(std::same_as<bool> auto truth) : value_{truth} {}
    Json(std::integral auto number) requires(!std::same_as<decltype(number), bool>)
        : value_{static_cast<std::int64_t>(number)} {}
    Json(double number) : value_{number} {}
    Json(std::string text) : value_{std::move(text)} {}
    Json(std::string_view text) : value_{std::string(text)} {}
    Json(const char* text) : value_{std::string(text)} {}
    Json(Array items) : value_{std::move(items)} {}
    Json(Object members) : value_{std::move(members)} {}
    // NOLINTEND(google-explicit-constructor)

    [[nodiscard]] const Value& value() const { return value_; }

    /// "a number", "an object", … for messages.
    [[nodiscard]] std::string_view kind() const;

    friend bool operator==(const Json&, const Json&) = default;

private:
    Value value_;
};

/// In one line.
[[nodiscard]] std::string to_text(const Json& json);

/// With one member or item per line; arrays that hold only numbers and strings stay in one.
[[nodiscard]] std::string to_pretty_text(const Json& json);

/// `path` and then the member `name`: $.event, or $["odd name"].
[[nodiscard]] std::string json_member(std::string_view path, std::string_view name);

/// `path` and then the item `index`, counted from 0.
[[nodiscard]] std::string json_item(std::string_view path, std::size_t index);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "mizan/program/count.hpp"

#include "io/json_value.hpp"
#include "io/text.hpp"

// Values out of a JSON document. Every mistake is an InputError or a DomainError with the path.
namespace mizan::json {

/// Where in a document a value stands; spelled out only for a message.
struct Path {
    const Path* parent = nullptr;
    std::string_view member = "";
    std::size_t index = 0;  ///< without a member name: of an array

    [[nodiscard]] std::string text() const;
    [[nodiscard]] Path operator/(std::string_view name) const { return {this, name, 0}; }
    [[nodiscard]] Path operator/(std::size_t i) const { return {this, {}, i}; }
};

/// "what at $.path; hint"
[[nodiscard]] InputError error(const std::string& what, const Path& path, ErrorParts parts = {});

/// "expected rule, found a string at $.path"
[[nodiscard]] InputError wrong_kind(std::string_view rule, const Json& json, const Path& path);

/// The value if it has this type, which `rule` says in words.
template <class Type>
[[nodiscard]] const Type& get(const Json& json, const Path& path, std::string_view rule) {
    if (const auto* value = std::get_if<Type>(&json.value())) return *value;
    throw wrong_kind(rule, json, path);
}

/// A number, also as the string "inf" or "-inf"; none if the value is something else.
[[nodiscard]] std::optional<double> number_in(const Json& json);
[[nodiscard]] double number(const Json& json, const Path& path);

/// What `read` makes of each item.
template <class Read>
[[nodiscard]] auto each(const Json::Array& items, const Path& path, const Read& read) {
    std::vector<std::invoke_result_t<Read, const Json&, const Path&>> values;
    values.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) values.push_back(read(items[i], path / i));
    return values;
}

/// A number that checks itself, such as a Delta.
template <class Quantity>
[[nodiscard]] Quantity quantity(const Json& json, const Path& path) {
    try {
        return Quantity{number(json, path)};
    } catch (const DomainError& problem) {
        throw moved_to(path.text(), problem);
    }
}

/// The members of an object, taken by their names. A name that nobody took is a mistake, which
/// finish() reports.
class Members {
public:
    /// `what` the object is, for messages: "a request of account".
    Members(const Json& object, std::string what);

    [[nodiscard]] const Path& root() const { return root_; }

    /// Once more is known of what it is.
    void rename(std::string what) { what_ = std::move(what); }

    /// Null if there is no such member.
    [[nodiscard]] const Json* find(std::string_view name);

    [[nodiscard]] bool truth(std::string_view name, bool otherwise);
    [[nodiscard]] std::optional<std::string> text(std::string_view name);
    [[nodiscard]] std::string required_text(std::string_view name);
    [[nodiscard]] std::optional<Count> whole(std::string_view name, Count least, Count most);

    template <class Quantity>
    [[nodiscard]] std::optional<Quantity> quantity(std::string_view name) {
        const Json* found = find(name);
        if (found == nullptr) return {};
        return json::quantity<Quantity>(*found, root_ / name);
    }

    template <class Quantity>
    [[nodiscard]] std::optional<std::vector<Quantity>> quantities(std::string_view name) {
        const Json* found = find(name);
        if (found == nullptr) return {};
        const Path path = root_ / name;
        return each(get<Json::Array>(*found, path, "an array of numbers"), path,
                    json::quantity<Quantity>);
    }

    /// What `read` makes of the member `name`, whose place is added to its complaint.
    template <class Read>
    [[nodiscard]] auto at(std::string_view name, const Read& read) const {
        try {
            return read();
        } catch (const InputError& problem) {
            throw moved_to((root_ / name).text(), problem);
        }
    }

    /// Throws InputError if there is a member that nobody asked for.
    void finish() const;

private:
    Path root_;
    const Json::Object* members_;
    std::string what_;
    std::vector<std::string_view> known_;
};

}  // namespace mizan::json

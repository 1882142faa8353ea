// SPDX-License-Identifier: Apache-2.0
#include "io/json_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "mizan/units/error.hpp"

#include "io/text.hpp"

namespace mizan {

namespace {

std::string string_literal(std::string_view text) {
    constexpr auto replace = nlohmann::json::error_handler_t::replace;  // bytes that are not UTF-8
    return nlohmann::json(text).dump(-1, ' ', false, replace);
}

class Writer {
public:
    explicit Writer(bool pretty) : pretty_{pretty} {}

    void write(const Json& json) {
        std::visit([&](const auto& value) { put(value); }, json.value());
    }

    std::string text;

private:
    void put(std::nullptr_t) { text += "null"; }
    void put(bool truth) { text += truth ? "true" : "false"; }
    void put(std::int64_t number) { text += std::to_string(number); }
    void put(double number) {
        ensure(!std::isnan(number), "NaN has no place in an answer");
        const bool finite = std::isfinite(number);
        text += finite ? shortest(number) : string_literal(shortest(number));
    }
    void put(const std::string& value) { text += string_literal(value); }
    void put(const Json::Array& items) {
        const bool lines = pretty_ && std::any_of(items.begin(), items.end(), is_container);
        enclose('[', ']', items, lines, [&](const Json& item) { write(item); });
    }
    void put(const Json::Object& members) {
        enclose('{', '}', members, pretty_, [&](const auto& member) {
            text += string_literal(member.first) + ": ";
            write(member.second);
        });
    }

    template <class Items, class WriteItem>
    void enclose(char open, char close, const Items& items, bool lines, WriteItem write_item) {
        text += open;
        ++level_;
        bool first = true;
        for (const auto& item : items) {
            if (!first) text += lines ? "," : ", ";
            first = false;
            if (lines) new_line();
            write_item(item);
        }
        --level_;
        if (lines && !items.empty()) new_line();
        text += close;
    }
    void new_line() { text += "\n" + std::string(2 * level_, ' '); }

    static bool is_container(const Json& json) {
        return std::holds_alternative<Json::Array>(json.value()) ||
               std::holds_alternative<Json::Object>(json.value());
    }

    bool pretty_;
    std::size_t level_ = 0;
};

}  // namespace

std::string_view Json::kind() const {
    constexpr std::array<std::string_view, std::variant_size_v<Value>> kinds{
        "null", "true or false", "a number", "a number", "a string", "an array", "an object"};
    return kinds[value_.index()];
}

std::string to_text(const Json& json) {
    Writer writer(false);
    writer.write(json);
    return std::move(writer.text);
}

std::string to_pretty_text(const Json& json) {
    Writer writer(true);
    writer.write(json);
    return std::move(writer.text);
}

std::string json_member(std::string_view path, std::string_view name) {
    constexpr std::size_t longest = 32;
    const bool plain = !name.empty() && name.size() <= longest &&
                       std::all_of(name.begin(), name.end(), [](char c) {
                           return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') ||
                                  ('0' <= c && c <= '9') || c == '_';
                       });
    return std::string(path) + (plain ? "." + std::string(name) : "[" + in_quotes(name) + "]");
}

std::string json_item(std::string_view path, std::size_t index) {
    return std::string(path) + "[" + std::to_string(index) + "]";
}

}  // namespace mizan

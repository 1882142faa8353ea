// SPDX-License-Identifier: Apache-2.0
#include "io/json_parse.hpp"

#include <optional>
#include <set>

#include <locale.h>
#include <nlohmann/json.hpp>

#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/units/error.hpp"

#include "io/text.hpp"

namespace mizan {

namespace {

// While it lives, the locale of this thread alone is "C". The parser calls strtod, which reads 1.5
// with the decimal point of the process around us; in another locale than C it would also hand us
// the digits as "1,5".
class ClassicLocale {
public:
    ClassicLocale() : found_{::uselocale(::newlocale(LC_ALL_MASK, "C", nullptr))} {}
    ~ClassicLocale() { ::uselocale(found_); }
    ClassicLocale(const ClassicLocale&) = delete;
    ClassicLocale& operator=(const ClassicLocale&) = delete;

private:
    locale_t found_;
};

// Builds the value from the events of the parser, and refuses what a tree of JSON values would
// hide: nlohmann::json keeps the last of two members with the same name.
class Builder : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit Builder(std::string_view text) : text_{text} {}

    Json take() {
        ensure(result_.has_value(), "the JSON parser finished without a value");
        return std::move(*result_);
    }

    bool null() override { return add(Json(nullptr)); }
    bool boolean(bool truth) override { return add(Json(truth)); }
    bool number_integer(number_integer_t number) override {
        return add(Json(static_cast<std::int64_t>(number)));
    }
    bool number_unsigned(number_unsigned_t number) override {
        constexpr auto largest = static_cast<number_unsigned_t>(INT64_MAX);
        return add(number <= largest ? Json(static_cast<std::int64_t>(number))
                                     : Json(static_cast<double>(number)));
    }
    bool number_float(number_float_t, const string_t& digits) override {
        try {
            return add(Json(read_number(digits)));
        } catch (const InputError& error) {
            throw moved_to(path_of_next(), error);
        }
    }
    bool string(string_t& text) override { return add(Json(std::move(text))); }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(Frame{true, {}, {}, {}, {}}); }
    bool key(string_t& name) override {
        Frame& frame = open_.back();
        if (!frame.names.insert(name).second) {
            throw error_at("name " + in_quotes(name) + " is used twice", {.place = path()});
        }
        frame.name = std::move(name);
        return true;
    }
    bool end_object() override {
        Json::Object members = std::move(open_.back().members);
        open_.pop_back();
        return add(Json(std::move(members)));
    }

    bool start_array(std::size_t) override { return open(Frame{false, {}, {}, {}, {}}); }
    bool end_array() override {
        Json::Array items = std::move(open_.back().items);
        open_.pop_back();
        return add(Json(std::move(items)));
    }

    bool parse_error(std::size_t position, const std::string& last_token,
                     const nlohmann::detail::exception& error) override {
        if (error.id == 406) {
            throw error_at("number " + in_quotes(last_token) + " lies beyond the range of a double",
                           {.place = path_of_next(), .found = printable(last_token, longest_name)});
        }
        // The position is that of the last byte read, counted from 1.
        const std::size_t offset = position == 0 ? 0 : position - 1;
        const bool at_end = offset >= text_.size();
        const std::string place = place_in(text_, offset);
        const std::string found = at_end ? "the end of the text" : in_quotes(character_at(offset));
        throw InputError("invalid JSON at " + place + ", found " + found,
                         {.place = place, .rule = "expected JSON", .found = found});
    }

private:
    struct Frame {
        bool is_object;
        std::string name;  // of the member being read
        Json::Array items;
        Json::Object members;
        std::set<std::string> names;
    };

    bool open(Frame frame) {
        if (open_.size() >= max_json_depth) {
            throw InputError("JSON may be nested at most " + std::to_string(max_json_depth) +
                             " levels deep");
        }
        open_.push_back(std::move(frame));
        return true;
    }

    bool add(Json json) {
        if (open_.empty()) {
            result_ = std::move(json);
        } else if (Frame& frame = open_.back(); frame.is_object) {
            frame.members.emplace_back(std::move(frame.name), std::move(json));
        } else {
            frame.items.push_back(std::move(json));
        }
        return true;
    }

    // The whole character that byte `offset` belongs to.
    [[nodiscard]] std::string_view character_at(std::size_t offset) const {
        const auto continues = [&](std::size_t i) { return (text_[i] & 0xC0) == 0x80; };
        std::size_t end = offset + 1;
        while (offset > 0 && continues(offset)) --offset;
        while (end < text_.size() && continues(end)) ++end;
        return text_.substr(offset, end - offset);
    }

    // Of the innermost container that is still open.
    [[nodiscard]] std::string path() const {
        std::string path = "$";
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) path = extended(path, open_[i]);
        return path;
    }

    [[nodiscard]] std::string path_of_next() const {
        return open_.empty() ? path() : extended(path(), open_.back());
    }

    static std::string extended(const std::string& path, const Frame& frame) {
        return frame.is_object ? json_member(path, frame.name)
                               : json_item(path, frame.items.size());
    }

    std::string_view text_;
    std::vector<Frame> open_;
    std::optional<Json> result_;
};

}  // namespace

Json parse_json(std::string_view text) {
    const DefaultArithmetic arithmetic;
    check_text(text);
    const ClassicLocale locale;
    Builder builder(text);
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

}  // namespace mizan

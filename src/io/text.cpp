// SPDX-License-Identifier: Apache-2.0
#include "io/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>

#include "mizan/units/error.hpp"

namespace mizan {

namespace {

unsigned char byte_at(std::string_view text, std::size_t offset) {
    return static_cast<unsigned char>(text[offset]);
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

struct Character {
    std::uint32_t code;
    std::size_t length;  // 0: not UTF-8
};

Character character_at(std::string_view text, std::size_t offset) {
    constexpr Character bad{0, 0};
    const std::uint32_t first = byte_at(text, offset);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || offset + length > text.size()) return bad;
    std::uint32_t code = first & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (!continues_character(text[offset + i])) return bad;
        code = code << 6 | (byte_at(text, offset + i) & 0x3Fu);
    }
    constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = 0xD800 <= code && code <= 0xDFFF;
    if (code < least[length] || code > 0x10FFFF || surrogate) return bad;
    return {code, length};
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

}  // namespace

void check_text(std::string_view text) {
    if (text.size() > max_text) {
        throw InputError("the text must have at most " + std::to_string(max_text) + " bytes, got " +
                         std::to_string(text.size()));
    }
    for (std::size_t offset = 0; offset < text.size();) {
        const std::size_t length = character_at(text, offset).length;
        if (length == 0) throw InputError("invalid UTF-8 at " + place_in(text, offset));
        offset += length;
    }
}

std::string place_in(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const std::string_view line = before.substr(before.rfind('\n') + 1);
    const auto column =
        line.size() + 1 -
        static_cast<std::size_t>(std::count_if(line.begin(), line.end(), continues_character));
    const std::string in_line = "column " + std::to_string(column);
    const bool one_line = text.find('\n') == std::string_view::npos;
    return one_line ? in_line : "line " + std::to_string(lines + 1) + ", " + in_line;
}

std::string in_quotes(std::string_view text) {
    constexpr int longest = 32;
    std::string result = "'";
    int shown = 0;
    for (std::size_t offset = 0; offset < text.size(); ++shown) {
        if (shown == longest) {
            result += "…";
            break;
        }
        const auto [code, length] = character_at(text, offset);
        if (length == 0 || code < 0x20 || (0x7F <= code && code < 0xA0)) {
            std::array<char, 16> name{};
            std::snprintf(name.data(), name.size(), "U+%04X",
                          static_cast<unsigned>(length == 0 ? 0xFFFD : code));
            result += name.data();
        } else {
            result += text.substr(offset, length);
        }
        offset += std::max<std::size_t>(length, 1);
    }
    return result + "'";
}

double read_number(std::string_view digits) {
    double value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, problem] = std::from_chars(digits.data(), end, value);
    ensure(stop == end && problem != std::errc::invalid_argument, "a number was scanned wrongly");
    if (problem == std::errc::result_out_of_range) {
        throw InputError("number " + in_quotes(digits) + " lies beyond the range of a double");
    }
    return value == 0 ? 0 : value;  // no negative zero
}

std::string suggestion(std::string_view written, const std::vector<std::string_view>& names) {
    constexpr std::size_t longest = 40;
    if (written.size() > longest) return "";
    std::string_view best;
    std::size_t fewest = std::max<std::size_t>(2, written.size() / 3) + 1;
    for (const std::string_view name : names) {
        const std::size_t edits = edit_distance(written, name);
        if (edits < fewest && edits < name.size()) {
            fewest = edits;
            best = name;
        }
    }
    return best.empty() ? "" : "; did you mean '" + std::string(best) + "'?";
}

std::string listed(const std::vector<std::string_view>& names) {
    std::string result;
    for (const std::string_view name : names) {
        if (!result.empty()) result += ", ";
        result += name;
    }
    return result;
}

}  // namespace mizan

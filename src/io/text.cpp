// SPDX-License-Identifier: Apache-2.0
#include "io/text.hpp"

#include <algorithm>
#include <charconv>

namespace mizan {

namespace {

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

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

void check_length(std::size_t bytes) {
    if (bytes > max_text) {
        const std::string rule =
            "the text must have at most " + std::to_string(max_text) + " bytes";
        throw InputError(rule + ", got " + std::to_string(bytes),
                         {.rule = rule, .found = std::to_string(bytes)});
    }
}

void check_text(std::string_view text) {
    check_length(text.size());
    for (std::size_t offset = 0; offset < text.size();) {
        const std::size_t length = character_at(text, offset).length;
        if (length == 0) throw error_at("invalid UTF-8", {.place = place_in(text, offset)});
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

double read_number(std::string_view digits) {
    double value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, problem] = std::from_chars(digits.data(), end, value);
    ensure(stop == end && problem != std::errc::invalid_argument, "a number was scanned wrongly");
    if (problem == std::errc::result_out_of_range) {
        throw InputError("number " + in_quotes(digits) + " lies beyond the range of a double",
                         {.rule = "a number must lie in the range of a double",
                          .found = printable(digits, longest_name)});
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
    return best.empty() ? "" : "did you mean '" + std::string(best) + "'?";
}

InputError error_at(const std::string& what, ErrorParts parts) {
    std::string message = what;
    if (!parts.place.empty()) message += " at " + parts.place;
    if (!parts.hint.empty()) message += "; " + parts.hint;
    if (parts.rule.empty()) parts.rule = what;
    return InputError(message, std::move(parts));
}

InputError unknown_name(const std::string& kind, std::string_view name,
                        const std::vector<std::string_view>& names) {
    const std::string rule = "must be one of " + listed(names), found = in_quotes(name);
    return error_at("unknown " + kind + " " + found + ", " + rule,
                    {.rule = rule, .found = found, .hint = suggestion(name, names)});
}

InputError expected(const std::string& rule, ErrorParts parts) {
    parts.rule = "expected " + rule;
    std::string message = parts.rule;
    if (!parts.place.empty()) message += " at " + parts.place;
    if (!parts.found.empty()) message += ", found " + parts.found;
    if (!parts.hint.empty()) message += "; " + parts.hint;
    return InputError(message, std::move(parts));
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

// SPDX-License-Identifier: Apache-2.0
#include "cli/text.hpp"

#include <algorithm>

namespace mizan::cli {

namespace {

constexpr std::size_t line_width = 100;
constexpr std::size_t label_width = 13;  // two spaces, the longest label, two spaces

std::string padding(std::size_t width, std::string_view text) {
    const std::size_t used = display_width(text);
    return std::string(width > used ? width - used : 0, ' ');
}

}  // namespace

std::size_t display_width(std::string_view text) {
    // Bytes 10xxxxxx of UTF-8 continue a character.
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & '\xC0') != '\x80'; }));
}

std::string aligned(const Rows& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], display_width(row[i]));
        }
    }
    std::string result;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i] + padding(widths[i] + 2, row[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        result += line + '\n';
    }
    return result;
}

std::string labelled(std::string_view label, std::string_view text) {
    std::string result;
    std::string line = "  " + std::string(label);
    line += padding(label_width, line);
    bool is_empty = true;  // the line holds no word yet
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (!is_empty && display_width(line) + 1 + display_width(word) > line_width) {
            result += line + '\n';
            line = std::string(label_width, ' ');
            is_empty = true;
        }
        if (!is_empty) line += ' ';
        line += word;
        is_empty = false;
    }
    return result + line + '\n';
}

}  // namespace mizan::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/text.hpp"

#include <algorithm>

namespace mizan::cli {

namespace {

constexpr std::size_t line_width = 100;
constexpr std::size_t label_width = 13;  // two spaces, the longest label, two spaces

// Text in lines that start at column `indent` and are broken at spaces before the last column.
std::string broken(std::string_view text, std::size_t indent) {
    std::string result;
    std::size_t used = indent;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        const std::size_t width = display_width(word);
        if (used > indent && used + 1 + width > line_width) {
            result += '\n' + std::string(indent, ' ');
            used = indent;
        } else if (used > indent) {
            result += ' ';
            ++used;
        }
        result += word;
        used += width;
    }
    return result;
}

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
        std::size_t start = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool is_last = i + 1 == widths.size();
            line += is_last ? broken(row[i], start) : row[i] + padding(widths[i] + 2, row[i]);
            start += widths[i] + 2;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        result += line + '\n';
    }
    return result;
}

std::string labelled(std::string_view label, std::string_view text) {
    const std::string start = "  " + std::string(label);
    return start + padding(label_width, start) + broken(text, label_width) + '\n';
}

std::string assumed_lines(const std::vector<std::string>& assumptions) {
    std::string lines;
    for (const std::string& assumption : assumptions) lines += "Assumed: " + assumption + ".\n";
    return lines;
}

}  // namespace mizan::cli

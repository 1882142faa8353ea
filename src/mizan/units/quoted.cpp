// SPDX-License-Identifier: Apache-2.0
#include "mizan/units/quoted.hpp"

#include <algorithm>
#include <array>

namespace mizan {

namespace {

std::uint32_t byte_at(std::string_view text, std::size_t offset) {
    return static_cast<unsigned char>(text[offset]);
}

// Characters of which no reader sees what they are or do.
struct Invisible {
    std::uint32_t first, last;
};
constexpr std::array invisible{
    Invisible{0x0000, 0x001F},    // control characters
    Invisible{0x007F, 0x009F},    // and those of eight bits
    Invisible{0x00AD, 0x00AD},    // a hyphen that hides
    Invisible{0x061C, 0x061C},    // directions of writing, here and below
    Invisible{0x200B, 0x200F},    // no width
    Invisible{0x2028, 0x202E},    // ends of lines
    Invisible{0x2060, 0x206F},    //
    Invisible{0xFE00, 0xFE0F},    // variants of the character before
    Invisible{0xFEFF, 0xFEFF},    // byte order mark
    Invisible{0xFFF9, 0xFFFB},    // annotations
    Invisible{0xE0000, 0xE01EF},  // tags
};

bool is_invisible(std::uint32_t code) {
    return std::ranges::any_of(
        invisible, [&](const Invisible& each) { return each.first <= code && code <= each.last; });
}

// U+001B
std::string name_of(std::uint32_t code) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string name;
    for (; code > 0 || name.size() < 4; code /= 16) name += digits[code % 16];
    std::ranges::reverse(name);
    return "U+" + name;
}

}  // namespace

Character character_at(std::string_view text, std::size_t offset) {
    constexpr Character bad{0, 0};
    const std::uint32_t first = byte_at(text, offset);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || offset + length > text.size()) return bad;
    std::uint32_t code = first & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const std::uint32_t next = byte_at(text, offset + i);
        if ((next & 0xC0) != 0x80) return bad;
        code = code << 6 | (next & 0x3Fu);
    }
    constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = 0xD800 <= code && code <= 0xDFFF;
    if (code < least[length] || code > 0x10FFFF || surrogate) return bad;
    return {code, length};
}

std::string printable(std::string_view text, std::size_t longest) {
    constexpr std::uint32_t replacement = 0xFFFD;
    std::string result;
    std::size_t shown = 0;
    for (std::size_t offset = 0; offset < text.size(); ++shown) {
        if (shown == longest) return result + "…";
        const auto [code, length] = character_at(text, offset);
        if (length == 0) {
            result += name_of(replacement);
        } else if (is_invisible(code)) {
            result += name_of(code);
        } else {
            result += text.substr(offset, length);
        }
        offset += std::max<std::size_t>(length, 1);
    }
    return result;
}

std::string in_quotes(std::string_view text, std::size_t longest) {
    return "'" + printable(text, longest) + "'";
}

}  // namespace mizan

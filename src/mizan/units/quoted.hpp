// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mizan {

/// One character of UTF-8: its code, and how many bytes it takes, 0 if they are none.
struct Character {
    std::uint32_t code;
    std::size_t length;
};

/// The character that begins with byte `offset`, which lies within the text.
[[nodiscard]] Character character_at(std::string_view text, std::size_t offset);

/// Text of somebody else, for a message: cut after so many characters, and with the name in place
/// of every character that could command a terminal, hide, or turn round what is read
/// (U+001B, U+202E), and U+FFFD for bytes that are no UTF-8.
[[nodiscard]] std::string printable(std::string_view text, std::size_t longest);

/// The same in quotation marks. THE way to quote in a message what a user, a file or a program
/// said.
[[nodiscard]] std::string in_quotes(std::string_view text, std::size_t longest = 32);

/// How much of a file's name or of a whole message is shown.
inline constexpr std::size_t longest_name = 200;

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mizan/units/error.hpp"
#include "mizan/units/quoted.hpp"

namespace mizan {

/// The longest text any reader accepts, in bytes.
inline constexpr std::size_t max_text = std::size_t{1} << 20;

/// Throws InputError if a text of so many bytes is too long to be read.
void check_length(std::size_t bytes);

/// Throws InputError if the text is longer than max_text or is not UTF-8.
void check_text(std::string_view text);

/// Where byte `offset` stands for a person: "column 7", or "line 2, column 7" if there are more
/// lines. Columns count characters from 1.
[[nodiscard]] std::string place_in(std::string_view text, std::size_t offset);

/// The finite double nearest to a decimal number without separators, such as "-1.5e3". Throws
/// InputError if it is too large for a double, or too small without being 0.
[[nodiscard]] double read_number(std::string_view digits);

/// "did you mean 'name'?" with the name fewest edits away, or nothing if none is near.
[[nodiscard]] std::string suggestion(std::string_view written,
                                     const std::vector<std::string_view>& names);

/// "what at place; hint", without what is empty. `what` is the broken rule unless the parts
/// name another.
[[nodiscard]] InputError error_at(const std::string& what, ErrorParts parts);

/// "expected rule at place, found …; hint", without what is empty.
[[nodiscard]] InputError expected(const std::string& rule, ErrorParts parts);

/// "unknown kind 'name', must be one of …; did you mean …?"
[[nodiscard]] InputError unknown_name(const std::string& kind, std::string_view name,
                                      const std::vector<std::string_view>& names);

/// The same error, of something that stands at `place`.
template <class Kind>
[[nodiscard]] Kind moved_to(const std::string& place, const Kind& error) {
    ErrorParts parts = error.parts();
    parts.place = place;
    return Kind(error.what() + (" at " + place), std::move(parts));
}

/// The same error, of something that has a name: "P: …".
template <class Kind>
[[nodiscard]] Kind under(const std::string& name, const Kind& error) {
    return Kind(name + ": " + error.what(), error.parts());
}

/// "a, b, c"
[[nodiscard]] std::string listed(const std::vector<std::string_view>& names);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "io/json_value.hpp"

namespace mizan {

/// Levels of arrays and objects inside each other that the reader accepts.
inline constexpr int max_json_depth = 256;

/// Throws InputError for anything but one JSON value: with the path for a name used twice, a number
/// beyond the range of a double or too deep nesting, with the place in the text for the rest.
[[nodiscard]] Json parse_json(std::string_view text);

}  // namespace mizan

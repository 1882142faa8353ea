// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mizan::cli {

/// Columns that `text` takes on a terminal, if every character of it takes one.
[[nodiscard]] std::size_t display_width(std::string_view text);

using Rows = std::vector<std::vector<std::string>>;

/// A table: columns as wide as their widest cell, two spaces apart, no spaces at the end of a line.
/// The text of the last column is broken at spaces before column 100, the rest below itself.
[[nodiscard]] std::string aligned(const Rows& rows);

/// "  Label      text", broken at spaces before column 100, the rest indented below the text.
[[nodiscard]] std::string labelled(std::string_view label, std::string_view text);

/// "Assumed: ….", a line for each.
[[nodiscard]] std::string assumed_lines(const std::vector<std::string>& assumptions);

}  // namespace mizan::cli

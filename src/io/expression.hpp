// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "mizan/program/program_template.hpp"

namespace mizan {

/// Reads a program written as an expression:
///
///     10'000 * gaussian(1.1) + 100 * laplace(scale=10) + group(2, renyi([(2, 0.1), (inf, 0.3)]))
///
///     sum      = product { "+" product }
///     product  = number "*" product | "(" sum ")" | name "(" [ argument { "," argument } ] ")"
///     argument = [ name "=" ] ( number | list | sum )
///     list     = "[" [ item { "," item } ] "]",  item = number | "(" number "," number ")"
///     number   = decimal [ "/" decimal ]
///     decimal  = as in C++, with ' between digits | "inf", with an optional "-"
///
/// Throws InputError that says the column, the rule and what was found there.
[[nodiscard]] Program parse_expression(std::string_view text);

/// Reads an expression with one "?" in the place of a number or count, such as
///
///     10'000 * poisson(0.01, gaussian(?))
///
/// Throws InputError as parse_expression does, and unless there is exactly one "?" whose larger
/// values cost always more or always less.
[[nodiscard]] ProgramTemplate parse_template(std::string_view text);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "mizan/convert/convert.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// pure, approximate, renyi, zcdp, cdp or gdp.
[[nodiscard]] std::string_view name_of(Notion notion);

/// The notion with this name. Throws InputError that names the others.
[[nodiscard]] Notion read_notion(std::string_view name);

/// The definition that a program states, if that is all that it is: pure(1), renyi([(2, 0.1)]).
/// Throws InputError for a mechanism or a composition.
[[nodiscard]] Definition definition_in(const Program& program);

}  // namespace mizan

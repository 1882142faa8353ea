// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "mizan/program/program.hpp"

namespace mizan {

/// The shortest expression that parse_expression reads back as an equal program.
[[nodiscard]] std::string print_expression(const Program& program);

}  // namespace mizan

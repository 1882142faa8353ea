// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/program/program.hpp"

namespace mizan {

/// What every answer about this program takes for granted, one sentence each, without the full
/// stop.
[[nodiscard]] std::vector<std::string> assumptions(const ProgramDocument& document,
                                                   Count group_size);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "mizan/program/program.hpp"

#include "sentences.hpp"

namespace mizan::instances {

/// The events and schemes of the program of which no sentence says what they are.
[[nodiscard]] std::set<std::string> unexplained(const Program& program, const Reading& reading);

}  // namespace mizan::instances

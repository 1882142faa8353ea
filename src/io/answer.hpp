// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/account/answer.hpp"

#include "io/json_value.hpp"

namespace mizan {

/// An answer in the shape that every interface shows it.
[[nodiscard]] Json::Object to_json(const Program& program, const Answer& answer);

/// {"lower": …, "upper": …}
[[nodiscard]] Json to_json(const Bracket& bracket);

}  // namespace mizan

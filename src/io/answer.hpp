// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/account/answer.hpp"
#include "mizan/explain/alternatives.hpp"

#include "io/json_value.hpp"

namespace mizan {

/// An answer in the shape that every interface shows it.
[[nodiscard]] Json::Object to_json(const Program& program, const Answer& answer);

/// What is shown beside an answer of what else may be run.
[[nodiscard]] Json::Array to_json(const std::vector<Alternative>& alternatives);

/// {"lower": …, "upper": …}
[[nodiscard]] Json to_json(const Bracket& bracket);

}  // namespace mizan

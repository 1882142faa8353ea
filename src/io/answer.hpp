// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/account/answer.hpp"
#include "mizan/explain/alternatives.hpp"

#include "io/json_value.hpp"

namespace mizan {

/// An answer in the shape that every interface shows it.
[[nodiscard]] Json::Object to_json(const Program& program, const Answer& answer);

/// The alternatives that an answer lists: what code may run in place of what was declared.
[[nodiscard]] Json::Array to_json(const std::vector<Alternative>& alternatives);

/// What was asked.
[[nodiscard]] Json::Object to_json(const Question& question);

/// "epsilon" or "delta", whichever is asked for.
[[nodiscard]] const char* asked_in(const Question& question);

/// An array of strings.
[[nodiscard]] Json to_json(const std::vector<std::string>& texts);

/// {"lower": …, "upper": …}
[[nodiscard]] Json to_json(const Bracket& bracket);

}  // namespace mizan

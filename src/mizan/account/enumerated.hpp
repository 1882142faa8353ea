// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/account/question.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// Everything that can come out of these laws together; empty if some law is not finite or the list
/// would be long.
[[nodiscard]] std::vector<Outcome> listed(const std::vector<RepeatedLaw>& laws,
                                          Directions directions);

/// What is asked of the composition of these laws, by listing all that can come out of it. Empty if
/// some law is not finite or the list would be long.
[[nodiscard]] std::optional<Bracket> enumerated(const std::vector<RepeatedLaw>& laws,
                                                const Question& question);

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/account/answer.hpp"
#include "mizan/program/program.hpp"

namespace mizan::analysis {

/// What all parts together cost a group, by the chain of neighbours from one dataset to the other
/// (DR14 T2.2a), of which each step costs what one record does. Composing first and chaining then
/// tells more than the chain of each part, which has to pay for the rarest losses in every run.
/// Nothing unless all is asked about one group, or where the worst laws are not known.
[[nodiscard]] std::optional<Analysis> by_chain_of_neighbours(const Bill& bill,
                                                             const Question& question);

}  // namespace mizan::analysis

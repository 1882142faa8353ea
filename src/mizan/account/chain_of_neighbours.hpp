// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/account/answer.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/program/program.hpp"

namespace mizan::analysis {

/// An upper bound of the cost to a group, by the chain of neighbours from one dataset to the other
/// (DR14 T2.2a): each step of the chain costs what one record does. All parts are composed first,
/// and the chain is taken of the sum. That bound is lower than the composition of the chains of
/// single parts, because each of those pays for the rarest losses of every run. Empty if events are
/// asked about groups of different sizes, or if some worst law is not known.
[[nodiscard]] std::optional<Analysis> by_chain_of_neighbours(const Bill& bill,
                                                             const Question& question);

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>
#include <vector>

#include "mizan/calibrate/calibrate.hpp"

namespace mizan {

/// A program with an unknown, and its weight in a shared budget.
struct Share {
    ProgramTemplate program;
    Positive weight;
};

/// Programs that meet a target together.
struct SharedCalibration {
    std::vector<Calibration> shares;  ///< of each program, for its own part of the level
    Program program;                  ///< all programs, one after the other
    Bracket cost;                     ///< of that program; its upper end is within the level
};

/// Values of the unknowns with which all programs together meet the target, while the cost of each
/// alone, in the unit of the target, is proportional to its weight (docs/decisions/0002-shares.md).
/// The costs are at most the shares, and below them by no more than 1e-9, relatively, where the
/// cost is known so well. Refused, with the reason, if some program cannot be run within its share.
/// Throws as account does, and InputError without any program or with an infinite level.
[[nodiscard]] std::variant<SharedCalibration, Refused> calibrate(const std::vector<Share>& shares,
                                                                 const Target& target);

}  // namespace mizan

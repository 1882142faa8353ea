// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>
#include <vector>

#include "mizan/calibrate/calibrate.hpp"

namespace mizan {

/// A program with an unknown that shall have a part of a budget.
struct Share {
    ProgramTemplate program;
    Positive weight;
};

/// Programs that meet a target together.
struct SharedCalibration {
    std::vector<Calibration> shares;  ///< of each alone, for its own part of the level
    Program program;                  ///< all of them, one after the other
    Bracket cost;                     ///< of that; its upper end is within the level
};

/// Unknowns with which all programs together meet the target, while what each of them costs alone,
/// in the unit of the target, is proportional to its weight (docs/decisions/0002-shares.md). The
/// costs are as large as can be told, within 1e-9, and never larger than their shares. Refused,
/// with the reason, if some program cannot be run within its share. Throws as account does, and
/// InputError without any program or with an infinite level.
[[nodiscard]] std::variant<SharedCalibration, Refused> calibrate(const std::vector<Share>& shares,
                                                                 const Target& target);

}  // namespace mizan

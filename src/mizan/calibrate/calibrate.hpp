// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "mizan/calibrate/calibration.hpp"
#include "mizan/calibrate/target.hpp"
#include "mizan/program/program_template.hpp"

namespace mizan {

/// The value of the unknown that is closest to missing the target: the least noise, the largest
/// count or sample.
///
/// Counts are exact as far as the two ends of the cost allow: `limit` is the first count that
/// certainly misses. Other numbers have eleven digits; `limit` is within 1e-9 of them, relatively,
/// if the two ends of the cost are as close. Refused if the target cannot be met, or only by a
/// value that makes the release say nothing: infinite noise, no sample, count 0. A value that
/// account refuses counts as one that costs too much. If account refuses every value that was
/// tried, this throws what account throws.
[[nodiscard]] std::variant<Calibration, Refused> calibrate(const ProgramTemplate& program,
                                                           const Target& target);

}  // namespace mizan

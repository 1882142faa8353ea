// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// A program that meets a target and costs nearly as much as the target allows.
struct Calibration {
    double parameter;  ///< the value of the unknown
    Program program;
    Bracket cost;  ///< in the unit of the target; its upper end is within the level
    /// Beyond this value no program meets the target, for certain: the best value lies between
    /// `parameter` and `limit`. Equal to `parameter` if that is the last possible value. It is the
    /// last possible value if nothing beyond `parameter` is known to miss the target.
    double limit;
    double tolerance;  ///< how far the best value can be from `parameter`, relative to that
};

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "mizan/account/account.hpp"
#include "mizan/convert/convert.hpp"
#include "mizan/program/program_template.hpp"

namespace mizan {

/// The privacy that a program shall keep: (epsilon, delta)-privacy for these neighbours.
struct Target {
    Epsilon epsilon;
    Delta delta;
    Relation relation = Relation::add_or_remove_one;
    Count group_size = 1;
};

/// A program that meets a target, as cheap as can be told.
struct Calibration {
    double parameter;  ///< what the unknown is
    Program program;
    Answer answer;  ///< what the program costs; its upper end is within the target
    /// A value beyond which no program meets the target, for certain: with it and `parameter` the
    /// best value lies between them. Equal to `parameter` if there is nothing beyond.
    double limit;
};

/// The unknown that is closest to missing the target: the least noise, the largest count or sample.
/// Numbers are found within 1e-9 of where the upper end of the cost meets the target; counts exactly.
/// Refused if no value of the unknown is known to meet the target. Throws as account does.
[[nodiscard]] std::variant<Calibration, Refusal> calibrate(const ProgramTemplate& program,
                                                           const Target& target);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "mizan/account/question.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

// Whole curves of a program; both ends of every point are proved. If only a promise is known of a
// mechanism, the lower end of a privacy loss is that of some mechanism that keeps the promise. All
// curves throw Refused, with the reason, if the program has no meaning under the relation or no
// such curve is known, and InputError if more than max_curve_points points are asked for.

/// One point of a curve: y lies in the bracket.
struct CurvePoint {
    double x;
    Bracket y;
};

/// The most points that a curve may have.
inline constexpr int max_curve_points = 1'000'000;

/// Throws InputError unless a curve of so many points is answered.
void check_number_of_points(std::size_t points);

}  // namespace mizan

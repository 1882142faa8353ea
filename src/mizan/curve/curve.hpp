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
//
// The limit of work is that of a whole curve. Points for which too little is left are wide.

/// One point of a curve: y lies in the bracket.
struct CurvePoint {
    double x;
    Bracket y;
};

/// The most points that a curve may have.
inline constexpr int max_curve_points = 1'000'000;

/// Throws InputError unless a curve of so many points is answered.
void check_number_of_points(std::size_t points);

/// The share that a point gets of the work that is left, when so many points are known: as much as
/// each of those that are left, but at least a tenth, because the first points of a curve make
/// lines that serve the others.
[[nodiscard]] double share_of_point(std::size_t known, std::size_t points);

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "mizan/numeric/bracket.hpp"
#include "mizan/numeric/jet.hpp"

namespace mizan::quadrature {

/// A function on the line, written for jets: it is evaluated at points and on whole intervals.
using Function = std::function<Jet(const Jet&)>;

/// When to stop refining. The answer is a true bracket wherever that is.
struct Effort {
    double relative_width = 1e-12;
    int panels = 4000;
};

/// The integral of f from the first to the last of the increasing, finite `points`. Kinks and jumps
/// of f belong among the points; one that does not only costs time.
///
/// Each panel is bracketed by a Taylor polynomial at its middle, with the last coefficient taken on
/// the whole panel, and by the range of f times its length; the worst panel is halved until the
/// sum is known well enough.
[[nodiscard]] Bracket integral(const Function& f, std::span<const double> points,
                               Effort effort = {});

/// The same function with a sharper value on intervals: that at the middle plus what the slope
/// allows, which does not suffer where a formula names its variable several times.
[[nodiscard]] Function by_mean_value(Function f);

/// The integral of exp(exponent) from `from` to inf, or from -inf to `from`: if the exponent falls
/// at least at the rate m all the way out, it is at most exp(exponent(from)) / m. [0, inf] if that
/// cannot be shown.
[[nodiscard]] Bracket tail_to_the_right(const Function& exponent, double from);
[[nodiscard]] Bracket tail_to_the_left(const Function& exponent, double from);

}  // namespace mizan::quadrature

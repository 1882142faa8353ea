// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/line/contour.hpp"
#include "mizan/inversion/line/smoothed_line.hpp"

namespace mizan::inversion {

/// A smoothed line and the relative width that it should have at its ε.
struct Smoothed {
    SmoothedLine line;
    double width;
};

/// Made for this relative width, or for more where that takes too much: more than `times` the usual
/// work.
[[nodiscard]] std::optional<Smoothed> smoothed_along(const Composition& parts,
                                                     const Contour& contour, double width,
                                                     double times = 1);

}  // namespace mizan::inversion

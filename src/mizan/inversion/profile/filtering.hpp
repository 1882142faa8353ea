// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "mizan/inversion/line/contour.hpp"
#include "mizan/inversion/line/filtered_line.hpp"

namespace mizan::inversion {

/// The contour of a filtered line; empty if it is not known to take fewer nodes than a plain one.
[[nodiscard]] std::optional<FilteredContour> filtered(const Composition& parts,
                                                      const Contour& contour, double log_delta,
                                                      double tolerance);

/// The most nodes that a plain line may take if this filtered line is possible in its place.
[[nodiscard]] std::size_t nodes_worth_trying(const std::optional<FilteredContour>& instead);

/// The filtered line near the ε at which δ is `delta`. The first guess, from the saddle, can be far
/// off if rare large losses decide.
[[nodiscard]] std::optional<FilteredLine> filtered_near(const Composition& parts, Contour contour,
                                                        double delta, double tolerance);

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/smoothing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/inversion/profile/effort.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

// δ falls by a factor of e within 1/c; a kernel that is wider than this share of it tells nothing.
constexpr double share_of_fall = 0.3;

// The line is made a little narrower than asked, because its width is known only about.
constexpr double share_of_width = 0.9;

// What rounding and skipped nodes may add, over the width.
constexpr double share_of_tolerance = 1e-3;

// Runs of a single mechanism get more work, because a node costs less there than with several.
// Where the mechanism has many atoms each node costs more, so it gets less again.
constexpr double for_one_mechanism = 2.2, for_many_atoms = 1.6;
constexpr std::size_t many_atoms = 16;

double patience_for_smoothing(const Composition& parts) {
    if (parts.size() > 1) return 1;
    return parts.front().loss->atoms().size() > many_atoms ? for_many_atoms : for_one_mechanism;
}

}  // namespace

std::optional<Smoothed> smoothed_along(const Composition& parts, const Contour& contour,
                                       double width, double times) {
    // δ'' is about c(c+1) δ, and the width of ε about gap·(c+1).
    const double c = contour.c;
    const double size = c > 0 ? std::max(contour.epsilon, 1 / c) / (c + 1) : 1 / contour.width;
    const double farthest = c > 0 ? share_of_fall / (c * (c + 1)) : infinity;
    const double gap = share_of_width * std::min(width * size, farthest);
    auto line = SmoothedLine::along(parts, contour, gap,
                                    std::min(share_of_tolerance * width, Tolerance::least),
                                    times * patience_for_smoothing(parts));
    if (!line) return std::nullopt;
    const double found = line->gap() / (share_of_width * size);
    return Smoothed{*std::move(line), found};
}

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/line/contour.hpp"
#include "mizan/inversion/line/filtered_line.hpp"
#include "mizan/inversion/line/lattice_line.hpp"
#include "mizan/inversion/line/line.hpp"
#include "mizan/inversion/line/middle_line.hpp"
#include "mizan/inversion/line/precise_line.hpp"
#include "mizan/inversion/line/shortfall_line.hpp"
#include "mizan/inversion/line/smoothed_line.hpp"
#include "mizan/inversion/profile/aim.hpp"
#include "mizan/inversion/profile/recent_lines.hpp"

namespace mizan::inversion {

/// A composition, how well it is wanted to be known, the lines that were made for it so far and
/// where the latest of them lay. The searches for δ and for ε take lines from here and leave new
/// ones.
struct LineStock {
    LineStock(Composition composition, const Aim& aimed);

    /// Where lines lie, sought from where the latest one was.
    [[nodiscard]] std::optional<Contour> contour_at(double epsilon, double tolerance);
    [[nodiscard]] std::optional<Contour> contour_reaching(double delta, double tolerance);
    [[nodiscard]] std::optional<Chernoff> chernoff_at(double epsilon);

    /// κ(c) e^{K(c) - cε} + d, an upper bound of δ(ε); and the least of them that was found.
    [[nodiscard]] double bound_at(const Chernoff& chernoff, double epsilon) const;
    [[nodiscard]] double chernoff_bound(double epsilon);

    /// One period of the lattice, where there is one that is short enough.
    [[nodiscard]] std::optional<LatticeLine> lattice_line(
        const Contour& contour, double tolerance,
        std::size_t most_nodes = LatticeLine::most_nodes) const;

    /// Whether so much of δ cancels that the digits of a double are too few.
    [[nodiscard]] bool cancels(double epsilon, double delta) const;

    /// Whether a line that took too much work will be asked with so many times the usual one.
    [[nodiscard]] bool goes_on(double times) const;

    /// Whether the lines used last tell δ(ε) well enough; they narrow `best`.
    [[nodiscard]] bool latest_tell(double epsilon, Bracket& best);

    /// About the standard deviation of the loss, in plain numbers.
    [[nodiscard]] double spread() const;

    Composition parts;
    Aim aim;
    Bracket infinite_mass = 0;
    std::optional<Lattice> lattice;  ///< of all losses, if there is one

    double saddle = 0;          ///< of the latest line, if that was right of 0
    double needed = 0;          ///< times the usual work, for the latest line that was not made
    bool is_too_dear = false;   ///< a line took more than it was said to need
    bool is_exhausted = false;  ///< the limit of work left an answer much wider than it was wanted

    RecentLines<LatticeLine> lattice_lines;
    RecentLines<Line> lines;
    RecentLines<FilteredLine> filtered_lines;    ///< used where plain ones decay slowly
    RecentLines<ShortfallLine> shortfall_lines;  ///< used where rare large losses rule all others
    RecentLines<MiddleLine> middle_lines;        ///< used there where losses have no end
    RecentLines<PreciseLine> precise_lines;      ///< used where all but the last digits cancel
    RecentLines<SmoothedLine> smoothed_lines;    ///< used where no line decays
};

}  // namespace mizan::inversion

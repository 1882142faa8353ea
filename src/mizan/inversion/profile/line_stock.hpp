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

/// A composition, the aim of the questions about it, the lines that were made for it so far, and
/// the place of the latest of them. The searches for δ and for ε take lines from here and add new
/// ones.
struct LineStock {
    LineStock(Composition composition, const Aim& aimed);

    /// The contour of a line, sought from the place of the latest one.
    [[nodiscard]] std::optional<Contour> contour_at(double epsilon, double tolerance);
    [[nodiscard]] std::optional<Contour> contour_reaching(double delta, double tolerance);
    [[nodiscard]] std::optional<Chernoff> chernoff_at(double epsilon);

    /// κ(c) e^{K(c) - cε} + d, an upper bound of δ(ε); and the least such bound that was found.
    [[nodiscard]] double bound_at(const Chernoff& chernoff, double epsilon) const;
    [[nodiscard]] double chernoff_bound(double epsilon);

    /// The ε at which the bound with the latest c falls to `delta`; infinite without such a c.
    [[nodiscard]] double chernoff_epsilon(double delta) const;

    /// One period of the lattice, if there is one that is short enough.
    [[nodiscard]] std::optional<LatticeLine> lattice_line(
        const Contour& contour, double tolerance,
        std::size_t most_nodes = LatticeLine::most_nodes) const;

    /// Whether so many digits of δ cancel that doubles have too few.
    [[nodiscard]] bool cancels(double epsilon, double delta) const;

    /// Whether a line that takes so many times the usual work may be made later, by a second try.
    [[nodiscard]] bool goes_on(double times) const;

    /// Narrows `best` by the lines used last; true if δ(ε) is known well enough by them.
    [[nodiscard]] bool latest_tell(double epsilon, Bracket& best);

    /// An estimate of the standard deviation of the loss, in plain numbers.
    [[nodiscard]] double spread() const;

    Composition parts;
    Aim aim;
    Bracket infinite_mass = 0;
    std::optional<Lattice> lattice;  ///< of all losses, if there is one

    double saddle = 0;  ///< the c of the latest line, if that was right of 0
    /// how many times the usual work the latest line would take that was not made
    double needed = 0;
    bool is_too_dear = false;   ///< a line took more work than it had said
    bool is_exhausted = false;  ///< work ended and left an answer much wider than its aim

    RecentLines<LatticeLine> lattice_lines;
    RecentLines<Line> lines;
    RecentLines<FilteredLine> filtered_lines;  ///< where the integrand of plain ones decays slowly
    RecentLines<ShortfallLine> shortfall_lines;  ///< where rare large losses dominate all others
    RecentLines<MiddleLine> middle_lines;        ///< the same, if losses have no upper bound
    RecentLines<PreciseLine> precise_lines;      ///< where all but the last digits cancel
    RecentLines<SmoothedLine> smoothed_lines;    ///< where the integrand of no other line decays
};

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "mizan/inversion/line/composition.hpp"
#include "mizan/inversion/line/rough_line.hpp"
#include "mizan/inversion/profile/aim.hpp"
#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan::inversion {

// How much work an answer is worth, and how well its lines are computed. No bound depends on these
// numbers: a worse choice takes longer or leaves an answer wider.

/// How much work a question is worth, in multiples of what `Line::along` calls usual.
struct Patience {
    double wide;   ///< an answer that is wider than this is worth a second try
    double usual;  ///< allowed for the first try
    double times;  ///< allowed for the second
};

/// Runs of a single mechanism are asked about most, and their nodes cost least: they get more work.
[[nodiscard]] Patience patience_for(const Composition& parts, bool is_patient);

/// If few digits are wanted, the first try gets less work: a smoothed line has few digits sooner
/// than a plain one, which has all digits or none.
[[nodiscard]] Patience patience_for_epsilon(const Composition& parts, const Aim& aim);

/// The relative errors of δ that lines are made for.
struct Tolerance {
    /// For plain lines, in which each further digit costs little. If rare losses are large, δ is
    /// far below what its saddle says, so that a relative error of the saddle's value is many times
    /// larger for δ.
    static constexpr double least = 1e-10;
    /// For filtered lines and lines from below, in which each digit costs much: about the rounding
    /// of doubles.
    static constexpr double filtered = 3e-11;
    /// For a line that only shows where an answer lies.
    static constexpr double rough = RoughLine::tolerance;
    /// For lines in arithmetic of thirty digits: one that narrows an answer, and one that shows
    /// every digit of a double.
    static constexpr double precise = 1e-11, verified = 1e-19;
};

/// The relative error of δ for which a plain line is made. For compositions of many parts, whose
/// nodes take long, it is no smaller than the question demands.
[[nodiscard]] double tolerance_for(const Composition& parts, double content);
[[nodiscard]] double filtered_tolerance_for(double content);

/// The relative widths of answers at which a search changes its method.
struct Widths {
    /// An aim above this means that few digits are wanted.
    static constexpr double few_digits = 1e-8;
    /// An answer wider than this is tried from below, if that is possible.
    static constexpr double left_wide = 1e-6;
    /// A smoothed line that is wider than this does not take the place of one period of a lattice.
    static constexpr double rough = 1e-4;
    /// An answer wider than this is sought a second time, from `Aim::guess`.
    static constexpr double very_wide = 0.01;
    /// An answer this narrow, about two units in the last place, needs no second look.
    static constexpr double verified = 4e-16;
};

/// The relative width for which a smoothed line is made. Its work grows with the inverse of its
/// width: each digit costs three times as much as the one before.
[[nodiscard]] double smoothed_width(double content);

/// Numbers of nodes.
struct NodeLimits {
    static constexpr std::size_t most = most_nodes_of_line;
    /// For one period of a lattice, if few digits are wanted.
    static constexpr std::size_t short_period = std::size_t{1} << 14;
    /// For a rough line that may make a better one unnecessary.
    static constexpr std::size_t few = 512;
    /// For a line in arithmetic of thirty digits: a few tenths of a second at most.
    static constexpr std::size_t precise = std::size_t{1} << 15;
};

[[nodiscard]] double relative_width(Bracket x);

/// The number of runs of all parts together.
[[nodiscard]] double runs_of(const Composition& parts);

}  // namespace mizan::inversion

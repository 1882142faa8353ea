// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "mizan/inversion/line/composition.hpp"
#include "mizan/inversion/line/rough_line.hpp"
#include "mizan/inversion/profile/aim.hpp"
#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan::inversion {

// How much work an answer is worth and how well lines are computed for it. No bound depends on
// these numbers: a worse choice costs time or leaves an answer wider.

/// How much work a question is worth, in multiples of what `Line::along` calls usual.
struct Patience {
    double wide;   ///< an answer that is left wider than this is worth a second try
    double usual;  ///< allowed for the first try
    double times;  ///< allowed for the second
};

/// Runs of a single mechanism are asked about most, and each of their nodes costs least: they get
/// more.
[[nodiscard]] Patience patience_for(const Composition& parts, bool is_patient);

/// Where few digits are wanted, the first try gets less: a smoothed line has few digits sooner than
/// a plain one, which has all or none.
[[nodiscard]] Patience patience_for_epsilon(const Composition& parts, const Aim& aim);

/// The relative errors of δ that lines are made for.
struct Tolerance {
    /// Plain lines: each further digit costs little, so that none is saved on. Where rare losses
    /// are large, δ is far below what its saddle says, and few digits of δ are many of that.
    static constexpr double least = 1e-10;
    /// Filtered lines and lines from below, where each digit is dear: to about the rounding of
    /// doubles.
    static constexpr double filtered = 3e-11;
    /// A line that only shows where an answer lies.
    static constexpr double rough = RoughLine::tolerance;
    /// A line in arithmetic of thirty digits; a line that shows every digit of a double.
    static constexpr double precise = 1e-11, verified = 1e-19;
};

/// The relative error of δ that a plain line is made for. Compositions of many parts, of which
/// every node is dear, are content with what was asked for.
[[nodiscard]] double tolerance_for(const Composition& parts, double content);
[[nodiscard]] double filtered_tolerance_for(double content);

/// Relative widths of answers at which a search changes its way.
struct Widths {
    /// An answer that need not be known better has few digits.
    static constexpr double few_digits = 1e-8;
    /// An answer that other lines left wider is looked at from below, where that is possible.
    static constexpr double left_wide = 1e-6;
    /// A smoothed line that is wider is no reason to spare one period of a lattice.
    static constexpr double rough = 1e-4;
    /// An answer that is wider is sought a second time from `Aim::guess`.
    static constexpr double very_wide = 0.01;
    /// What is not worth a second look: about two units in the last place.
    static constexpr double verified = 4e-16;
};

/// The relative width that a smoothed line is made for. Its work grows with the inverse of its
/// width: each digit costs three times as much.
[[nodiscard]] double smoothed_width(double content);

/// Numbers of nodes.
struct NodeLimits {
    static constexpr std::size_t most = most_nodes_of_line;
    /// One period of a lattice, where few digits are wanted.
    static constexpr std::size_t short_period = std::size_t{1} << 14;
    /// A rough line that is to save a better one.
    static constexpr std::size_t few = 512;
    /// A line in arithmetic of thirty digits: a few tenths of a second, at most.
    static constexpr std::size_t precise = std::size_t{1} << 15;
};

[[nodiscard]] double relative_width(Bracket x);

/// The number of runs of all parts together.
[[nodiscard]] double runs_of(const Composition& parts);

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/inversion/line/line.hpp"
#include "mizan/inversion/line/node_scan.hpp"

namespace mizan::inversion {

/// δ(ε) of a composition whose transform does not decay (Laplace noise, randomized response, finite
/// tables: anything with atoms), by the trapezoidal rule with weights that end (KinkWindow). Apart
/// from aliases, the sum with one of the weights is at most δ(ε), and the sum with the other is at
/// least δ(ε).
///
/// Almost all nodes before the end are proven negligible without being computed, interval by
/// interval, by TiltedLoss::multiply_bound.
class SmoothedLine {
public:
    /// A line whose bracket is about `gap` times the density of the loss wide, or wider where that
    /// takes more than `patience` times the usual work; all other errors are below `tolerance`
    /// times the value.
    static std::optional<SmoothedLine> along(const Composition& parts, const Contour& contour,
                                             double gap, double tolerance, double patience = 1);

    /// δ(ε) for any finite ε, negative ones too.
    [[nodiscard]] Bracket delta(double epsilon) const;

    /// The same where the composition has an atom at or next to ε. The atom lies between the two
    /// sums, so that its mass would widen the bracket; because it is known, it is taken off.
    [[nodiscard]] Bracket delta(double epsilon, const compose::Atom& atom) const;

    /// The middle of the bracket in plain numbers, with the derivative: for searching.
    [[nodiscard]] Line::Estimate estimate(double epsilon) const;

    /// About how wide it is, over the density of the loss.
    [[nodiscard]] double gap() const { return gap_.upper; }

private:
    SmoothedLine() = default;

    // Gives the nodes of a scan their weights; false where these exceed what a double holds.
    [[nodiscard]] bool weigh(const NodeScan& scan);

    // Σ of δ and of the density over the nodes, and the phase error of each.
    struct Sums {
        double delta, density, slope;
        bool known;
    };
    [[nodiscard]] Sums sums(double shift, bool with_slope) const;

    // δ(ε), if of what lies between the two sums `certain` is known to be no part of δ.
    [[nodiscard]] Bracket delta_less(double epsilon, double certain) const;

    double c_ = 0, step_ = 0;
    Bracket gap_ = 0;  // KinkWindow::gap_size
    Bracket infinite_mass_ = 0;
    Bracket log_moment_ = 0;  // K(c)
    Bracket centre_ = 0;
    Aliases aliases_{0, 1, 0, 0, 0};

    std::vector<NodeScan::Run> runs_;
    // Φ times KinkWindow::lower and times its gap at the nodes, half of both at 0. Padded so that
    // eight can be read at once.
    std::vector<double> delta_real_, delta_imag_, density_real_, density_imag_;
    // The error of each sum, and its error per unit of |centre - ε|. What the skipped nodes may add
    // is divided by h/π.
    double delta_error_ = 0, delta_phase_error_ = 0, delta_skipped_ = 0;
    double density_error_ = 0, density_phase_error_ = 0, density_skipped_ = 0;
};

}  // namespace mizan::inversion

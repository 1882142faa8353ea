// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "mizan/inversion/line/composition.hpp"
#include "mizan/inversion/line/contour.hpp"

namespace mizan::inversion {

/// Goes through the nodes k·step of a line from 0 on, as far as the work reaches, computes Φ at
/// those that matter and bounds it at those that it skips. Only at the end it is known which node
/// was the last, so that Φ itself is kept and not Φ times a weight.
class NodeScan {
public:
    /// How far a scan goes, how sharp it is, and how much work it may take.
    struct Limits {
        std::size_t end;   ///< of all nodes
        double gap;        ///< τ²/6, if all are reached
        double tolerance;  ///< what may be left out, over the value
        double work;       ///< in additions
    };
    NodeScan(const Composition& parts, const Contour& contour, double step, const Limits& limits);

    /// Whether what may be left out is more than 0.
    [[nodiscard]] bool is_possible() const { return wanted_ > 0; }

    /// After the first few nodes an octave at a time, where higher frequencies take lines of their
    /// own.
    void run();

    /// Neighbouring nodes: k = first, first + 1, …
    struct Run {
        std::size_t first;
        std::size_t begin;  ///< of its values
        std::size_t size;
    };
    /// Φ at a node that was computed, half of it at 0, and how far off it is.
    struct Value {
        double real, imag, modulus, error;
    };
    struct Found {
        std::size_t reached = 0;  ///< all nodes before it are known
        Bracket log_moment = 0;   ///< K(c)
        Bracket centre = 0;
        std::vector<Run> runs = {};
        std::vector<Value> values = {};
        /// Of the nodes that were skipped: |Φ|·step at most, and the same over ω².
        double skipped = 0, skipped_over_square = 0;
    };
    [[nodiscard]] const Found& found() const { return found_; }
    [[nodiscard]] double omega(std::size_t k) const { return static_cast<double>(k) * step_; }

private:
    [[nodiscard]] bool is_too_much() const { return work_ > limits_.work; }

    // |Φ|² below which a node may be skipped: every octave of frequencies gets the same share.
    [[nodiscard]] double negligible_square(double omega) const;

    // A part with one bound for all intervals takes next to no work.
    [[nodiscard]] double work_per_interval(std::size_t part) const;
    void multiply_bounds(const Intervals& intervals, std::span<double> squares);
    void skip(std::size_t nodes, double omega, double square);

    // Makes the parts ready for the nodes before `stop`; false where that is not worth while.
    [[nodiscard]] bool prepare(std::size_t stop);

    // Computes the nodes first, …, first + size - 1, or as many of them as the work reaches.
    void evaluate(std::size_t first, std::size_t size);
    void evaluate_at_once(std::size_t first, std::size_t size);

    // Looks at the nodes before `stop` one by one and computes those that matter, in runs: what
    // lies between two that are close costs less than starting again.
    void visit_nodes(std::size_t stop);
    void visit_some(std::size_t stop);

    // All nodes before `stop`, in intervals of `per_interval`.
    void visit_intervals(std::size_t stop, std::size_t per_interval);

    // Intervals as wide as the parts that vary most can bear; those parts come first in `order_`.
    [[nodiscard]] std::size_t nodes_per_interval();

    const Composition& parts_;
    const Contour& contour_;
    double step_;
    Limits limits_;
    double wanted_;
    Found found_;

    Tilted tilted_;                   // for the frequencies looked at now
    Bracket centre_shift_ = 0;        // of their centre, against that of the line
    std::vector<std::size_t> order_;  // the parts that vary most first
    double work_per_node_, work_per_look_ = 0, work_ = 0;
    double live_share_ = 0;   // of the nodes that were looked at last
    bool is_done_ = false;    // nothing beyond the node reached will be known
    bool is_dearer_ = false;  // a node, at the frequencies looked at now
};

}  // namespace mizan::inversion

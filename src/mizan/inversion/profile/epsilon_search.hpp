// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/profile/line_stock.hpp"

namespace mizan::inversion {

/// The search for the least ε with δ(ε) ≤ `target`. Each round takes the cheapest line that can
/// narrow the bracket of ε. The next line is made for the middle of that bracket.
class EpsilonSearch {
public:
    /// `target` is more than the infinite mass and less than 1.
    EpsilonSearch(LineStock& stock, double target);

    /// Narrows `known`. Throws OutOfWork where the search ends sooner; then `known` is what was
    /// found so far.
    void run(Bracket& known);

private:
    [[nodiscard]] Bracket searched(Bracket known);

    // The result of one kind of line in one round.
    enum class Step {
        failed,    // no such line was made
        plain,     // a plain line was made; it is as sharp as rounding allows
        narrowed,  // another line was made; elsewhere it may be narrower
        moved,     // the answer is far from this contour; the same kind of line is tried near it
        repeated,  // the round is repeated with another limit of nodes
        answered,  // no other line would narrow the answer
    };

    // Searches with lines that take at most `patience` times the usual work. `contour` is that of
    // the first line, and afterwards that of the last one.
    [[nodiscard]] Bracket within(double patience, std::optional<Contour>& contour, Bracket known);

    [[nodiscard]] Step by_period(const Contour& contour);
    [[nodiscard]] Step by_one_of_the_others(const Contour& contour);
    [[nodiscard]] Step by_smoothing(const Contour& contour);

    template <class Curve>
    void narrow_by(const Curve& curve, double guess);

    [[nodiscard]] bool is_narrow() const { return best_.width() <= narrow_ * best_.upper; }

    // Whether the next line would not narrow the answer any more; `last` is the bracket before this
    // line.
    [[nodiscard]] bool is_vain_to_go_on(Bracket last) const;

    // Whether few digits are wanted and this is the first round. Then a smoothed line has them
    // sooner than a long period of a lattice.
    [[nodiscard]] bool is_first_of_few() const;

    // Whether a plain line with more work is better than a smoothed one along this contour, because
    // the smoothed one would leave ε too wide.
    [[nodiscard]] bool smoothing_is_too_wide(const Contour& contour) const;

    LineStock& stock_;
    double target_, above_, tolerance_;  // above_: what the target is beyond the infinite mass
    Patience limits_;

    // Of the lines of one patience:
    double patience_ = 1;
    int round_ = 0;
    Bracket best_ = {0, infinity};
    double narrow_ = 0;  // the relative width that is good enough
};

}  // namespace mizan::inversion

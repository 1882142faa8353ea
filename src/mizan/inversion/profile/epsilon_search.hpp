// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/profile/line_stock.hpp"

namespace mizan::inversion {

/// The search for the least ε with δ(ε) ≤ `target`. Each round takes the cheapest line that can
/// tell and narrows what is known of ε; the next line lies in the middle of that.
class EpsilonSearch {
public:
    /// `target` is more than the infinite mass and less than 1.
    EpsilonSearch(LineStock& stock, double target);

    /// Narrows `known`.
    [[nodiscard]] Bracket run(Bracket known);

private:
    // What a kind of line has made of a round.
    enum class Step {
        failed,    // no such line was made
        plain,     // a plain line was made, which is as sharp as rounding allows
        narrowed,  // another one, which may be narrower elsewhere
        moved,     // the answer is far from this contour; the same kind of line is tried near it
        repeated,  // the round counts for nothing; the next has another limit of nodes
        answered,  // no other line would tell more
    };

    // By lines that take `patience` times the usual work at most. `contour` is where the first line
    // lies, and then the last one.
    [[nodiscard]] Bracket within(double patience, std::optional<Contour>& contour, Bracket known);

    [[nodiscard]] Step by_period(const Contour& contour);
    [[nodiscard]] Step by_one_of_the_others(const Contour& contour);
    [[nodiscard]] Step by_smoothing(const Contour& contour);

    template <class Curve>
    void narrow_by(const Curve& curve, double guess);

    [[nodiscard]] bool is_narrow() const { return best_.width() <= narrow_ * best_.upper; }

    // Whether the next line would tell no more than this one. `last` is what was known before this
    // line.
    [[nodiscard]] bool is_vain_to_go_on(Bracket last) const;

    // Whether few digits are wanted and this is the first round: a smoothed line has them sooner
    // than a long period of a lattice.
    [[nodiscard]] bool is_first_of_few() const;

    // Whether a plain line with more work is better than a smoothed one along this contour, because
    // that would leave ε too wide.
    [[nodiscard]] bool smoothing_is_too_wide(const Contour& contour) const;

    LineStock& stock_;
    double target_, above_, tolerance_;  // above_: what the target is beyond the infinite mass
    Patience limits_;

    // Of the lines of one patience:
    double patience_ = 1;
    int round_ = 0;
    Bracket best_ = 0;
    double narrow_ = 0;  // the relative width that is good enough
};

}  // namespace mizan::inversion

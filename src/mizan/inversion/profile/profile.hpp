// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/inversion/line/contour.hpp"
#include "mizan/inversion/line/filtered_line.hpp"
#include "mizan/inversion/line/lattice_line.hpp"
#include "mizan/inversion/line/line.hpp"
#include "mizan/inversion/line/middle_line.hpp"
#include "mizan/inversion/line/precise_line.hpp"
#include "mizan/inversion/line/shortfall_line.hpp"
#include "mizan/inversion/line/smoothed_line.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// The privacy profile of a composition in one direction, by inversion. Lines that were computed
/// for one question serve the next, so a curve of many points costs little more than one.
class Profile {
public:
    /// How well an answer is wanted to be known.
    struct Aim {
        double content = 1e-9;    ///< the relative width with which it is content
        double negligible = 0;    ///< what need not be told apart from no δ
        double begin = infinity;  ///< no search for an epsilon begins farther out
        double guess = infinity;  ///< where else it begins, if it was left wide
        bool is_patient = true;   ///< several times the usual work, where that leaves it wide
        bool is_smoothed = true;  ///< smoothed lines, where no other ends soon
        double smoothing = 1;     ///< times the usual work, for those
    };

    explicit Profile(Composition parts) : Profile(std::move(parts), Aim{}) {}
    Profile(Composition parts, Aim aim);

    /// Answers are wanted to be known so well from now on. A δ that was asked about before is sought where
    /// its epsilon was found.
    void aim_at(Aim aim);

    /// δ at this epsilon, which may be negative.
    [[nodiscard]] Bracket delta(double epsilon);

    /// The same where it is known that the loss of the composition has an atom at or next to this epsilon,
    /// which without that knowledge leaves a smoothed line wide there.
    [[nodiscard]] Bracket delta(double epsilon, const compose::Atom& atom);

    /// The least epsilon ≥ 0 with delta(epsilon) ≤ δ.
    [[nodiscard]] Bracket epsilon(Delta delta);

    /// The same in arithmetic of thirty digits: both ends a few units in the last place apart. No
    /// narrower than delta and epsilon where a part has no transform of so many digits or no line
    /// ends within the limit of work.
    ///
    /// Theorem    Mizan26 L6: every digit of an answer
    /// States     Let every operation on pairs of doubles be known up to its error, K(c) and log φ(kh)
    ///            included; then the sum of T1, its scale e^{K(c)-cε} h/π and d = P(L = ∞) are known up to the sum
    ///            of what their operations carry, and the two doubles around δ(ε) bracket it if that, the
    ///            aliases and the tail stay below their distance
    /// Needs      no number beyond e^±700; a whole number of runs
    /// Guarantee  exact; everything that rounds is inside the bracket
    /// Source     Mizan26 (docs/proofs/floating-point.md, with proof)
    /// Test       Oracle.VerifiedAnswersAreNeighbouringDoubles
    [[nodiscard]] Bracket verified_delta(double epsilon);
    [[nodiscard]] Bracket verified_epsilon(Delta delta);

    /// What the latest answer has told of the epsilon at this delta.
    [[nodiscard]] Bracket known_epsilon(Delta delta) const;

    /// About epsilon(delta), in plain numbers, from the saddle point alone; NaN where none is found.
    [[nodiscard]] double estimated_epsilon(Delta delta);

    /// About the standard deviation of the loss, in plain numbers.
    [[nodiscard]] double spread() const;

    /// Whether delta(epsilon) ≤ δ can be shown with little work: by Chernoff's bound, e^{K(c) - cε} κ(c)
    /// with the best c found, or by a line of few nodes. If not, nothing is known.
    [[nodiscard]] bool keeps(double epsilon, Delta delta);

    /// What it is the profile of.
    [[nodiscard]] const Composition& parts() const { return parts_; }

    /// Whether an answer so far took a filtered line.
    [[nodiscard]] bool is_filtered() const { return !filtered_lines_.empty(); }

    /// Whether an answer so far took a line left of both poles.
    [[nodiscard]] bool is_from_below() const { return !shortfall_lines_.empty(); }

    /// Whether an answer so far took a line half way between the poles.
    [[nodiscard]] bool is_from_the_middle() const { return !middle_lines_.empty(); }

    /// Whether an answer so far took one period on a lattice of losses.
    [[nodiscard]] bool is_on_lattice() const { return !lattice_lines_.empty(); }

    /// Whether the limit of work left an answer much wider than it was wanted.
    [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }

    /// Whether an answer took arithmetic of thirty digits.
    [[nodiscard]] bool took_precision() const { return !precise_lines_.empty(); }

private:
    // One period of the lattice, where there is one that is short enough.
    [[nodiscard]] std::optional<LatticeLine> lattice_line(
        const Contour& contour, double tolerance,
        std::size_t most_nodes = LatticeLine::most_nodes) const;

    // All narrow what is known already, by lines that take so many times the usual work at most. `contour` is
    // where the first line lies, and then the last one.
    [[nodiscard]] Bracket delta_within(double patience, double epsilon, Bracket best);
    [[nodiscard]] Bracket narrower_epsilon(double target, Bracket known);
    [[nodiscard]] Bracket epsilon_within(double patience, double target,
                                         std::optional<Contour>& contour, Bracket best);

    // Both narrow what is known already by lines that see only the losses below ε, or that lie half way between the
    // poles, where rare large losses rule all others. `guess` is about δ.
    [[nodiscard]] Bracket delta_from_below(double epsilon, double guess, Bracket known);
    [[nodiscard]] Bracket epsilon_from_below(double target, Bracket known);
    [[nodiscard]] double guess_from_below(double target) const;

    // Whether those tell δ at ε better than the line along `contour` would.
    [[nodiscard]] bool suits_sight_from_below(const Contour& contour, double epsilon,
                                              double delta) const;

    // Where lines lie, sought from where the latest one was.
    [[nodiscard]] std::optional<Contour> contour_at(double epsilon, double tolerance);
    [[nodiscard]] std::optional<Contour> contour_reaching(double delta, double tolerance);
    [[nodiscard]] std::optional<Chernoff> chernoff_at(double epsilon);

    // Whether so much of δ cancels that the digits of a double are too few.
    [[nodiscard]] bool cancels(double epsilon, double delta) const;

    // Whether a line that took too much work will be asked with so many times the usual one.
    [[nodiscard]] bool goes_on(double times) const;

    // Whether it will also be asked after a smoothed line along this contour, because that would leave the
    // epsilon of this δ, `known` so far, wider than `wide`.
    [[nodiscard]] bool smoothing_is_too_wide(const Contour& contour, double delta, Bracket known,
                                             double wide) const;

    // κ(c) e^{K(c) - cε} + d, an upper bound of δ, and the least that was found.
    [[nodiscard]] double bound_at(const Chernoff& chernoff, double epsilon) const;
    [[nodiscard]] double chernoff_bound(double epsilon);

    // Both narrow what is known already by lines in precise arithmetic, where that can help.
    [[nodiscard]] Bracket precise_delta(double epsilon, Bracket known);
    [[nodiscard]] Bracket precise_epsilon(double delta, Bracket known);

    // A line on which δ, about `delta` at `epsilon`, is known to the last digit of a double.
    [[nodiscard]] std::optional<PreciseLine> verifying_line(double epsilon, double delta);

    Composition parts_;
    Aim aim_;
    Bracket infinite_mass_ = 0;
    std::optional<Lattice> lattice_;  // of all losses, if there is one
    // The δ that was asked about last, and what is known of its epsilon.
    struct Answer {
        double delta;
        Bracket epsilon;
    };
    std::optional<Answer> latest_;
    double saddle_ = 0;         // of the latest line, if that was right of 0
    double needed_ = 0;         // times the usual work, for the latest line that was not made
    bool is_too_dear_ = false;  // a line that took more than it was said to need
    bool is_exhausted_ = false;
    std::vector<LatticeLine> lattice_lines_;
    std::vector<Line> lines_;
    std::vector<FilteredLine> filtered_lines_;    // used where they decay slowly
    std::vector<ShortfallLine> shortfall_lines_;  // used where rare large losses rule all others
    std::vector<MiddleLine> middle_lines_;        // used there where losses have no end
    std::vector<PreciseLine> precise_lines_;      // used where all but the last digits cancel
    std::vector<SmoothedLine> smoothed_lines_;    // used where no line decays
};

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "mizan/inversion/profile/aim.hpp"
#include "mizan/inversion/profile/line_stock.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// The privacy profile of a composition in one direction, by inversion. Lines that were made for
/// one question serve the next, so a curve of many points costs little more than one point.
class Profile {
public:
    using Aim = inversion::Aim;

    explicit Profile(Composition parts) : Profile(std::move(parts), Aim{}) {}
    Profile(Composition parts, Aim aim);

    /// Sets the aim of all answers from now on. If the same δ is asked again, the search begins
    /// where its epsilon was found.
    void aim_at(Aim aim);

    /// δ at this epsilon, which may be negative.
    [[nodiscard]] Bracket delta(double epsilon);

    /// The same for an epsilon at which, or next to which, the loss of the composition is known to
    /// have an atom. Without that knowledge a smoothed line is wide there.
    [[nodiscard]] Bracket delta(double epsilon, const compose::Atom& atom);

    /// The least epsilon ≥ 0 with delta(epsilon) ≤ δ.
    [[nodiscard]] Bracket epsilon(Delta delta);

    /// The same in arithmetic of thirty digits: both ends a few units in the last place apart. The
    /// answers are no narrower than those of delta and epsilon if some part has no transform of so
    /// many digits, or if no line ends within the limit of work.
    ///
    /// Theorem    Mizan26 L6: every digit of an answer
    /// States     Let every operation on pairs of doubles be known up to its error, K(c) and log
    ///            φ(kh) included; then the sum of T1, its scale e^{K(c)-cε} h/π and d = P(L = ∞)
    ///            are known up to the sum of what their operations carry, and the two doubles
    ///            around δ(ε) bracket it if that, the aliases and the tail stay below their
    ///            distance
    /// Needs      no number beyond e^±700; a whole number of runs
    /// Guarantee  exact; everything that rounds is inside the bracket
    /// Source     Mizan26 (docs/proofs/floating-point.md, with proof)
    /// Test       Oracle.VerifiedAnswersAreNeighbouringDoubles
    [[nodiscard]] Bracket verified_delta(double epsilon);
    [[nodiscard]] Bracket verified_epsilon(Delta delta);

    /// An upper bound of epsilon(delta), Chernoff's at the latest saddle, for little work; infinite
    /// if no saddle was found.
    [[nodiscard]] double epsilon_bound(Delta delta) const {
        return stock_.chernoff_epsilon(delta.value());
    }

    /// What is known, from the latest answer, of the epsilon at this delta.
    [[nodiscard]] Bracket known_epsilon(Delta delta) const;

    /// An estimate of epsilon(delta) in plain numbers, from the saddle point alone; NaN if there is
    /// none. The search begins near a saddle of a similar composition, if that is above 0.
    [[nodiscard]] double estimated_epsilon(Delta delta, double near = 0);

    /// The latest saddle, 0 if none was found right of 0.
    [[nodiscard]] double saddle() const { return stock_.saddle; }

    /// An estimate of the standard deviation of the loss, in plain numbers.
    [[nodiscard]] double spread() const { return stock_.spread(); }

    /// Whether little work shows that delta(epsilon) ≤ δ: Chernoff's bound e^{K(c) - cε} κ(c) with
    /// the best c found, or a line of few nodes. If false, nothing is known.
    [[nodiscard]] bool keeps(double epsilon, Delta delta);

    /// The composition.
    [[nodiscard]] const Composition& parts() const { return stock_.parts; }

    /// Whether an answer so far took a filtered line.
    [[nodiscard]] bool is_filtered() const { return !stock_.filtered_lines.empty(); }

    /// Whether an answer so far took a line left of both poles.
    [[nodiscard]] bool is_from_below() const { return !stock_.shortfall_lines.empty(); }

    /// Whether an answer so far took a line half way between the poles.
    [[nodiscard]] bool is_from_the_middle() const { return !stock_.middle_lines.empty(); }

    /// Whether an answer so far took one period on a lattice of losses.
    [[nodiscard]] bool is_on_lattice() const { return !stock_.lattice_lines.empty(); }

    /// Whether work ended and left an answer much wider than its aim.
    [[nodiscard]] bool is_exhausted() const { return stock_.is_exhausted; }

    /// Whether an answer took arithmetic of thirty digits.
    [[nodiscard]] bool took_precision() const { return !stock_.precise_lines.empty(); }

private:
    [[nodiscard]] bool shows_that_it_keeps(double epsilon, Delta delta);

    LineStock stock_;
    // The δ of the latest question, and what is known of its epsilon.
    struct Answer {
        double delta;
        Bracket epsilon;
    };
    std::optional<Answer> latest_;
};

}  // namespace mizan::inversion

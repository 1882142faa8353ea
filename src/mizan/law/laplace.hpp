// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/abilities.hpp"
#include "mizan/mechanism/laplace.hpp"

namespace mizan {

/// Laplace noise, moved by one sensitivity.
struct LaplaceLaw {
    Laplace mechanism;
    friend bool operator==(const LaplaceLaw&, const LaplaceLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }
    void add_to(Parts& parts, double count) const;
    [[nodiscard]] Bracket largest_loss(const Directions& directions) const;

    [[nodiscard]] Bracket delta(Epsilon epsilon) const { return mechanism.delta(epsilon); }
    [[nodiscard]] std::optional<ClosedForm> closed_form(const Asked& asked) const;
    [[nodiscard]] Bracket tradeoff(Probability rate) const { return mechanism.tradeoff(rate); }
    [[nodiscard]] double renyi_from_below(Order order) const;
    [[nodiscard]] LossRange loss_range() const;
    [[nodiscard]] Bracket loss_cdf(double loss) const { return mechanism.loss_cdf(loss); }
    [[nodiscard]] std::optional<TwoAtoms> two_atoms(const Directions& directions) const;
    [[nodiscard]] std::optional<EndAtom> end_atom(const Directions& directions) const;
    [[nodiscard]] SpreadLosses spread_losses() const;
    [[nodiscard]] std::optional<Bracket> precisely(double count, const Asked& asked,
                                                   Bracket known) const;
    [[nodiscard]] Draw draw() const;
};

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/abilities.hpp"
#include "mizan/mechanism/discrete_laplace.hpp"

namespace mizan {

/// Discrete Laplace noise on a whole number, moved by the sensitivity.
struct DiscreteLaplaceLaw {
    DiscreteLaplace mechanism;
    friend bool operator==(const DiscreteLaplaceLaw&, const DiscreteLaplaceLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }
    void add_to(Parts& parts, double count) const;
    [[nodiscard]] Bracket largest_loss(const Directions& directions) const;

    [[nodiscard]] Bracket delta(Epsilon epsilon) const { return mechanism.delta(epsilon); }
    [[nodiscard]] std::optional<ClosedForm> closed_form(const Asked& asked) const;
    [[nodiscard]] Bracket tradeoff(Probability rate) const { return mechanism.tradeoff(rate); }
    [[nodiscard]] double renyi_from_below(Order order) const;
    [[nodiscard]] LossRange loss_range() const;
    [[nodiscard]] Bracket loss_cdf(double loss) const { return mechanism.loss_cdf(loss); }
    [[nodiscard]] std::vector<Outcome> outcomes(const Directions& directions) const;
    [[nodiscard]] std::optional<PrivacyLoss> losses(const Directions& directions) const;
    [[nodiscard]] std::optional<EndAtom> end_atom(const Directions& directions) const;
    [[nodiscard]] Draw draw() const;
};

}  // namespace mizan

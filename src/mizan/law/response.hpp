// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "mizan/compose/loss_law.hpp"
#include "mizan/law/abilities.hpp"
#include "mizan/numeric/precise.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// Randomized response with this epsilon, which shows its input with probability `failure`: the
/// worst of all (epsilon, failure)-private mechanisms.
struct ResponseLaw {
    Bracket epsilon;
    Delta failure = Delta{0.0};
    std::optional<double> p = std::nullopt;  ///< of one answer, where epsilon is |log(p/(1-p))|
    friend bool operator==(const ResponseLaw&, const ResponseLaw&) = default;

    static constexpr bool is_finite = true;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }
    void add_to(Parts& parts, double count) const;
    [[nodiscard]] Bracket largest_loss(const Directions& directions) const;

    [[nodiscard]] Bracket tradeoff(Probability rate) const;
    [[nodiscard]] double renyi_from_below(Order order) const;
    [[nodiscard]] std::vector<Outcome> outcomes(const Directions& directions) const;
    [[nodiscard]] std::optional<PrivacyLoss> losses(const Directions& directions) const;
    [[nodiscard]] std::optional<TwoAtoms> two_atoms(const Directions& directions) const;
    [[nodiscard]] std::optional<EndAtom> end_atom(const Directions& directions) const;
    [[nodiscard]] std::optional<SureLoss> sure_loss(const Directions& directions) const;
    [[nodiscard]] RepeatedLosses repeated_losses(compose::Side side, double count,
                                                 double negligible) const;
    [[nodiscard]] std::optional<Bracket> precisely(double count, const Asked& asked,
                                                   Bracket known) const;
    [[nodiscard]] Draw draw() const { return outcomes({}); }

    /// epsilon to some thirty digits: p determines it beyond the digits of a double.
    [[nodiscard]] std::function<Precise()> precise_epsilon() const;
};

}  // namespace mizan

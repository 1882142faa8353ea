// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/law/abilities.hpp"
#include "mizan/numeric/precise.hpp"

namespace mizan {

/// N(mu, 1) against N(0, 1).
struct GaussianLaw {
    Bracket mu;
    std::optional<double> sigma = std::nullopt;  ///< 1/mu, where that is a double
    friend bool operator==(const GaussianLaw&, const GaussianLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }
    void add_to(Parts& parts, double count) const;
    [[nodiscard]] Bracket largest_loss(const Directions& directions) const;

    [[nodiscard]] Bracket delta(Epsilon epsilon) const;
    [[nodiscard]] std::optional<ClosedForm> closed_form(const Asked& asked) const;
    [[nodiscard]] Bracket tradeoff(Probability rate) const;
    [[nodiscard]] double renyi_from_below(Order order) const;
    [[nodiscard]] LossRange loss_range() const;
    [[nodiscard]] Bracket loss_cdf(double loss) const;
    [[nodiscard]] std::optional<EndAtom> end_atom(const Directions& directions) const;
    [[nodiscard]] std::optional<SureLoss> sure_loss(const Directions& directions) const;
    [[nodiscard]] Draw draw() const;

    /// mu to some thirty digits: what sigma says of it beyond the digits of a double.
    [[nodiscard]] Precise precise_mu() const;

private:
    // sigma, where it says more of mu than the bracket does.
    [[nodiscard]] std::optional<double> noise_beyond_doubles() const;
};

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/abilities.hpp"
#include "mizan/mechanism/discrete_gaussian.hpp"

namespace mizan {

/// Discrete Gaussian noise on a whole number, moved by the sensitivity.
struct DiscreteGaussianLaw {
    DiscreteGaussian mechanism;
    friend bool operator==(const DiscreteGaussianLaw&, const DiscreteGaussianLaw&) = default;

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
    [[nodiscard]] static Draw draw();

    /// The least noise whose transform is a sum of packets.
    static constexpr double least_with_packets = 2;
};

}  // namespace mizan

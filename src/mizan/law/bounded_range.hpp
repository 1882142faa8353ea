// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/abilities.hpp"
#include "mizan/mechanism/bounded_range.hpp"

namespace mizan {

/// The pair that dominates all mechanisms of bounded range ε. No mechanism attains this pair, but
/// at every single epsilon some mechanism attains its δ.
struct BoundedRangeLaw {
    BoundedRange mechanism;
    friend bool operator==(const BoundedRangeLaw&, const BoundedRangeLaw&) = default;

    /// Every single answer about one run is attained, though not all by one pair of distributions.
    static constexpr bool is_envelope = true;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }
    void add_to(Parts& parts, double count) const;
    [[nodiscard]] Bracket largest_loss(const Directions& directions) const;

    [[nodiscard]] Bracket delta(Epsilon epsilon) const { return mechanism.delta(epsilon); }
    [[nodiscard]] std::optional<ClosedForm> closed_form(const Asked& asked) const;
    [[nodiscard]] Bracket tradeoff(Probability rate) const { return mechanism.tradeoff(rate); }
    [[nodiscard]] double renyi_from_below(Order order) const;
    [[nodiscard]] LossRange loss_range() const;
    [[nodiscard]] Bracket loss_cdf(double loss) const { return mechanism.loss_cdf(loss); }
    [[nodiscard]] SpreadLosses spread_losses() const;
    [[nodiscard]] static bool has_exact_renyi_curve() { return true; }
    [[nodiscard]] static Draw draw();
};

}  // namespace mizan

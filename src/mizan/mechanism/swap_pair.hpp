// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// Two distributions that exchange the probabilities of two outcomes and agree on all others:
/// P = (a, b, …), Q = (b, a, …) with a ≥ b. Randomized response of every size has such a worst
/// pair. Both orders are alike.
struct SwapPair {
    Bracket heavy;  ///< a
    Bracket light;  ///< b
    Bracket gap;    ///< a - b, known better than from the difference
    Bracket loss;   ///< log(a/b)

    /// Two equal distributions.
    [[nodiscard]] static SwapPair equal() { return {0.5, 0.5, 0, 0}; }

    [[nodiscard]] Bracket delta(Epsilon epsilon) const;
    [[nodiscard]] Bracket epsilon(Delta delta) const;
    [[nodiscard]] Bracket renyi(Order order) const;

    /// Hoeffding's for a loss that stays within ±log(a/b).
    [[nodiscard]] Tau tau() const { return Tau{loss.upper}; }

    [[nodiscard]] Bracket tradeoff(Probability false_positive) const;
    [[nodiscard]] Bracket loss_cdf(double at) const;
};

}  // namespace mizan

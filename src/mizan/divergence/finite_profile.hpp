// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "mizan/divergence/finite.hpp"

namespace mizan {

/// δ(ε) of two distributions with many outcomes, for many ε: what hockey_stick() sums up at every ε
/// is added up once.
///
/// Between two losses δ is a straight line in e^ε. From the largest loss down, with
/// T(l) = Σ_{l_j ≥ l} p_j e^{l - l_j},
///
///     δ(ε) = δ(l) + T(l) (1 - e^{ε - l})     where l is the least loss above ε,
///
/// a sum of positive terms, so that nothing cancels.
class FiniteProfile {
public:
    explicit FiniteProfile(std::span<const Outcome> outcomes);

    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

private:
    // At one of the losses: δ there and T.
    struct Corner {
        double loss;
        double delta;
        double weight;
    };
    // δ grows with every probability and every loss: each end has the corners of its own side.
    struct End {
        double infinite = 0;               // δ(∞)
        std::vector<Corner> corners = {};  // the largest loss first, down to 0
    };
    static End end_of(std::span<const Outcome> outcomes, double Bracket::*side);
    [[nodiscard]] static Bracket delta_at(const End& end, double epsilon);

    End below_, above_;
};

}  // namespace mizan

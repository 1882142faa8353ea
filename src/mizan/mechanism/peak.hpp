// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// The part of a privacy loss above 0 where that is a single value: P gives the outcomes with
/// this loss the probability `mass`, Q gives them mass · e^(-loss). The profile of such a pair is
/// max(0, mass - e^ε · mass e^(-loss)).
struct Peak {
    Bracket mass;
    Bracket loss;

    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// The least ε with delta(ε) ≤ δ.
    [[nodiscard]] Bracket epsilon(Delta delta) const;
};

}  // namespace mizan

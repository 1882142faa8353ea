// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "mizan/law/directions.hpp"
#include "mizan/numeric/precise.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// Randomized response with this epsilon, which shows its input with probability `failure`: the worst of all
/// (epsilon, failure)-private mechanisms.
struct ResponseLaw {
    Bracket epsilon;
    Delta failure = Delta{0.0};
    std::optional<double> p = std::nullopt;  ///< of one answer, where epsilon is |log(p/(1-p))|
    friend bool operator==(const ResponseLaw&, const ResponseLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }

    /// epsilon to some thirty digits: what p says of it beyond the digits of a double.
    [[nodiscard]] std::function<Precise()> precise_epsilon() const;
};

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/law/directions.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/numeric/precise.hpp"

namespace mizan {

/// N(mu, 1) against N(0, 1).
struct GaussianLaw {
    Bracket mu;
    std::optional<double> sigma = std::nullopt;  ///< 1/mu, where that is a double
    friend bool operator==(const GaussianLaw&, const GaussianLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }

    /// mu to some thirty digits: what sigma says of it beyond the digits of a double.
    [[nodiscard]] Precise precise_mu() const;
};

}  // namespace mizan

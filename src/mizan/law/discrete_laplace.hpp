// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/law/directions.hpp"
#include "mizan/mechanism/discrete_laplace.hpp"

namespace mizan {

/// Discrete Laplace noise on a whole number, moved by the sensitivity.
struct DiscreteLaplaceLaw {
    DiscreteLaplace mechanism;
    friend bool operator==(const DiscreteLaplaceLaw&, const DiscreteLaplaceLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }

    /// Everything that the noise can show; empty if that is too much to list.
    [[nodiscard]] std::vector<Outcome> outcomes(const Directions&) const {
        return listed_outcomes(mechanism);
    }
};

}  // namespace mizan

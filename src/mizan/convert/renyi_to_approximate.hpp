// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// A bound and the order of the Renyi curve that proves it.
struct EpsilonAtOrder {
    Epsilon epsilon;
    Order order;
};
struct DeltaAtOrder {
    Delta delta;
    Order order;
};

/// The smallest epsilon that the curve proves at `delta`, over all orders in (1, inf]: finite orders
/// by optimal_epsilon, order inf as pure privacy.
[[nodiscard]] EpsilonAtOrder renyi_to_epsilon(const RenyiCurve& curve, Delta delta);

/// The smallest delta that the curve proves at `epsilon`.
[[nodiscard]] DeltaAtOrder renyi_to_delta(const RenyiCurve& curve, Epsilon epsilon);

}  // namespace mizan

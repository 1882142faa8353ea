// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

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

/// The smallest epsilon that the curve proves at `delta`, over all orders in (1, inf]: finite
/// orders by optimal_epsilon, order inf as pure privacy.
[[nodiscard]] EpsilonAtOrder renyi_to_epsilon(const RenyiCurve& curve, Delta delta);

/// The smallest delta that the curve proves at `epsilon`.
[[nodiscard]] DeltaAtOrder renyi_to_delta(const RenyiCurve& curve, Epsilon epsilon);

/// About that delta, in plain numbers and without a proof; 0 for curves known at few orders.
[[nodiscard]] double estimated_delta(const RenyiCurve& curve, Epsilon epsilon);

/// The smallest deltas that a curve proves at many epsilons, from one table of its orders.
class RenyiProfile {
public:
    explicit RenyiProfile(const RenyiCurve& curve);

    /// Proved, and hardly above that of renyi_to_delta.
    [[nodiscard]] Delta delta(Epsilon epsilon) const;

private:
    struct AtOrder {
        RenyiPoint point;
        double u;                  // α - 1
        double log_delta_at_zero;  // about, by the simplest theorem
    };
    RenyiCurve curve_;
    std::vector<AtOrder> points_;  // finite divergences at orders that grow evenly in log(α - 1)
    std::vector<RenyiPoint> others_;  // order inf, and where the curve has a kink or a cliff
    double log_delta_at_zero_ = -infinity;
};

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// φ(ω) = Σ_j e^{l_j + iω z_j} with complex l_j and z_j, Im z_j ≥ 0: a characteristic function
/// taken on a path away from the real axis, where it needs no more points at high frequencies than
/// at low ones, and its terms fall. Errors are in units u = 2^-53; see
/// docs/proofs/floating-point.md.
struct DecayingPoint {
    double log_weight, angle;  ///< real and imaginary part of l_j
    double distance, rate;     ///< real and imaginary part of z_j
    double weight_error;       ///< of l_j
    double distance_error;     ///< of z_j
};

struct DecayingPoints {
    std::vector<DecayingPoint> point;
    double omitted = 2;      ///< what φ differs by from the exact sum over these points
    double negligible = 0;   ///< a term that has become smaller than this is dropped
    bool conjugate = false;  ///< the conjugate is meant

    [[nodiscard]] std::size_t size() const { return point.size(); }

    /// Whether products of errors are so small that a percent more of `omitted` covers them.
    [[nodiscard]] bool is_of_first_order() const;
};

/// Adds count·log φ at the nodes k·step, k = first, first + 1, …
void add_log_characteristic(const DecayingPoints& points, double step, std::size_t first,
                            double count, LogNodes sum);

}  // namespace mizan::inversion

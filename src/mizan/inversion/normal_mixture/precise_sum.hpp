// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/numeric/double_double.hpp"

namespace mizan::inversion {

/// φ(ω) at the nodes ω = k·step, k = 0, 1, …, as Σ_j v_j y_j^k / Σ_j v_j with |y_j| ≤ 1, and M(c)
/// as a multiple of Σ_j v_j: a characteristic function on a path away from the real axis, to some
/// thirty digits. Errors are in units `double_double_unit`; see docs/proofs/floating-point.md.
struct PrecisePoint {
    ComplexDoubleDouble weight;  ///< v_j
    ComplexDoubleDouble turn;    ///< y_j = e^{i·step·z_j}
    double weight_error;         ///< relative
    double turn_error;           ///< relative
};

struct PrecisePoints {
    std::vector<PrecisePoint> point;
    double omitted = 2;  ///< what φ differs by from the exact quotient of the sums, and M(c) at
                         ///< most, relatively, from the multiple of its sum
    Precise log_factor;  ///< log of M(c)/Σ v_j
    bool conjugate = false;  ///< the conjugate is meant
};

/// Adds count·log φ(k·step) and count·K(c) to `sum`.
void add_log_characteristic(const PrecisePoints& points, double count, PreciseNodes sum);

}  // namespace mizan::inversion

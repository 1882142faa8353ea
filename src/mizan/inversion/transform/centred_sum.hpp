// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// A tilted loss that lives on finitely many points: φ(ω) - 1 = Σ_j p_j (e^{iω d_j} - 1), where
/// p_j is the weight of point j and d_j its distance from the centre. Errors are in units
/// u = 2^-53; docs/proofs/floating-point.md proves what becomes of them.
struct CentredPoints {
    std::vector<double> weight;
    std::vector<double> distance;
    double distance_sum = 0;    ///< at least Σ p_j |d_j|
    double weight_error = 0;    ///< at least Σ p_j |d_j| · (relative error of p_j)
    double distance_error = 0;  ///< at least Σ p_j · (error of d_j)
    /// φ(ω) - 1 differs by at most omitted + rule_error·e^{ω·rule_growth} from the exact sum.
    double omitted = 0, rule_error = 0, rule_growth = 0;
    /// Beyond it nothing is known but |φ| ≤ 1.
    double highest_frequency = std::numeric_limits<double>::infinity();

    [[nodiscard]] std::size_t size() const { return weight.size(); }

    void add(double p, double d, double relative_error, double absolute_error) {
        weight.push_back(p);
        distance.push_back(d);
        distance_sum += p * std::abs(d);
        weight_error += p * std::abs(d) * relative_error;
        distance_error += p * absolute_error;
    }
};

/// Adds count·log φ at the nodes k·step, k = first, first + 1, …
///
/// The nodes are taken eight by eight: with ω = ω_a + t·step, where ω_a is the first of its eight,
///
///     e^{iωd} - 1 = x + y + xy,       x = e^{iω_a d} - 1,   y = e^{i t·step·d} - 1,
///
/// so only Σ_j p_j x_j y_jt is left for the innermost loop. The y are the same for all blocks.
void add_log_characteristic(const CentredPoints& points, double step, std::size_t first,
                            double count, LogNodes sum);

}  // namespace mizan::inversion

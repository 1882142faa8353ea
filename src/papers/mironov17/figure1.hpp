// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::mironov17 {

/// The Renyi curve of one mechanism at the orders of the figure.
struct BudgetCurve {
    std::string mechanism;  ///< "randomized response"
    std::string parameter;  ///< "p = 0.55"
    std::vector<Bracket> divergences;
};

/// Three mechanisms with three parameters each, over the same orders.
struct BudgetCurves {
    std::vector<Order> orders;
    std::vector<BudgetCurve> curves;
};

/// Figure 1 of Mironov17: budget curves of randomized response (p = 0.55, 0.6, 0.75), Laplace
/// noise (1/λ = 0.25, 0.5, 1) and Gaussian noise (σ = 4, 3, 2) for orders 1, 1.1, ..., 10,
/// and the order infinity at the end.
[[nodiscard]] BudgetCurves figure1();

}  // namespace mizan::mironov17

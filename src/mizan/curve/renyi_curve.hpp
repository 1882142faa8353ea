// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/curve/curve.hpp"

namespace mizan {

/// D_α at each order, at most `y.upper` for every pair of neighbours (Mironov17 P1).
[[nodiscard]] std::vector<CurvePoint> renyi_curve(const Program& program,
                                                  const Neighbours& neighbours,
                                                  const std::vector<Order>& orders,
                                                  const Effort& effort = {});

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/curve/curve.hpp"

namespace mizan {

/// δ at each epsilon, by the best analysis for that epsilon.
[[nodiscard]] std::vector<CurvePoint> privacy_profile(const Program& program,
                                                      const Neighbours& neighbours,
                                                      const std::vector<Epsilon>& epsilons,
                                                      const Effort& effort = {});

}  // namespace mizan

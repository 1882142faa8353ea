// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/convert/renyi_to_approximate.hpp"

namespace mizan {

/// The smallest epsilon that concentrated privacy proves at `delta`, by the best order of its curve.
[[nodiscard]] EpsilonAtOrder cdp_to_epsilon(const CDP& cdp, Delta delta);
[[nodiscard]] DeltaAtOrder cdp_to_delta(const CDP& cdp, Epsilon epsilon);

}  // namespace mizan

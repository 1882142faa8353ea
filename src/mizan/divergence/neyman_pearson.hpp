// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/divergence/finite.hpp"

namespace mizan {

/// The least false-negative rate of a test that tells P from Q with this false-positive rate.
[[nodiscard]] Bracket best_test(std::vector<Outcome> outcomes, Probability false_positive_rate);

}  // namespace mizan

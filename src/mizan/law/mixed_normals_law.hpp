// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/divergence/mixed_normals.hpp"
#include "mizan/law/asked.hpp"
#include "mizan/law/profile_pair.hpp"

namespace mizan {

/// δ(ε) of one pair of mixtures of normal distributions, with standard deviation sigma.
[[nodiscard]] analysis::Profile profile_of(const MixedNormals& pair, double sigma);

/// The answer about one run of the worst of these pairs, by the best threshold for each. Empty if
/// e^ε is no double.
[[nodiscard]] std::optional<Bracket> asked_of(const std::vector<MixedNormals>& pairs, double sigma,
                                              const Asked& asked);

}  // namespace mizan

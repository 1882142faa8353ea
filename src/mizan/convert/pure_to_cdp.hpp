// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"

namespace mizan {

/// The concentrated privacy of every epsilon-private mechanism. The mean is that of randomized
/// response; the standard epsilon is Hoeffding's, and no function of epsilon of the form
/// sqrt(2 mean) can replace it.
///
/// Theorem    DR16 T4: pure privacy as concentrated privacy
/// States     ε-DP ⇒ (ε·tanh(ε/2), ε)-CDP; as published: (ε(e^ε - 1)/2, ε)-CDP
/// Needs      ε ≥ 0
/// Guarantee  upper bound; the mean is exact for the worst mechanism
/// Source     DR16 Theorem 4 (arXiv:1603.01887v2), with the exact mean
/// Test       PureToCdp.TheLossOfRandomizedResponseIsSubgaussian
[[nodiscard]] CDP pure_to_cdp(const PureDP& pure);

/// As published, to be compared with.
[[nodiscard]] CDP pure_to_cdp_published(const PureDP& pure);

}  // namespace mizan

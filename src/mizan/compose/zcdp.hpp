// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/compose/repeated.hpp"

namespace mizan::compose {

/// A zero-concentrated guarantee and how often it is used.
struct RepeatedZCDP {
    ZCDP guarantee;
    Count count = 1.0;
};

/// The parameters of zero-concentrated privacy add.
///
/// Theorem    BS16 L1.7: composition of zCDP
/// States     adaptive steps that are (ξ_i,ρ_i)-zCDP are together (Σξ_i, Σρ_i)-zCDP
/// Needs      step i keeps its promise for every value of all earlier outputs, fixed in advance
/// Guarantee  upper bound, reached by Gaussian mechanisms
/// Source     BS16 Lemma 1.7; adaptive and with ξ in section 2 (arXiv:1605.02065v1)
/// Test       Attack.ZeroConcentratedCompositionHoldsAtEveryOrder
///            ZcdpComposition.GaussiansReachTheSum
[[nodiscard]] ZCDP zcdp(const std::vector<RepeatedZCDP>& steps);

}  // namespace mizan::compose

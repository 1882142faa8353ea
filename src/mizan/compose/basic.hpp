// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/compose/repeated.hpp"

namespace mizan::compose {

/// What all steps together promise if their losses simply add.
///
/// Theorem    Notes T1: basic composition
/// States     k adaptive ε-DP mechanisms are together kε-DP; with (ε_i, δ_i)-DP steps the whole is
///            (Σε_i, 1 - Π(1-δ_i))-DP
/// Needs      step i keeps its promise for every value of all earlier outputs
/// Guarantee  upper bound
/// Source     Notes Theorem 1; the δ: KOV15 Theorem 3.5 (arXiv:1311.0776)
/// Test       Basic.NeverBelowTheExactCurve
[[nodiscard]] ApproxDP basic(const Steps& steps);

/// Σ count · ε.
[[nodiscard]] Bracket total_epsilon(const Steps& steps);

/// 1 - Π(1-δ)^count: the probability that some promise fails altogether.
[[nodiscard]] Bracket failure_probability(const Steps& steps);

/// The part of `delta` that is left for the losses once the promises may fail: the d with
/// 1 - (1-d) Π(1-δ_i) = delta. At most 0 where nothing is left; -inf if the steps fail for certain.
[[nodiscard]] Bracket slack(const Steps& steps, Delta delta);

}  // namespace mizan::compose

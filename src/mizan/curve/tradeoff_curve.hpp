// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/curve/curve.hpp"

namespace mizan {

/// The largest true-positive rate of a test of one neighbour against another, at each
/// false-positive rate: the lower, the more private. Exact where the laws of all releases are known
/// (Mizan26 P1), otherwise from the privacy profile.
[[nodiscard]] std::vector<CurvePoint> detection_curve(const Program& program,
                                                      const Neighbours& neighbours,
                                                      const std::vector<Probability>& rates,
                                                      const Effort& effort = {});

/// The same as the least false-negative rate: the higher, the more private.
///
/// Theorem    DRS19 P2.11: trade-off function from a privacy profile
/// States     T(x) ≥ max(0, 1 - δ(ε) - e^ε x, e^(-ε) (1 - δ(ε) - x)) for every ε
/// Needs      δ(ε) bounds both orders of the neighbours
/// Guarantee  lower bound on the error of every test
/// Source     DRS19 Propositions 2.4 and 2.11 (arXiv:1905.02383)
/// Test       Tradeoff.FromTheProfileIsNeverAboveTheExactOne
[[nodiscard]] std::vector<CurvePoint> tradeoff_curve(const Program& program,
                                                     const Neighbours& neighbours,
                                                     const std::vector<Probability>& rates,
                                                     const Effort& effort = {});

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/compose/repeated.hpp"

namespace mizan::compose {

/// A Rényi guarantee and how often it is used.
struct RepeatedRenyi {
    RenyiDP guarantee;
    Count count = 1.0;
};

/// The Rényi curves of adaptive steps add, order by order.
///
/// Theorem    Mironov17 P1: adaptive composition of Rényi privacy
/// States     if f is (α,ε₁)-RDP and g(x,·) is (α,ε₂)-RDP for every value x of f, then (f, g) is
///            (α,ε₁+ε₂)-RDP
/// Needs      g keeps its curve for every value of all earlier outputs; orders and curves fixed in
///            advance
/// Guarantee  upper bound, reached by independent mechanisms
/// Source     Mironov17 Proposition 1 (arXiv:1702.07476v3)
/// Test       RenyiComposition.CoversEveryAdaptiveTree
[[nodiscard]] RenyiDP renyi(const std::vector<RepeatedRenyi>& steps);

}  // namespace mizan::compose

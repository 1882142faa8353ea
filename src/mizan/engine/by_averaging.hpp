// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/law/asked.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The answer to `asked` for runs on small samples together with mechanisms of bounded loss: the
/// profile of the first, averaged over the losses of the second. Lines do not end for such
/// programs, neither for their first part nor for their second. `known` is the answer of other
/// methods. Empty for other laws.
///
/// Theorem    Mizan26 T9: a profile averaged over the losses of another mechanism
/// States     Let A and B be pairs of laws, L_B the loss of B under its first law. Then
///            δ_{A+B}(ε) = E[δ_A(ε - L_B); L_B < ∞] + P(L_B = ∞). If L_B has the density h e^{x/2}
///            on [a, b], t = (b-a)/2, p = P(a ≤ L_B ≤ b) and m = (a+b)/2, the part of the average
///            over [a, b] is at least p δ_A(ε - m) and at most p (δ_A(ε - a)/(1 + e^t) + δ_A(ε -
///            b)/(1 + e^-t))
/// Needs      δ_A at every real number; |δ_A(x) - δ_A(y)| ≤ |x - y|
/// Guarantee  exact; rounding and the width of the cells are inside the bracket
/// Source     Mizan26 (docs/proofs/small-samples.md, with proof)
/// Test       ByAveraging.BracketsTheTruth
[[nodiscard]] std::optional<Bracket> by_averaging(const Laws& laws, const Asked& asked,
                                                  Bracket known);

}  // namespace mizan::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The epsilon at a delta, from the event that all losses are as large as possible. It is narrow if
/// delta is small next to the probability of that event. Empty if the losses of some law do not end
/// in an atom, or if the question gives an epsilon.
///
/// Theorem    Mizan26 T5: losses that end in an atom
/// States     Let E be the largest finite loss, p = P(L = E) and d = P(L = ∞). Then δ(E) = d, and
///            δ(ε) ≥ d + p(1 - e^{ε-E}) for ε < E; so where d ≤ δ the least ε ≥ 0 with δ(ε) ≤ δ
///            lies between E + log(1 - (δ-d)/p), if δ - d < p, and max(E, 0). For independent
///            losses E is a sum, p a product and 1 - d a product
/// Needs      d ≤ δ
/// Guarantee  both bounds
/// Source     Mizan26 (docs/proofs/few-runs.md)
/// Test       ByLastAtom.TheEndBracketsWhatOtherRoadsFind
[[nodiscard]] std::optional<Bracket> by_last_atom(const Laws& laws, const Asked& asked);

}  // namespace mizan::analysis

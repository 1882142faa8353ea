// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// A bound of P(L > x) for the loss L of a composition, good where a few large losses make it and
/// moments, which those rule, tell little.
///
/// Theorem    Mizan26 L9: few large losses or many small ones
/// States     Let L = Σ L_i be independent, b > 0, c > 0 and K_i(1) = log E_P[e^{L_i}]. Then
///            P(L > x) ≤ Σ P(L_i > b) + exp(Σ (c K_i(1) + ρ (e^{K_i(1)} - 1)) - cx),
///            ρ = (e^{cb} - 1 - cb)/b², and the second term is 0 if x ≥ b for each of the losses
///            together
/// Needs      E_P[e^{-L_i}] ≤ 1
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/small-samples.md, with proof)
/// Test       MiddleLine.TheTailIsBounded
class LossTail {
public:
    /// Made for the x at which the bound is about e^{log_wanted}.
    LossTail(const Composition& parts, double log_wanted);

    /// That x; inf where none was found.
    [[nodiscard]] double place() const { return place_; }

    /// At least P(L > x).
    [[nodiscard]] double beyond(double x) const;

private:
    double place_ = infinity;
    double largest_ = infinity;  // b
    double runs_ = 0;
    Bracket rare_ = 1;               // Σ P(L_i > b)
    Bracket mean_ = 0, square_ = 0;  // at least E L and Σ E L_i²
    double order_ = 0;               // c
};

}  // namespace mizan::inversion

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "mizan/curve/curve.hpp"

namespace mizan {

/// Pr[L ≤ x] of the privacy loss of the first neighbour against the second, without the infinite
/// losses, which have the probability `infinity_mass`.
struct LossCurve {
    std::vector<CurvePoint> points;
    Bracket infinity_mass;
    bool has_atoms;  ///< the probability jumps at every point and is level between them
    /// Which neighbour is the first, such as "with the record against without it". The other order
    /// of the neighbours has another law, unless this is "either neighbour against the other".
    std::string direction = {};
};

/// The distribution of the privacy loss at about `points` losses (at least 1): all losses if there
/// are so few, otherwise losses at even distances.
///
/// Theorem    Mizan26 P2: the law of the loss from the privacy profile
/// States     For every ε and η > 0, Pr[L > ε] lies between δ(ε) + (δ(ε) - δ(ε + η))/(e^η - 1) and
///            δ(ε) + (δ(ε - η) - δ(ε))/(1 - e^(-η)).
/// Needs      nothing
/// Guarantee  both bounds; both meet as η falls, where the loss has no atom at ε
/// Source     Mizan26 (docs/proofs/inversion.md, with proof)
/// Test       LossOfAProgram.IsBracketedByTheProfile
[[nodiscard]] LossCurve loss_curve(const Program& program, const Neighbours& neighbours, int points,
                                   const Effort& effort = {});

}  // namespace mizan

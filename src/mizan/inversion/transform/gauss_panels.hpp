// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "mizan/inversion/transform/direction.hpp"

namespace mizan::inversion {

/// Gauss's rule with 16 points on [0, 1].
struct GaussNode {
    double x, weight;
};
inline constexpr std::array<GaussNode, 16> gauss_rule{{
    {0.0052995325041750337019, 0.013576229705877047426},
    {0.027712488463383711961, 0.031126761969323946431},
    {0.06718439880608412806, 0.047579255841246392405},
    {0.12229779582249848305, 0.062314485627766936026},
    {0.19106187779867812578, 0.074797994408288366041},
    {0.27099161117138630683, 0.084578259697501269095},
    {0.35919822461037054338, 0.091301707522461794433},
    {0.45249374508118127991, 0.094725305227534248143},
    {0.54750625491881872009, 0.094725305227534248143},
    {0.64080177538962945662, 0.091301707522461794433},
    {0.72900838882861369317, 0.084578259697501269095},
    {0.80893812220132187422, 0.074797994408288366041},
    {0.87770220417750151695, 0.062314485627766936026},
    {0.93281560119391587194, 0.047579255841246392405},
    {0.97228751153661628804, 0.031126761969323946431},
    {0.9947004674958249663, 0.013576229705877047426},
}};

/// A sampled Laplace mechanism and a line.
struct SampledLaplaceTilt {
    double q, epsilon;  ///< rate, and epsilon of the Laplace mechanism alone
    Direction direction;
    double c;

    /// Re α.
    [[nodiscard]] double order() const { return direction == Direction::remove ? 1 + c : -c; }

    /// M of P over Q at c is that of Q over P at -1 - c.
    [[nodiscard]] SampledLaplaceTilt swapped() const {
        return {q, epsilon, opposite(direction), -1 - c};
    }
};

/// What the rule on so many panels of equal length leaves out of the integral over x ∈ [0, 1].
struct PanelError {
    double share;     ///< of E[w^α], relative to M(c), at frequencies up to the given one
    double excess;    ///< of M(c) - 1
    double distance;  ///< on the ellipses used for `share`, |log w| is at most this
};

/// Theorem    Mizan26 L4: Gauss's rule for a sampled Laplace
/// States     n points on each of m equal panels of [0, 1] integrate f, analytic with |f| ≤ F on
///            the ellipses with foci at the ends of the panels and sums of half axes ρ/2m, with an
///            error of at most 4 F ρ^{-2n}/(1 - 1/ρ). For f = w^α (e/2) e^{-xe}, z = (2x-1)e, they
///            lie in |Im z| ≤ θ = e(ρ - 1/ρ)/2m, and F ≤ M(c) e
///            exp(e·[a ≥ 0] + (2|a|+1)eo + max(0,-a) log sec(θ/2) + ω arg w), o = (ρ + 1/ρ - 2)/4m,
///            arg w taken at x = 1 + o + iθ/2e
/// Needs      ρ > 1, θ ≤ π/2
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/floating-point.md, with proof)
/// Test       SampledLaplaceLoss.CharacteristicFunctionIsWithinItsError
[[nodiscard]] PanelError panel_error(const SampledLaplaceTilt& tilt, double frequency,
                                     double panels);

}  // namespace mizan::inversion

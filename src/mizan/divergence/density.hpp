// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/numeric/bracket.hpp"
#include "mizan/numeric/quadrature.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// Two probability densities p and q that are positive on the same interval (from, to), which may
/// be the whole line. Given as formulas on jets, so that integrals of them can be bracketed:
///
///     DensityPair laplace{.log_p = [](const Jet& x) { return -abs(x) - constant::log2(); },
///                         .log_ratio = [](const Jet& x) { return abs(x - 1) - abs(x); },
///                         .kinks = {0, 1}};
///
/// That p and q integrate to 1 is taken on trust. log(p/q) is asked for rather than q because it is
/// simpler: written out it stays sharp far away, where the difference of two formulas does not.
struct DensityPair {
    quadrature::Function log_p;
    quadrature::Function log_ratio;  ///< log(p / q)
    std::vector<double> kinks = {};  ///< where a formula is not smooth
    double from = -infinity;
    double to = infinity;

    /// The pair (q, p).
    [[nodiscard]] DensityPair reversed() const;
};

// The divergences of finite.hpp for densities. All are brackets of the exact value; one that cannot
// be bounded, such as the divergence of densities whose tails are not seen to fall fast enough, is
// [something, inf].

/// Theorem    Mironov17 D3 (densities): Rényi divergence of densities
/// States     D_α(P‖Q) = log(∫ p^α q^(1-α)) / (α - 1), D_1 = ∫ p log(p/q), D_∞ = sup log(p/q)
/// Needs      both densities positive on one interval and falling fast enough in its tails
/// Guarantee  exact, bracketed by certified quadrature
/// Source     Mironov17 Definition 3 (arXiv:1702.07476v3)
/// Test       DensityDivergence.OfLaplaceNoiseIsTheClosedForm
[[nodiscard]] Bracket renyi_divergence(const DensityPair& pair, Order order);
[[nodiscard]] Bracket kl_divergence(const DensityPair& pair);
[[nodiscard]] Bracket max_divergence(const DensityPair& pair);
[[nodiscard]] Bracket hockey_stick(const DensityPair& pair, Epsilon epsilon);
[[nodiscard]] Bracket total_variation(const DensityPair& pair);

}  // namespace mizan

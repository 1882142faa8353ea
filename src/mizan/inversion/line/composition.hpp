// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include "mizan/inversion/transform/few_bits.hpp"
#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

// What every line needs to know of a composition.

/// No line has more nodes.
inline constexpr std::size_t most_nodes_of_line = std::size_t{1} << 18;

/// A product, the unit of work, takes as long as so many additions of a loop over nodes.
inline constexpr double additions_per_product = 3;

using Tilted = std::vector<std::unique_ptr<TiltedLoss>>;

[[nodiscard]] Tilted tilt(const Composition& parts, double c, LineUse use);

/// P(L = inf): 1 - Π (1 - d_i)^{n_i}.
[[nodiscard]] Bracket infinite_mass(const Composition& parts);

/// An upper bound of every finite loss of the composition: beyond it δ is the infinite mass alone.
[[nodiscard]] double largest_loss(const Composition& parts);

/// Transforms are never asked for less error than this: doubles cannot tell it.
inline constexpr double least_accuracy = 1e-18;

/// The same where only the difference of the transform from 1 counts, which may be small.
inline constexpr double least_accuracy_beside = 1e-24;

/// Errors of a transform are kept small for so much longer than its modulus falls.
inline constexpr double fall_margin = 1.15;

/// log(c^c / (1+c)^{1+c}): of the largest (1 - e^{-v}) e^{-cv}.
template <class Real>
[[nodiscard]] Real log_kappa(Real c) {
    using plain::log, plain::log1p;
    return c * log(c) - (1 + c) * log1p(c);
}

/// e^{-x}/(1 - e^{-x}), the sum of e^{-xm} over m ≥ 1: what the aliases of one exponential add up
/// to.
[[nodiscard]] inline Bracket geometric(Bracket x) { return 1 / expm1(x); }

/// What a line left of 0 starts from: 1, less all mass that the transform may have left out.
[[nodiscard]] inline Bracket mass_left_of_zero(Bracket infinite_mass) {
    return 1 - Bracket(0, (Bracket(infinite_mass.upper) - infinite_mass.lower).upper);
}

/// K(c) = Σ n_i K_i(c).
[[nodiscard]] Bracket log_moment(const Composition& parts, double c);

/// An upper bound of K(c), not far above it.
[[nodiscard]] double log_moment_bound(const Composition& parts, double c);

/// About K(c) and its first two derivatives.
[[nodiscard]] Cumulants cumulants_near(const Composition& parts, double c);

/// A bound of log|Φ(v)| for all v ≥ ω.
[[nodiscard]] double log_decay(const Composition& parts, const Tilted& tilted, double omega);

/// log Φ at the nodes first·step, …, added to `sum`.
void add_log_characteristics(const Composition& parts, const Tilted& tilted, double step,
                             std::size_t first, LogNodes sum);

/// How far the sum over all nodes of a line can be from δ - d (above, for c > 0) or from δ - 1
/// (below, for -1 < c < 0): the aliases of docs/proofs/inversion.md.
struct Aliases {
    double c;
    double step;
    double reference;             ///< c' > c; unused if c < 0
    double reference_log_moment;  ///< at least K(c')
    Bracket infinite_mass;

    [[nodiscard]] double bound(double epsilon) const;
};

}  // namespace mizan::inversion

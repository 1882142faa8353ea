// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/selection.hpp"

namespace mizan {

namespace {

Bracket privacy_loss(double times, NoiseScale scale) {
    return scale.value() == 0 ? infinity : times / Bracket(scale.value());
}

}  // namespace

Bracket SparseVector::pure_epsilon() const {
    const double ways = monotone.value() == 1 ? 1 : 2;
    return privacy_loss(1, threshold_noise) + privacy_loss(ways * cutoff.value(), query_noise);
}

Laplace laplace_below(Epsilon epsilon) {
    if (epsilon.value() == 0) return {.noise_multiplier = infinity};
    return {.noise_multiplier = (1 / Bracket(epsilon.value())).lower};
}

Bracket response_within(const Exponential& mechanism) {
    return Bracket(mechanism.epsilon.value()) / 2;
}

// With two candidates, the worse one is taken with probability e^(-ε/2)/2: the odds are
// 2 e^(ε/2) - 1 to 1.
Bracket response_within(const PermuteAndFlip& mechanism) {
    const Bracket half = Bracket(mechanism.epsilon.value()) / 2;
    if (half.upper == infinity) return infinity;
    return half.upper < 1 ? log1p(2 * expm1(half)) : half + log(2 - exp(-half));
}

}  // namespace mizan

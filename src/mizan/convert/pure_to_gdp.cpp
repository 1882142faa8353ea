// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/pure_to_gdp.hpp"

#include "mizan/numeric/normal.hpp"
#include "mizan/numeric/root.hpp"

namespace mizan {

namespace {

// For small ε the probability is so close to 1/2 that the quantile would lose digits.
// Φ(μ/2) - 1/2 = tanh(ε/2)/2, so μ = √8 erf⁻¹(y) with y = tanh(ε/2), and
// erf⁻¹(y) = √π/2 (y + π/12 y³ + 7π²/480 y⁵ + 127π³/40320 y⁷ + 0.0733… y⁹ + …). All coefficients
// lie between 0 and 1, so the terms from y⁹ on are 0.0732 y⁹ to 0.0759 y⁹ for y ≤ 0.05.
Bracket for_small(Bracket epsilon) {
    const Bracket y = tanh(epsilon / 2), y2 = square(y), pi = constant::pi();
    const Bracket sixth = 127 * pi * square(pi) / 40320 + y2 * Bracket(0.0732, 0.0759);
    const Bracket fourth = 7 * square(pi) / 480 + y2 * sixth;
    return sqrt(2 * pi) * y * (1 + y2 * (pi / 12 + y2 * fourth));
}

}  // namespace

Bracket pure_to_gdp(const PureDP& pure) {
    const Bracket epsilon = pure.epsilon.value();
    if (pure.epsilon == Epsilon{infinity}) return infinity;
    if (epsilon.upper < 0.1) return for_small(epsilon);
    if (epsilon.upper < 600) return 2 * normal::upper_quantile(1 / (1 + exp(epsilon)));
    // Where the error probability is no double, its logarithm is.
    const Bracket log_error = -(epsilon + log1p(exp(-epsilon)));
    const auto log_tail = [](double x) { return normal::log_tail(x); };
    // log Φ(-x) ≤ -x²/2 and ≥ -x² - 1 there, so the root lies in between.
    return 2 * root::of_decreasing(log_tail, log_error,
                                   {sqrt(epsilon).lower / 2, sqrt(2 * epsilon + 2).upper});
}

Bracket bounded_range_to_gdp(const PureDP& pure) {
    return pure_to_gdp(PureDP{Epsilon{(Bracket(pure.epsilon.value()) / 2).upper}});
}

}  // namespace mizan

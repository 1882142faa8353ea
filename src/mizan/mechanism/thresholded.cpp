// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/thresholded.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/mechanism/gaussian.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/numeric/normal.hpp"

namespace mizan {

namespace {

bool shows_a_new_key(NoiseScale noise, NonNegative threshold) {
    return noise.value() == infinity || (noise.value() == 0 && threshold.value() <= 1);
}

}  // namespace

Bracket TruncatedLaplace::delta(Epsilon epsilon) const {
    const double scale = noise_multiplier.value(), ends = bound.value(), e = epsilon.value();
    if (scale == 0 || ends <= 0.5) return 1;
    if (e == infinity) return delta(Epsilon{(1 / Bracket(scale)).upper});
    // With endless noise the truncated law is uniform.
    const Bracket rate = scale == infinity ? Bracket(0) : 1 / Bracket(scale);
    if (rate.upper == infinity) return {0, 1};
    const auto cdf = [&](Bracket y) -> Bracket {
        const Bracket in = min(max(y, -ends), ends);
        if (rate.upper == 0) return (in + ends) / (2 * Bracket(ends));
        const Bracket norm = -expm1(-rate * ends);  // of both halves together, over 2
        const auto at = [&](double x) -> Bracket {
            const Bracket beyond = -expm1(-rate * (Bracket(ends) - std::abs(x)));
            const Bracket tail = exp(-rate * std::abs(x)) * beyond / (2 * norm);
            return x < 0 ? tail : 1 - tail;
        };
        return {std::max(0.0, at(in.lower).lower), std::min(1.0, at(in.upper).upper)};
    };
    const Bracket shown = 1 - Bracket(ends);
    if (Bracket(e).lower >= rate.upper) return max(0, cdf(shown));
    const Bracket middle = (1 - scale * Bracket(e)) / 2;
    const Bracket t = min(max(middle, shown), ends);
    const Bracket best = cdf(t) - exp(Bracket(e)) * cdf(t - 1);
    return min(1, max(best, max(0, cdf(shown))));
}

Bracket ThresholdedLaplace::new_key() const {
    if (shows_a_new_key(noise_multiplier, threshold)) {
        return noise_multiplier.value() == infinity ? Bracket(0.5) : Bracket(1);
    }
    const Laplace noise{noise_multiplier};
    const Bracket gap = Bracket(threshold.value()) - 1;
    return {noise.output_cdf(-gap.upper).lower, noise.output_cdf(-gap.lower).upper};
}

Bracket ThresholdedLaplace::delta(Epsilon epsilon) const {
    return max(Laplace{noise_multiplier}.delta(epsilon), new_key());
}

Bracket ThresholdedGaussian::new_key() const {
    if (shows_a_new_key(noise_multiplier, threshold)) {
        return noise_multiplier.value() == infinity ? Bracket(0.5) : Bracket(1);
    }
    if (noise_multiplier.value() == 0) return 0;
    return normal::tail((Bracket(threshold.value()) - 1) / noise_multiplier.value());
}

Bracket ThresholdedGaussian::delta(Epsilon epsilon) const {
    return max(Gaussian{noise_multiplier}.delta(epsilon), new_key());
}

}  // namespace mizan

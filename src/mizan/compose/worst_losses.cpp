// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/worst_losses.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/binomial.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::compose {

Atoms losses_of(std::span<const Outcome> outcomes) {
    Atoms atoms;
    for (const auto& [p, q, log_ratio] : outcomes) {
        if (p.upper > 0) atoms.push_back({p, log_ratio});
    }
    return atoms;
}

Atoms worst_losses(ApproxDP guarantee) {
    const Bracket epsilon = guarantee.epsilon.value(), delta = guarantee.delta.value();
    if (guarantee.epsilon.value() == infinity) return {{1, infinity}};
    return {{delta, infinity},
            {(1 - delta) * exp(-log_add_exp(0, -epsilon)), epsilon},
            {(1 - delta) * exp(-log_add_exp(0, epsilon)), -epsilon}};
}

Atoms worst_losses(Epsilon epsilon, Count count, double negligible) {
    if (count.value() > 0x1p32) throw DomainError("count", "at most 2^32", count.value());
    const double n = count.value(), e0 = epsilon.value();
    if (n == 0 || e0 == 0) return {{1, 0}};
    if (e0 == infinity) return {{1, infinity}};
    const binomial::Law law{n, e0};
    // Hoeffding: Pr[|K - mean| ≥ t√n/2] ≤ 2 exp(-t²/2).
    const double mean = n / (1 + plain::exp(-e0));
    const double radius = std::sqrt(n * plain::log(2 / std::max(negligible, 1e-320)) / 2) + 2;
    const double low = std::max(std::floor(mean - radius), 0.0);
    const double high = std::min(std::ceil(mean + radius), n);
    Atoms atoms;
    atoms.reserve(static_cast<std::size_t>(high - low) + 2);
    const Bracket odds = exp(Bracket(e0));
    Bracket mass = 0;
    for (double k = low; k <= high; ++k) {
        // From one to the next by their ratio, afresh before the roundings count.
        const bool fresh = std::fmod(k - low, 64) == 0 || !(mass.lower > 1e-290);
        mass = fresh ? binomial::mass(law, k) : mass * ((Bracket(n) - (k - 1)) / k * odds);
        atoms.push_back({mass, (Bracket(k) - (n - k)) * e0});
    }
    if (low > 0 || high < n) {
        const Bracket t = 2 * (Bracket(radius) - 1) / sqrt(Bracket(n));
        atoms.push_back({{0, std::min((2 * exp(-square(t) / 2)).upper, 1.0)}, infinity});
    }
    return atoms;
}

}  // namespace mizan::compose

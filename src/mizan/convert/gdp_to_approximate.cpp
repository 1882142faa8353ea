// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/gdp_to_approximate.hpp"

#include <algorithm>

#include "mizan/numeric/normal.hpp"
#include "mizan/numeric/root.hpp"

namespace mizan {

namespace {

// 1 - s m(s) for Mills' ratio m: minus its derivative, which falls and is convex.
Bracket mills_slope(Bracket s) {
    const Bracket direct = 1 - s * normal::mills_ratio(s);
    if (s.lower <= 1) return direct;
    // s/(s²+1) < m(s) < (s²+2)/(s(s²+3)).
    return intersect(direct, hull(1 / (square(s) + 3), 1 / (square(s) + 1)));
}

}  // namespace

Bracket gdp_to_delta(const GDP& gdp, Epsilon epsilon) {
    if (gdp.mu == Mu{infinity}) return 1;
    if (gdp.mu == Mu{0.0} || epsilon == Epsilon{infinity}) return 0;
    const Bracket mu = gdp.mu.value(), eps = epsilon.value();
    const Bracket x = eps / mu - mu / 2, y = eps / mu + mu / 2;
    if (x.upper == infinity) return {0, normal::tail(x.lower).upper};

    // Φ(-x) - e^ε Φ(-y), where e^ε φ(y) = φ(x).
    Bracket delta(0, 1);
    const auto sharpen = [&](Bracket form) { delta = intersect(delta, form); };
    const Bracket density = exp(normal::log_density(x));
    sharpen(normal::tail(x) - density * normal::mills_ratio(y));
    if (x.lower > -5) {
        sharpen(density * (normal::mills_ratio(x) - normal::mills_ratio(y)));
        // A small μ makes both forms cancel. The difference of Mills' ratios is the integral of
        // their slope from x to y, which lies between the midpoint and the trapezoid rule.
        const Bracket midpoint = mu * mills_slope(eps / mu);
        const Bracket trapezoid = mu * (mills_slope(x) + mills_slope(y)) / 2;
        sharpen(density * Bracket(midpoint.lower, std::max(midpoint.lower, trapezoid.upper)));
    }
    return delta;
}

Bracket gdp_to_epsilon(const GDP& gdp, Delta delta) {
    if (gdp.mu == Mu{0.0} || delta == Delta{1.0}) return 0;
    if (gdp.mu == Mu{infinity} || delta == Delta{0.0}) return infinity;
    const Bracket mu = gdp.mu.value();
    // BS16 Proposition 1.3 with ρ = μ²/2 bounds the search.
    const Bracket bound = square(mu) / 2 + mu * sqrt(-2 * log(delta.value()));
    return root::of_decreasing([&](double e) { return gdp_to_delta(gdp, Epsilon{e}); },
                               delta.value(), {0, bound.upper});
}

}  // namespace mizan

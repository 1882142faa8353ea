// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/normal.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/root.hpp"
#include "mizan/numeric/rounding.hpp"

namespace mizan::normal {

namespace {

// glibc documents 5 units for erfc; Normal.TailContainsOracle looks for more.
constexpr int erfc_ulps = 16;

// From here on the continued fraction needs few levels; below it erfc is accurate.
constexpr double fraction_from = 5;

Bracket tail_at(double x) {
    if (x == rounding::inf) return 0;
    if (x == -rounding::inf) return 1;
    if (x > 37) return exp(log_tail(x));
    // The argument errs by at most one unit in its last place. Above 0, log erfc has a slope of at
    // most t + √(t² + 2) (Birnbaum); below, erfc moves by less than a unit of its own.
    constexpr double sqrt_half = 0.70710678118654752;
    const double t = x * sqrt_half, value = std::erfc(t);
    const int ulps = erfc_ulps + 1 + (t > 0 ? static_cast<int>(t * (2 * t + 1.5)) : 0);
    return {std::max(rounding::widen_down(value, ulps) / 2, 0.0),
            std::min(rounding::widen_up(value, ulps) / 2, 1.0)};
}

// R(x) = 1 / (x + 1 / (x + 2 / (x + 3 / ...))) for x > 0 (Laplace). Every tail of the fraction is
// at least x, hence the n-th is at most x + n / x: start from both and work backwards. Each level
// rounds twice, by half a unit at most, and leaves of an error of the one before only the share
// that n / rest has in x + n / rest. That is at most y / (1 + y) with y = n / x² ≤ 1.6, so all
// errors together are less than (1 + 1.6 / 2.6) / (1 - 1.6 / 2.6) + 1 < 6 half units.
Bracket mills_by_fraction(double x) {
    if (x == rounding::inf) return 0;
    constexpr int ulps = 4;
    const int levels = std::min(40, 10 + static_cast<int>(1500 / (x * x)));
    double low = x, high = x + levels / x;
    for (int n = levels - 1; n >= 1; --n) {
        const double next = x + n / high;
        high = x + n / low;
        low = next;
    }
    return {rounding::widen_down(1 / high, ulps), rounding::widen_up(1 / low, ulps)};
}

Bracket log_tail_at(double x) {
    if (x == rounding::inf) return -rounding::inf;
    if (x >= fraction_from) return log_density(x) + log(mills_by_fraction(x));
    if (x > -1) return log(tail_at(x));
    return log1p(-tail_at(-x));
}

}  // namespace

Bracket tail(Bracket x) {
    if (x.is_exact()) return tail_at(x.lower);
    return {tail_at(x.upper).lower, tail_at(x.lower).upper};
}

Bracket between(Bracket from, Bracket to, Bracket distance) {
    return intersect(tail(from) - tail(to), distance * exp(log_density(hull(from, to))));
}

Bracket log_tail(Bracket x) {
    return {log_tail_at(x.upper).lower, std::min(log_tail_at(x.lower).upper, 0.0)};
}

Bracket log_density(Bracket x) { return -square(x) / 2 - constant::log_sqrt_2pi(); }

Bracket mills_ratio(Bracket x) {
    // Decreasing; both ends apart. As a quotient it is known sooner than by a fraction of many
    // levels.
    const auto at = [](double t) -> Bracket {
        constexpr double quotient_until = 8;
        if (t >= quotient_until) return mills_by_fraction(t);
        return tail_at(t) * exp(-log_density(t));
    };
    if (x.is_exact()) return at(x.lower);
    return {at(x.upper).lower, at(x.lower).upper};
}

Bracket upper_quantile(Bracket p) {
    const auto at = [](double probability) -> Bracket {
        if (probability <= 0) return rounding::inf;
        if (probability >= 1) return -rounding::inf;
        if (probability == 0.5) return 0;
        return root::of_decreasing([](double x) { return log_tail_at(x); }, log(probability),
                                   {-40, 40});
    };
    return {at(p.upper).lower, at(p.lower).upper};
}

}  // namespace mizan::normal

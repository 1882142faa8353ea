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
    const Bracket t = Bracket(x) / constant::sqrt2();
    const double low = rounding::widen_down(std::erfc(t.upper), erfc_ulps);
    const double high = rounding::widen_up(std::erfc(t.lower), erfc_ulps);
    return {std::max(low / 2, 0.0), std::min(high / 2, 1.0)};
}

// R(x) = 1 / (x + 1 / (x + 2 / (x + 3 / ...))) for x > 0 (Laplace). Every tail of the fraction is
// at least x, hence the n-th is at most x + n / x: start from that bracket and work backwards.
Bracket mills_by_fraction(double x) {
    if (x == rounding::inf) return 0;
    const int levels = std::min(40, 10 + static_cast<int>(1500 / (x * x)));
    Bracket rest = hull(x, x + levels / Bracket(x));
    for (int n = levels - 1; n >= 1; --n) rest = x + n / rest;
    return 1 / rest;
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

Bracket log_tail(Bracket x) {
    return {log_tail_at(x.upper).lower, std::min(log_tail_at(x.lower).upper, 0.0)};
}

Bracket log_density(Bracket x) { return -square(x) / 2 - constant::log_sqrt_2pi(); }

Bracket mills_ratio(Bracket x) {
    // Decreasing; both ends apart.
    const auto at = [](double t) -> Bracket {
        if (t >= fraction_from) return mills_by_fraction(t);
        return exp(log_tail_at(t) - log_density(t));
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

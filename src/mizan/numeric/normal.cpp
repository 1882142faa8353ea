// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/normal.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/root.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/numeric/two_doubles.hpp"

namespace mizan::normal {

namespace {

// From here on Mills' ratio is a continued fraction of few levels.
constexpr double fraction_from = 8;

// Taylor's coefficients of Mills' ratio about 1/8 + j/4.
constexpr double mills_series[][13] = {
#include "mizan/numeric/mills_ratio.inc"
};

// For 0 ≤ x < 8: R and its derivatives have alternating signs and fall in size, so the first term
// left out bounds what is left out. The proof of 3 units is in docs/proofs/floating-point.md.
Bracket mills_by_series(double x) {
    const auto interval = static_cast<std::size_t>(4 * x);
    const double h = x - (0.25 * static_cast<double>(interval) + 0.125);
    const double* const term = mills_series[interval];
    double sum = term[12];
    for (std::size_t n = 12; n-- > 0;) sum = term[n] + h * sum;
    constexpr int ulps = 2;
    return {rounding::widen_down(sum, ulps), rounding::widen_up(sum, ulps)};
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

Bracket mills_at(double x) { return x < fraction_from ? mills_by_series(x) : mills_by_fraction(x); }

// Above 0 it is φ(x) R(x), and the square of x is taken exactly.
Bracket tail_at(double x) {
    if (x == rounding::inf) return 0;
    if (x == -rounding::inf) return 1;
    if (x < 0) return 1 - tail_at(-x);
    if (x > 37) return exp(log_tail(x));
    constexpr double inverse_sqrt_2pi = 0x1.9884533d43651p-2;
    const DoubleDouble square = two_product(x, x);
    const double density = plain::exp(-square.high / 2, -square.low / 2) * inverse_sqrt_2pi;
    constexpr int ulps = 2;
    return min(Bracket(rounding::widen_down(density, ulps), rounding::widen_up(density, ulps)) *
                   mills_at(x),
               0.5);
}

Bracket log_tail_at(double x) {
    if (x == rounding::inf) return -rounding::inf;
    constexpr double far = 5;
    if (x >= far) return log_density(x) + log(mills_at(x));
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
    // Decreasing; both ends apart.
    const auto at = [](double t) -> Bracket {
        return t >= 0 ? mills_at(t) : tail_at(t) * exp(-log_density(t));
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

// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/binomial.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mizan/numeric/exponential.hpp"

namespace mizan::binomial {

Bracket stirling_error(double n) {
    // Stirling's series envelops its limit: the truth lies between two partial sums that follow
    // each other. Small n are led to n = 8, where the next term is below 1e-15.
    if (n < 8) return stirling_error(n + 1) + (Bracket(n) + 0.5) * log1p(1 / Bracket(n)) - 1;
    static const std::array<Bracket, 7> coefficient{
        Bracket(1) / 12,   Bracket(-1) / 360,      Bracket(1) / 1260, Bracket(-1) / 1680,
        Bracket(1) / 1188, Bracket(-691) / 360360, Bracket(1) / 156};
    const Bracket inverse = 1 / Bracket(n), inverse_square = square(inverse);
    Bracket sum = hull(0, Bracket(-3617) / 122400 * inverse_square);
    for (auto c = coefficient.rbegin(); c != coefficient.rend(); ++c) {
        sum = *c + (c == coefficient.rbegin() ? sum : inverse_square * sum);
    }
    return inverse * sum;
}

Bracket deviance(double x, Bracket m, Bracket deviation, Bracket log_ratio) {
    const Bracket v = deviation / (x + m);
    if (!(abs(v).upper < 0.1)) return x * log_ratio - deviation;
    // log(x/m) = 2 artanh(v), and 2x v = (x + m) v + (x - m) v.
    Bracket power = v, series = 0;
    const Bracket v_square = square(v);
    constexpr int last = 21;
    for (int i = 3; i <= last; i += 2) {
        power *= v_square;
        series += power / i;
    }
    const Bracket rest = abs(power) * v_square / (last + 2) / (1 - v_square);
    series += hull(-rest, rest);
    return deviation * v + 2 * Bracket(x) * series;
}

Bracket log_mass(Law law, double k) {
    const double n = law.trials;
    const Bracket log_p = -log_add_exp(0, -law.log_odds), log_q = -log_add_exp(0, law.log_odds);
    if (n == 0) return 0;
    if (k == n) return n * log_p;
    if (k == 0) return n * log_q;
    const Bracket np = n * exp(log_p), nq = n * exp(log_q);
    // k - np, in the form that loses least.
    const Bracket surplus = [&]() -> Bracket {
        if (law.log_odds > 1) return nq - (n - k);
        if (law.log_odds < -1) return k - np;
        return (Bracket(k) - Bracket(n) / 2) - Bracket(n) / 2 * tanh(Bracket(law.log_odds) / 2);
    }();
    const auto log_ratio = [n](double x, Bracket mean, Bracket log_probability) {
        return mean.lower > 1e-290 ? log(x / mean)
                                   : log(Bracket(x)) - log(Bracket(n)) - log_probability;
    };
    const Bracket successes = deviance(k, np, surplus, log_ratio(k, np, log_p));
    const Bracket failures = deviance(n - k, nq, -surplus, log_ratio(n - k, nq, log_q));
    const Bracket stirling = stirling_error(n) - stirling_error(k) - stirling_error(n - k);
    const Bracket scale = log(2 * constant::pi() * k * ((Bracket(n) - k) / n)) / 2;
    return min(stirling - successes - failures - scale, 0);
}

Bracket mass(Law law, double k) { return exp(log_mass(law, k)); }

namespace {

// 1 + r + … + r^(count-1) for r ≥ 0.
Bracket geometric_sum(Bracket r, double count) {
    if (count == 1) return 1;
    const auto at = [count](double x) -> Bracket {
        if (x == 1) return count;
        const Bracket log_x = log(Bracket(x));
        const Bracket sum = expm1(count * log_x) / expm1(log_x);
        return x < 1 ? min(sum, count) : max(sum, count);
    };
    return hull(r.lower <= 0 ? 1 : at(r.lower), at(r.upper));
}

// Of neighbouring masses, Pr[K = k + 1] / Pr[K = k]; it falls with k.
Bracket ratio_after(double trials, Bracket odds, double k) {
    return (trials - k) / (Bracket(k) + 1) * odds;
}

// A bound of Pr[K ≥ first], by the masses if they fell no faster than at first.
double most_from(Law law, double first) {
    if (first > law.trials) return 0;
    const Bracket fall = ratio_after(law.trials, exp(Bracket(law.log_odds)), first);
    return fall.upper < 1 ? std::min(1.0, (mass(law, first) / (1 - fall)).upper) : 1;
}

// Masses from `first` on, where they fall. In a block of `step` masses the ratios of neighbours lie
// between those at its ends, since they fall too (the law is log-concave).
Bracket falling_sum(Law law, double first, double last, double step) {
    const Bracket odds = exp(Bracket(law.log_odds));
    const auto ratio = [&](double k) { return ratio_after(law.trials, odds, k); };
    Bracket sum = 0, here = mass(law, first);
    for (double k = first; k <= last;) {
        const Bracket fall = ratio(k);
        // All that is left is more than the mass here.
        const double negligible = std::max(1e-18 * sum.lower, 1e-300);
        if (fall.upper < 1 && here.upper <= negligible) {
            const Bracket rest = here / (1 - fall);
            if (rest.upper <= negligible) return sum + Bracket(0, rest.upper);
        }
        const double count = std::min(step, last - k + 1);
        sum += count == 1 ? here
                          : here * geometric_sum({ratio(k + count - 1).lower, fall.upper}, count);
        k += count;
        if (k <= last) here = count == 1 ? here * fall : mass(law, k);
    }
    return sum;
}

}  // namespace

Bracket between(Law law, double first, double last) {
    if (first > last) return 0;
    const double n = law.trials, p = 1 / (1 + plain::exp(-law.log_odds));
    // One by one, or in blocks of a hundredth of the standard deviation.
    const double deviation = std::sqrt(n * p * (1 - p));
    const double step = deviation < 2000 ? 1 : std::floor(deviation / 100);
    const double top = std::clamp(std::floor((n + 1) * p), first, last);
    const Law failures{n, -law.log_odds};
    if (first < top && top < last) {
        constexpr double negligible = 0x1p-54;
        const double outside =
            (Bracket(most_from(law, last + 1)) + most_from(failures, n - first + 1)).upper;
        if (outside < negligible) return {1 - 2 * negligible, 1};
    }
    const Bracket sum = falling_sum(law, top, last, step) +
                        (top > first ? falling_sum(failures, n - top + 1, n - first, step) : 0);
    return min(sum, 1);
}

Bracket between(double trials, Bracket log_odds, double first, double last) {
    // The derivative of log Pr[K = k] by the log-odds is k minus the mean.
    const Bracket mean = trials / (1 + exp(-log_odds));
    const Bracket farthest = max(abs(first - mean), abs(last - mean));
    const Bracket change = (Bracket(log_odds.upper) - log_odds.lower) * farthest;
    const Bracket sum = between(Law{trials, log_odds.lower}, first, last);
    return min(sum * exp(hull(-change, change)), 1);
}

}  // namespace mizan::binomial

// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/renyi_dual.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/bracket.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/minimize.hpp"
#include "mizan/numeric/remainder.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::renyi_dual {

namespace {

using plain::exp;
using plain::expm1;
using plain::log;
using plain::log1p;

constexpr double widest = 0.125;  // where x - log(1+x) is summed as a series
constexpr int terms = 18;

template <class Real>
Real gap_series(Real x) {
    Real sum = 0;
    for (int k = terms; k >= 2; --k) sum = (k % 2 == 0 ? 1.0 : -1.0) / Real(k) + x * sum;
    return x * x * sum;
}

// x - log(1 + x), at least 0, without cancellation, given the logarithm.
double gap(double x, double logarithm) {
    return std::abs(x) < widest ? gap_series(x) : x - logarithm;
}

Bracket gap(Bracket x, Bracket logarithm) {
    const double size = abs(x).upper;
    if (size >= widest) return max(0, x - logarithm);
    // The terms left out are below |x|^(terms+1)/(1 - |x|) together.
    Bracket rest = Bracket(size) / (1 - Bracket(size));
    for (int k = 0; k < terms; ++k) rest *= size;
    return max(0, gap_series(x) + Bracket(-rest.upper, rest.upper));
}

// The numerator e^{(α-1)ε} - α s^{α-1} + (α-1) s^α of the bound: with h = 1 - s it is
// (e^{(α-1)ε} - 1) + 1 - (1-h)^{α-1} (1 + (α-1)h), a sum of two numbers that are not negative.
template <class Real>
Real numerator(Real alpha, Real divergence, Real log_power) {
    const Real log_s = log_power / (alpha - 1);
    const Real h = -expm1(log_s), rise = (alpha - 1) * h;
    const Real exponent = (alpha - 1) * gap(-h, log_s) + gap(rise, log1p(rise));
    return expm1((alpha - 1) * divergence) - expm1(-exponent);
}

// log t for A = r^{α-1} - s^{α-1}: where both branches of the maximum in the bound are equal,
// t = (1 - 1/α) (r^α - s^α) / A = (1 - 1/α) r (1 + s^{α-1}/A (1 - s/r)).
template <class Real>
Real log_threshold(Real alpha, Real log_power, Real step) {
    const Real power = exp(log_power);
    const Real log_growth = log1p(step / power) / (alpha - 1);
    return log((alpha - 1) / alpha) + log_power / (alpha - 1) + log_growth +
           log1p(power / step * -expm1(-log_growth));
}

template <class Real>
Real log_power_of(Real split) {
    return -log1p(exp(-split));
}

constexpr double least_split = -36, largest_split = 92;

// log((1 - e^-x) / x): of e^-t, the mean over [0, x].
double log_mean_decay(double x) {
    return x < 0.01 ? x * (x / 24 * (1 - x * x / 120) - 0.5) : log(-expm1(-x) / x);
}

double remainder(double x) { return std::isfinite(x) ? plain_exp_remainder(x).value : infinity; }

}  // namespace

double epsilon(double alpha, double divergence, double delta, double split) {
    const double log_power = log_power_of(split);
    const double step = numerator(alpha, divergence, log_power) / (alpha * delta);
    return log_threshold(alpha, log_power, step);
}

double epsilon_above(double alpha, double divergence, double delta, double split) {
    const Bracket order = alpha, log_power = log_power_of(Bracket(split));
    const Bracket step = numerator(order, Bracket(divergence), log_power) / (order * delta);
    if (!(step.lower > 0 && step.upper < infinity)) return infinity;
    // A larger step only raises the threshold: δ ≥ numerator / (α step) still holds.
    return log_threshold(order, log_power, Bracket(step.upper)).upper;
}

double delta(double alpha, double divergence, double epsilon, double split) {
    const double log_power = log_power_of(split);
    // log A lies between the values with r = t and r = tα/(α-1); the secant method with bisection
    // as its safeguard finds it.
    double low = plain::log(plain::expm1((alpha - 1) * epsilon) - plain::expm1(log_power));
    double high = (alpha - 1) * (epsilon - plain::log1p(-1 / alpha));
    if (!(low < high) || !std::isfinite(low) || !std::isfinite(high)) return infinity;
    const auto excess = [&](double log_step) {
        return log_threshold(alpha, log_power, plain::exp(log_step)) - epsilon;
    };
    double at_low = excess(low), at_high = excess(high);
    double root = at_low < 0 ? high : low;  // of the two ends, low promises less
    int same_side = 0;  // Illinois: an end that stays put for two steps counts half
    for (int i = 0; i < 60 && at_low < 0 && at_high > 0; ++i) {
        root = high - at_high * (high - low) / (at_high - at_low);
        if (!(low < root && root < high)) root = low + (high - low) / 2;
        const double at_root = excess(root);
        if (std::abs(at_root) <= 1e-15 * (1 + epsilon) || root == low || root == high) break;
        if (at_root > 0) {
            high = root;
            at_high = at_root;
            if (same_side > 0) at_low /= 2;
            same_side = 1;
        } else {
            low = root;
            at_low = at_root;
            if (same_side < 0) at_high /= 2;
            same_side = -1;
        }
    }
    return numerator(alpha, divergence, log_power) / alpha * plain::exp(-root);
}

double best_for_delta(double alpha, double divergence, double delta, double tolerance) {
    return minimize::on_interval(
        [&](double split) { return epsilon(alpha, divergence, delta, split); }, least_split,
        largest_split, tolerance);
}

// The worst pair has one loss on the event and one outside it. Where both branches of the maximum
// are equal, the distance of the two losses gives both of them, and the divergence of the pair
// grows with it: the distance at which it reaches the bound is found by bisection.
double best_for_epsilon(double alpha, double divergence, double epsilon, double tolerance) {
    const double above_one = alpha - 1, target = expm1(above_one * divergence);
    // Losses in [-x, x] have a divergence of at most αx²/2.
    double low = std::max(epsilon, std::sqrt(2 * divergence / alpha));
    double high = epsilon - log(above_one / alpha) - least_split / above_one;
    double log_s = 0;
    // The steps are counted for divergences so small that the bounds underflow.
    for (int step = 0; step < 100 && high > low * (1 + tolerance); ++step) {
        const double distance =
            high > 2 * low ? std::sqrt(low) * std::sqrt(high) : low + (high - low) / 2;
        const double log_r =
            epsilon + log_mean_decay(above_one * distance) - log_mean_decay(alpha * distance);
        log_s = log_r - distance;
        // (e^{(α-1)D} - 1)(1 - s/r) = (1 - s) `inside` + `outside`.
        const double h = -expm1(log_s);
        const double inside = remainder(above_one * log_r) + above_one * remainder(-log_r);
        const double outside = -expm1(-log_r) * (1 - h) *
                               (above_one * remainder(-log_s) + remainder(above_one * log_s));
        const double room = target * -expm1(-distance);
        (log_s >= 0 || h * inside + outside <= room ? low : high) = distance;
        // Where s is close to 1 its distance from 1 is known best from the bound itself.
        if (8 * h < log_r && above_one * h < 0.1) log_s = log1p((outside - room) / inside);
    }
    const double log_power = std::min(above_one * log_s, log_power_of(largest_split));
    return std::max(least_split, log_power - log(-expm1(log_power)));
}

}  // namespace mizan::renyi_dual

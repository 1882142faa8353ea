// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/shifted_normals.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/normal.hpp"
#include "mizan/numeric/root.hpp"
#include "mizan/numeric/rounding.hpp"

namespace mizan {

namespace {

// The profile is φ(a) (R(a) - R(b)) with Mills' ratio R, a = m - h, b = m + h, m = ε/μ and
// h = μ/2, because e^ε = φ(a)/φ(b). The difference cancels where h is small, and there it is
// expanded around m: R(x) = ∫ e^(-xt - t²/2) dt over t > 0 gives
//
//     R(m-h) - R(m+h) = 2 ∫ sinh(ht) e^(-mt - t²/2) dt = 2 Σ h^n/n! M_n over odd n,
//
// with the moments M_n = ∫ t^n e^(-mt - t²/2) dt: a series of positive terms.

// The ratios M_n / M_(n-1) for n = 1 … 15. They satisfy T_n = n / (m + T_(n+1)).
using Ratios = std::array<Bracket, 16>;
constexpr std::size_t last_ratio = 15;

Ratios moment_ratios(const Bracket& m) {
    Ratios ratios{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    if (m.lower < 1) {
        // Upwards: M_1 = 1 - m M_0, M_(n+1) = n M_(n-1) - m M_n. Loses little while m is small.
        Bracket before = normal::mills_ratio(m), moment = 1 - m * before;
        for (std::size_t n = 1; n <= last_ratio; ++n) {
            ratios[n] = moment / before;
            const Bracket next = static_cast<double>(n) * before - m * moment;
            before = moment;
            moment = next;
        }
        return ratios;
    }
    // Downwards, where errors die out. The ratios grow with n (Cauchy-Schwarz), so T_n is at most
    // the root of T (m + T) = n, and at least n / (m + the root for n + 1).
    const auto root = [&](int n) { return 2 * n / (m + sqrt(square(m) + 4 * n)); };
    // The uncertainty at level n shrinks by about e^(-2m√n) on the way down.
    const int levels = static_cast<int>(std::min(200.0, 16 + 400 / (m.lower * m.lower)));
    double low = (levels / (m + root(levels + 1))).lower, high = root(levels).upper;
    // Each level rounds twice, by half a unit at most, and leaves of an error of the one before
    // only the share that T has in m + T. As T ≤ √n for m ≥ 1, that is at most 1 - 1 / (1 + √200),
    // so that all errors together are less than 2 (1 + √200) half units.
    constexpr int ulps = 16;
    for (int n = levels - 1; n >= 1; --n) {
        const double next = n / (m.upper + high);
        high = n / (m.lower + low);
        low = next;
        if (n <= static_cast<int>(last_ratio)) {
            ratios[static_cast<std::size_t>(n)] = {rounding::widen_down(low, ulps),
                                                   rounding::widen_up(high, ulps)};
        }
    }
    return ratios;
}

// Where h is at most this times max(1, m), successive terms of the series shrink by its square:
// their quotient is h² T_(n+1) T_(n+2) / ((n+1)(n+2)), and T_n ≤ min(√n, n/m).
constexpr double series_reach = 0.05;

Bracket mills_difference_by_series(const Bracket& m, const Bracket& h) {
    const Ratios ratio = moment_ratios(m);
    const Bracket first_moment =
        m.lower < 1 ? ratio[1] * normal::mills_ratio(m) : ratio[1] / (m + ratio[1]);
    const Bracket rest(1, 1.003);  // 1 / (1 - 0.05²)
    Bracket sum = rest;
    for (std::size_t n = last_ratio; n >= 3; n -= 2) {
        const auto k = static_cast<double>(n);
        sum = 1 + square(h) * ratio[n - 1] * ratio[n] / (k * (k - 1)) * sum;
    }
    return 2 * h * first_moment * sum;
}

}  // namespace

ShiftedNormals ShiftedNormals::with_deviation(double sigma) { return {1 / Bracket(sigma), sigma}; }

ShiftedNormals ShiftedNormals::apart_by(double mu) { return {mu, 1 / Bracket(mu)}; }

// One of μ and σ is exact: the product or quotient of ε with it rounds once.
Bracket ShiftedNormals::middle(Epsilon epsilon) const {
    const Bracket eps = epsilon.value();
    return intersect(eps / mu_, eps * sigma_);
}

// Where tails are sharp and no exponential leaves the doubles, they tell the profile at once.
bool ShiftedNormals::is_told_by_tails(const Bracket& a, const Bracket& b) {
    constexpr double sharp_until = 8, doubles_until = 37;
    return a.upper < sharp_until && b.upper < doubles_until;
}

Bracket ShiftedNormals::delta(Epsilon epsilon) const {
    if (epsilon.value() == infinity) return 0;
    const Bracket m = middle(epsilon), h = mu_ / 2, a = m - h, b = m + h;
    if (h.upper <= series_reach * std::max(1.0, m.lower)) {
        const Bracket difference = mills_difference_by_series(m, h);
        return min(max(exp(normal::log_density(a)) * difference, 0), 1);
    }
    if (is_told_by_tails(a, b)) {
        return min(max(normal::tail(a) - exp(Bracket(epsilon.value())) * normal::tail(b), 0), 1);
    }
    // Far on the left R(a) grows without bound, φ(a) R(a) does not.
    constexpr double far_left = -5;
    const Bracket density = exp(normal::log_density(a));
    const Bracket profile = a.lower > far_left
                                ? density * (normal::mills_ratio(a) - normal::mills_ratio(b))
                                : normal::tail(a) - density * normal::mills_ratio(b);
    return min(max(profile, 0), 1);
}

double ShiftedNormals::delta_at_most(Epsilon epsilon) const {
    if (epsilon.value() == infinity) return 0;
    const Bracket m = middle(epsilon), h = mu_ / 2, a = m - h, b = m + h;
    if (is_told_by_tails(a, b)) {
        const double minuend = normal::tail(a.lower).upper;
        const Bracket subtrahend = exp(Bracket(epsilon.value())) * normal::tail(b.upper);
        const double difference = (minuend - Bracket(subtrahend.lower)).upper;
        // Tails up to 9 are known to 100 units in their last place, which a thousandth of them
        // multiplies by no more than a thousand; those beyond take away less than nine tenths of
        // the first.
        if (difference >= 1e-3 * minuend) return std::min(difference, 1.0);
    }
    return delta(epsilon).upper;
}

// About the ε with delta(ε) = δ, by Newton's method on log delta, whose derivative is
// -φ(a) R(b) / delta. It starts above the solution, because delta(ε) ≤ Pr[Z > a] ≤ exp(-a²/2), and
// walks down until rounding turns it around.
double ShiftedNormals::epsilon_near(double delta) const {
    const double sigma = sigma_.middle(), h = mu_.middle() / 2;
    double epsilon = (std::sqrt(-2 * plain::log(delta)) + h) / sigma;
    for (int step = 0; step < 100 && std::isfinite(epsilon); ++step) {
        const double value = this->delta(Epsilon{epsilon}).middle();
        const double a = epsilon * sigma - h, b = epsilon * sigma + h;
        const double slope =
            exp(normal::log_density(a)).middle() * normal::mills_ratio(b).middle() / value;
        const double change = plain::log(value / delta) / slope;
        if (!(change < 0) || epsilon + change == epsilon) break;
        epsilon = std::max(epsilon + change, epsilon / 16);
    }
    return epsilon;
}

Bracket ShiftedNormals::epsilon(Delta delta) const {
    if (delta.value() == 0) return infinity;
    if (delta.value() == 1) return 0;
    if (this->delta(Epsilon{0.0}).upper <= delta.value()) return 0;
    // From the guess outwards until the profile itself confirms each end.
    const double guess = epsilon_near(delta.value());
    const auto confirmed = [&](double direction, double otherwise, const auto& holds) {
        for (double width = 0x1p-52; width < 1e-3; width *= 2) {
            const double x = guess * (1 + direction * width);
            if (holds(this->delta(Epsilon{x}))) return x;
        }
        return otherwise;
    };
    const double lower = confirmed(-1, 0, [&](Bracket d) { return d.lower >= delta.value(); });
    const double upper =
        confirmed(1, infinity, [&](Bracket d) { return d.upper <= delta.value(); });
    if (0 < lower && upper < infinity) return {lower, upper};
    return root::of_decreasing([this](double x) { return this->delta(Epsilon{x}); }, delta.value(),
                               {lower, upper});
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/whole_normal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/normal.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::whole_normal {

namespace {

// From here on the sum over whole numbers is taken by Poisson's formula.
constexpr double wide = 1;

// e^(-x²/2σ²)
Bracket density(Bracket x, double sigma) { return exp(-square(x / sigma) / 2); }

// Σ of weight(n) e^(-2π²σ²n²) over n = 1, 2, …, where |weight| ≤ 1, for σ ≥ 1:
// the first term is below 3e-9, the second below 5e-35 of 1, all others
// together below 1e-77.
template <class Weight>
Bracket dual_sum(double sigma, Weight weight) {
    const Bracket rate = 2 * square(constant::pi() * sigma);
    return weight(1) * exp(-rate) + weight(2) * exp(-4 * rate) +
           Bracket(-1, 1) * 2 * exp(-9 * rate);
}

// Θ(0), in units of σ√(2π) if σ ≥ 1.
Bracket theta(double sigma) {
    if (sigma >= wide) return 1 + 2 * dual_sum(sigma, [](int) { return Bracket(1); });
    // From the eleventh on, each term is less than e^-11 of the one before.
    Bracket sum = 0;
    for (int z = 1; z <= 10; ++z) sum += density(z, sigma);
    return 1 + 2 * (sum + density(11, sigma) * Bracket(1, 1.01));
}

// Θ(0) in full.
Bracket norm(double sigma) {
    const Bracket unit = sigma >= wide ? sigma * exp(constant::log_sqrt_2pi()) : Bracket(1);
    return unit * theta(sigma);
}

// Σ e^(-(2zj + j²)/2σ²) over j ≥ 0, term by term. Each is at most the factor of
// the last step times the one before, so what is left is at most a geometric
// sum.
Bracket sum_directly(double z, double sigma) {
    constexpr double negligible = 45;  // e^-45
    const double terms =
        std::ceil(std::min(std::sqrt(2 * negligible) * sigma, negligible * sigma / z * sigma));
    const auto term = [&](double j) {
        return exp(-(j / Bracket(sigma)) * ((2 * Bracket(z) + j) / sigma) / 2);
    };
    Bracket sum = 1;
    for (double j = 1; j <= terms; ++j) sum += term(j);
    const Bracket next = term(terms + 1);
    const Bracket step = -(2 * (Bracket(z) + terms) + 3) / sigma / sigma / 2;
    return sum + next * Bracket(1, (-1 / expm1(step)).upper);
}

// The same by the formula of Euler and Maclaurin with six corrections.
Bracket sum_smoothly(double z, double sigma) {
    const Bracket x = z / Bracket(sigma);
    const Bracket mills = normal::mills_ratio(x);
    // B_2j/(2j)!
    const std::array<Bracket, 6> weight{1 / Bracket(12),       -1 / Bracket(720),
                                        1 / Bracket(30240),    -1 / Bracket(1209600),
                                        1 / Bracket(47900160), -691 / Bracket(1307674368000)};
    Bracket sum = sigma * mills + 0.5;
    Bracket even = 1, odd = x;  // Hermite's polynomials He_(2j-2), He_(2j-1) at x
    Bracket power = 1 / Bracket(sigma);
    for (std::size_t j = 0; j < weight.size(); ++j) {
        sum += weight[j] * odd * power;
        const double n = 2 * static_cast<double>(j) + 1;
        even = x * odd - n * even;
        odd = x * even - (n + 1) * odd;
        power = power / sigma / sigma;
    }
    // |He_12(t)| ≤ E (t² + N²)^6 for a standard normal N, and I_n = x^(n-1) +
    // (n-1) I_(n-2) for I_n = ∫ t^n e^((x² - t²)/2) dt over t > x.
    constexpr std::array<double, 7> coefficient{10395, 6 * 945, 15 * 105, 20 * 15, 15 * 3, 6, 1};
    Bracket integral = mills, bound = 0;
    for (std::size_t i = 0; i < coefficient.size(); ++i) {
        bound += coefficient[i] * integral;
        const double n = 2 * static_cast<double>(i) + 2;
        Bracket lifted = x;
        for (double times = 1; times < n - 1; ++times) lifted = lifted * x;
        integral = lifted + (n - 1) * integral;
    }
    // `power` is σ^-13 by now.
    const Bracket rest = abs(weight.back()) * bound * power * sigma * sigma;
    return sum + Bracket(-1, 1) * rest.upper;
}

// The same, by the shorter way.
Bracket sum_from(double z, double sigma) {
    constexpr double many = 20;
    const bool is_smooth = sigma >= many && z <= sigma * sigma / 10;
    // The terms fall, so their sum is at least the integral, and at most one term
    // more.
    const Bracket integral = sigma * normal::mills_ratio(z / Bracket(sigma));
    const Bracket rough(std::max(1.0, integral.lower), std::max(1.0, (1 + integral).upper));
    return intersect(rough, is_smooth ? sum_smoothly(z, sigma) : sum_directly(z, sigma));
}

// sin(πx)² for 0 ≤ x ≤ 1/2, which grows.
Bracket sine_squared(Bracket x) {
    const auto at = [](double y) {
        const Bracket angle = constant::pi() * y;
        const double sine = plain::sin(angle.middle());
        const Bracket error = angle.width() + 0x1p-50 * std::abs(sine);
        return square(max(0, sine + Bracket(-1, 1) * error));
    };
    return {at(x.lower).lower, std::min(1.0, at(x.upper).upper)};
}

// How far from a whole number; all of [0, 1/2] if that is not known.
Bracket to_nearest(Bracket x) {
    const double whole = std::nearbyint(x.middle());
    const Bracket away = x - whole;
    if (!(std::abs(whole) < 0x1p53 && away.lower >= -0.5 && away.upper <= 0.5)) return {0, 0.5};
    return abs(away);
}

// log Θ(y)/Θ(0) for σ < 1 and 0 ≤ y ≤ 1/2, with centre = y²/2σ². From the
// eleventh term on, each is less than e^-10 of the one before.
//
// Θ(y) = e^-centre (1 + 2 Σ e^(-z²/2σ²) cosh(zy/σ²)), without what does not
// depend on y:
Bracket near_whole(double y, Bracket centre, double sigma) {
    Bracket sum = 0;
    for (int z = 1; z <= 11; ++z) {
        const Bracket term = density(z, sigma) * square(sinh(z * (y / Bracket(sigma)) / sigma / 2));
        sum += z <= 10 ? term : term * Bracket(1, 1.01);
    }
    return log1p(expm1(-centre) + exp(-centre) * 4 * sum / theta(sigma));
}

// Θ(y) = e^-centre Σ e^(-z(z + 2y)/2σ²) over all whole z:
Bracket far_from_whole(double y, Bracket centre, double sigma) {
    Bracket sum = 0;
    for (int z = 1; z <= 11; ++z) {
        const auto term = [&](double sign) {
            return exp(-(z / Bracket(sigma)) * ((z + 2 * sign * Bracket(y)) / sigma) / 2);
        };
        const Bracket both = term(1) + term(-1);
        sum += z <= 10 ? both : both * Bracket(1, 1.01);
    }
    return -centre + log1p(sum) - log(theta(sigma));
}

}  // namespace

Bracket probability(double z, double sigma) { return min(density(z, sigma) / norm(sigma), 1); }

Bracket log_tail(double z, double sigma) {
    return log(sum_from(z, sigma)) - log(norm(sigma)) - square(z / Bracket(sigma)) / 2;
}

Bracket tail(double z, double sigma) {
    if (z == infinity) return 0;
    if (z == -infinity) return 1;
    if (z <= 0) return 1 - tail(1 - z, sigma);
    return min(density(z, sigma) / norm(sigma) * sum_from(z, sigma), 0.5);
}

Bracket log_theta_ratio(Bracket x, double sigma) {
    const Bracket away = to_nearest(x);
    if (away.upper == 0) return 0;
    if (sigma >= wide) {
        const Bracket once = sine_squared(away);
        const Bracket twice = 4 * once * (1 - once);  // sin(2πx)²
        const Bracket lost = dual_sum(sigma, [&](int n) { return n == 1 ? once : twice; });
        return min(0, log1p(-4 * lost / theta(sigma)));
    }
    // Θ falls from 0 to 1/2.
    const auto at = [sigma](double y) {
        const Bracket centre = square(y / Bracket(sigma)) / 2;
        return centre.upper < 1 ? near_whole(y, centre, sigma) : far_from_whole(y, centre, sigma);
    };
    return min(0, Bracket(at(away.upper).lower, at(away.lower).upper));
}

}  // namespace mizan::whole_normal

// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/discrete_gaussian.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/root.hpp"
#include "mizan/numeric/whole_normal.hpp"

namespace mizan {

namespace {

bool without_noise(const DiscreteGaussian& mechanism) { return mechanism.sigma.value() == 0; }
bool only_noise(const DiscreteGaussian& mechanism) { return mechanism.sigma.value() == infinity; }

// The n at which the output -n has this loss. Losses grow with n.
Bracket place_of(const DiscreteGaussian& mechanism, double loss) {
    const Bracket sigma = mechanism.sigma.value(), k = mechanism.sensitivity.value();
    return loss / k * sigma * sigma - k / 2;
}

// Pr[n ≤ Z < n + k]
Bracket between(double n, double k, double sigma) {
    // The difference of two tails takes less time than a sum of more probabilities.
    constexpr double few = 64;
    if (k > few) return whole_normal::tail(n, sigma) - whole_normal::tail(n + k, sigma);
    Bracket sum = 0;
    for (double z = n; z < n + k; ++z) sum += whole_normal::probability(z, sigma);
    return sum;
}

// Beyond this whole numbers are not told apart.
constexpr double most_exact = 0x1p52;

}  // namespace

Bracket DiscreteGaussian::pure_epsilon() const { return only_noise(*this) ? 0 : infinity; }

Bracket DiscreteGaussian::delta(Epsilon epsilon) const {
    if (without_noise(*this)) return 1;
    if (only_noise(*this) || epsilon.value() == infinity) return 0;
    const double k = sensitivity.value();
    // Pr[Z ≥ n] - e^ε Pr[Z ≥ n + k], where n + k > k/2. Much of both is the same.
    const auto by_test = [&](double n) -> Bracket {
        const Bracket same = whole_normal::log_tail(n + k, sigma.value());
        const Bracket more = epsilon.value() < 1
                                 ? expm1(Bracket(epsilon.value())) * exp(same)
                                 : exp(epsilon.value() + same + log1m_exp(-epsilon.value()));
        const Bracket apart = between(n, k, sigma.value()) - more;
        const double most = std::min(1.0, whole_normal::tail(n, sigma.value()).upper);
        return {std::clamp(apart.lower, 0.0, most), std::clamp(apart.upper, 0.0, most)};
    };
    const Bracket place = place_of(*this, epsilon.value());
    if (std::max(-place.lower, place.upper) < most_exact - k) {
        const double first = std::floor(place.lower) + 1, last = std::floor(place.upper) + 1;
        Bracket best = by_test(first);
        for (double n = first + 1; n <= last; ++n) best = max(best, by_test(n));
        return best;
    }
    // δ ≤ E e^(s(L - ε)) ≤ e^(s((1+s)ρ - ε)) at s = (ε/ρ - 1)/2, where ρ is that
    // of zCDP.
    const Bracket rho = zcdp_rho(), above = max(0, epsilon.value() - rho);
    return {0, std::min(1.0, exp(-above / rho * above / 4).upper)};
}

Bracket DiscreteGaussian::epsilon(Delta delta) const {
    if (delta.value() == 0) return pure_epsilon();
    if (delta.value() == 1 || only_noise(*this)) return 0;
    if (without_noise(*this)) return infinity;
    const Bracket rho = zcdp_rho();
    const Bracket most = rho + 2 * sqrt(rho * -log(Bracket(delta.value())));
    if (most.upper == infinity) return {0, infinity};
    return root::of_decreasing([this](double x) { return this->delta(Epsilon{x}); }, delta.value(),
                               {0, most.upper});
}

Bracket DiscreteGaussian::renyi(Order order) const {
    if (only_noise(*this)) return 0;
    const Bracket rho = zcdp_rho();
    if (order.value() == infinity || rho.lower == infinity) return infinity;
    if (order.value() == 1) return rho;
    const Bracket above_1 = Bracket(order.value()) - 1;
    const Bracket gaussian = order.value() * rho;
    const Bracket less =
        whole_normal::log_theta_ratio(above_1 * sensitivity.value(), sigma.value()) / above_1;
    return {std::min(std::max(rho.lower, (gaussian + less).lower), gaussian.upper),
            std::clamp((gaussian + less).upper, rho.lower, gaussian.upper)};
}

Bracket DiscreteGaussian::zcdp_rho() const {
    if (without_noise(*this)) return infinity;
    return only_noise(*this) ? Bracket(0)
                             : square(sensitivity.value() / Bracket(sigma.value())) / 2;
}

CDP DiscreteGaussian::cdp() const {
    if (without_noise(*this)) return {.mu = Mu{infinity}, .tau = Tau{infinity}};
    return {.mu = Mu{zcdp_rho().upper},
            .tau = Tau{(sensitivity.value() / Bracket(sigma.value())).upper}};
}

Bracket DiscreteGaussian::tradeoff(Probability false_positive) const {
    const Bracket x = false_positive.value();
    if (without_noise(*this) || x.lower == 1) return 0;
    if (only_noise(*this) || x.lower == 0) return 1 - x;
    const double k = sensitivity.value(), s = sigma.value();
    // The test that is wrong with probability x decides by the coin at -n, where
    // Pr[Z > n + k] ≤ x ≤ Pr[Z ≥ n + k].
    double low = -40 * s - 4, high = 40 * s + 4;
    if (!(high + k < most_exact)) return {0, (1 - x).upper};
    low = std::floor(low), high = std::ceil(high);
    const auto halve = [](double a, double b, const auto& is_left) {
        while (b - a > 1) {
            const double middle = std::floor((a + b) / 2);
            (is_left(middle) ? a : b) = middle;
        }
        return a;
    };
    const auto wrong = [&](double z) { return whole_normal::tail(z, s); };
    // Certainly x ≤ Pr[Z ≥ first], and from `last` on certainly Pr[Z > last] ≤ x.
    const double first = halve(low, high, [&](double z) { return wrong(z).lower >= x.upper; });
    const double last = halve(first, high, [&](double z) { return wrong(z).upper > x.lower; });
    const auto line = [&](double z) {
        const double n = z - k;
        const Bracket slope = exp(k / Bracket(s) * ((k + 2 * Bracket(n)) / s) / 2);
        const Bracket room = x - wrong(z + 1);
        return wrong(-n) - (room == Bracket(0) ? 0 : slope * room);
    };
    const double most = (1 - x).upper;
    if (last - first > 8) {  // near x = 1 neighbouring rates are not told apart
        const double least = std::clamp(max(line(first), line(last)).lower, 0.0, most);
        return {least, std::clamp(wrong(k - last).upper, least, most)};
    }
    Bracket best = line(first);
    for (double z = first + 1; z <= last; ++z) best = max(best, line(z));
    return {std::clamp(best.lower, 0.0, most), std::clamp(best.upper, 0.0, most)};
}

Bracket DiscreteGaussian::loss_cdf(double loss) const {
    if (without_noise(*this)) return loss == infinity ? 1 : 0;
    if (only_noise(*this) || std::isinf(loss)) return loss >= 0 ? 1 : 0;
    const Bracket place = place_of(*this, loss);
    const auto at = [&](double n) { return whole_normal::tail(-n, sigma.value()); };
    return {at(std::floor(place.lower)).lower, at(std::floor(place.upper)).upper};
}

Bracket DiscreteGaussian::output_cdf(double output) const {
    if (without_noise(*this) || std::isinf(output)) return output >= 0 ? 1 : 0;
    if (only_noise(*this)) return 0.5;
    return whole_normal::tail(-std::floor(output), sigma.value());
}

std::vector<Outcome> listed_outcomes(const DiscreteGaussian& mechanism) {
    constexpr double most_listed = 256, deviations = 22;  // e^(-22²/2) < 1e-105
    if (without_noise(mechanism) || only_noise(mechanism)) return {};
    const double sigma = mechanism.sigma.value(), k = mechanism.sensitivity.value();
    const double reach = std::ceil(deviations * sigma) + 1;
    const bool are_few = 2 * reach + 1 + std::min(k, 2 * reach + 1) <= most_listed;
    if (!are_few || !(k < most_exact)) return {};
    // Around 0 and around k; if these are far apart there is nothing between.
    const double around_k = std::max(reach + 1, k - reach);
    std::vector<Outcome> all;
    const Bracket rest(0, (2 * whole_normal::tail(reach + 1, sigma)).upper);
    all.push_back({rest, 0, infinity});
    for (double y = -reach; y <= k + reach; y = y == reach ? around_k : y + 1) {
        const Bracket loss = k / Bracket(sigma) * ((k - 2 * Bracket(y)) / sigma) / 2;
        all.push_back(
            {whole_normal::probability(y, sigma), whole_normal::probability(k - y, sigma), loss});
    }
    all.push_back({0, rest, -infinity});
    return all;
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/discrete_laplace.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/remainder.hpp"

namespace mizan {

namespace {

// Which of the whole numbers is meant is known up to these two ends.
struct WholeNumbers {
    double first, last;

    [[nodiscard]] bool are_few() const { return last - first <= 4; }

    // The largest of these values; their number is small.
    template <class Value>
    [[nodiscard]] Bracket largest(Value value) const {
        Bracket most = value(first);
        for (double n = first + 1; n <= last; ++n) most = max(most, value(n));
        return most;
    }
};

WholeNumbers within(double least, double most, double lower, double upper) {
    return {std::clamp(lower, least, most), std::clamp(upper, least, most)};
}

bool without_noise(const DiscreteLaplace& mechanism) {
    return mechanism.noise_parameter.value() == infinity;
}
bool only_noise(const DiscreteLaplace& mechanism) { return mechanism.noise_parameter.value() == 0; }

// 1/(1 + e^(-a)): the probability that the noise is at most 0.
Bracket not_above_zero(Bracket a) { return 1 / (1 + exp(-a)); }

}  // namespace

Bracket DiscreteLaplace::pure_epsilon() const {
    return Bracket(noise_parameter.value()) * sensitivity.value();
}

Bracket DiscreteLaplace::delta(Epsilon epsilon) const {
    if (without_noise(*this)) return 1;
    if (only_noise(*this) || epsilon.value() == infinity) return 0;
    const Bracket a = noise_parameter.value(), k = sensitivity.value();
    const Bracket best = (k - epsilon.value() / a) / 2;
    if (best.upper < 0) return 0;
    const WholeNumbers candidates =
        within(0, k.lower - 1, std::floor(best.lower), std::floor(best.upper));
    // Both terms are positive where m is the best.
    const auto by_test = [&](double m) {
        const Bracket gained = -expm1(epsilon.value() - a * (k - m)) - exp(-a) * expm1(-a * m);
        return min(max(gained * not_above_zero(a), 0), 1);
    };
    if (candidates.are_few()) return candidates.largest(by_test);
    // Two numbers whose product does not depend on m have the least sum where they are equal.
    const Bracket real_m = -expm1((epsilon.value() - pure_epsilon()) / 2 - log_cosh(a / 2));
    const double attained =
        by_test(std::floor(Bracket(candidates.first, candidates.last).middle())).lower;
    return {attained, std::clamp(real_m.upper, attained, 1.0)};
}

Bracket DiscreteLaplace::epsilon(Delta delta) const {
    if (delta.value() == 1 || only_noise(*this)) return 0;
    if (without_noise(*this)) return infinity;
    const Bracket a = noise_parameter.value(), k = sensitivity.value();
    const Bracket kept = log1p(-Bracket(delta.value())), best = -kept / a;
    const WholeNumbers candidates =
        within(0, k.lower - 1, std::ceil(best.lower) - 1, std::ceil(best.upper) - 1);
    const auto by_test = [&](double m) -> Bracket {
        const Bracket gained = -exp(-a) * expm1(-a * m) - delta.value() * (1 + exp(-a));
        return gained.upper <= -1 ? Bracket(0) : max(a * (k - m) + log1p(gained), 0);
    };
    if (candidates.are_few()) return candidates.largest(by_test);
    const Bracket real_m = pure_epsilon() + 2 * (kept + log_cosh(a / 2));
    const double attained =
        by_test(std::floor(Bracket(candidates.first, candidates.last).middle())).lower;
    return {attained, std::max(real_m.upper, attained)};
}

Bracket DiscreteLaplace::renyi(Order order) const {
    const Bracket t = pure_epsilon(), a = noise_parameter.value(), alpha = order.value();
    if (order.value() == infinity || t.lower == infinity || t.upper == 0) return t;
    if (order.value() == 1) {
        const Bracket curvature = sinhc_remainder(a);  // sinh(a)/a - 1
        const Bracket c = 1 / (1 + curvature);
        const Bracket gap = a.lower < 1 ? curvature * c : 1 - c;
        return min(max(t * gap + c * exp_remainder(-t), 0), t);
    }
    const Bracket above_1 = alpha - 1, odd = 2 * above_1 + 1;  // 2α - 1
    const Bracket share = -not_above_zero(a) / expm1(-odd * a);
    const Bracket grown = -share * expm1(-2 * alpha * a);              // A
    const Bracket faded = -share * exp(-a) * expm1(-2 * above_1 * a);  // 1 - A
    const Bracket grow = above_1 * t, fade = -alpha * t;
    const auto divergence = [&]() -> Bracket {
        if (grow.upper >= 1) return t + log(grown + faded * exp(fade - grow)) / above_1;
        // With a smaller exponent at least six bits of the two terms would cancel.
        constexpr double few_digits = 1.0 / 64;
        if (fade.lower <= -few_digits) {
            return log1p(grown * expm1(grow) + faded * expm1(fade)) / above_1;
        }
        // The first-order terms of the two exponentials nearly cancel: A (α-1) - (1-A) α is
        // 2 (α-1) α a e^(-αa) (S(αa) - S((α-1)a)) share, where S(x) = sinh(x)/x.
        const Bracket first = 2 * above_1 * alpha * a * exp(-alpha * a) * share *
                              (sinhc_remainder(alpha * a) - sinhc_remainder(above_1 * a));
        return log1p(t * first + grown * exp_remainder(grow) + faded * exp_remainder(fade)) /
               above_1;
    };
    return min(max(divergence(), 0), t);
}

CDP DiscreteLaplace::cdp() const {
    return {.mu = Mu{renyi(Order{1.0}).upper}, .tau = Tau{pure_epsilon().upper}};
}

Bracket DiscreteLaplace::tradeoff(Probability false_positive) const {
    const Bracket a = noise_parameter.value(), k = sensitivity.value(), x = false_positive.value();
    if (without_noise(*this)) return 0;
    if (only_noise(*this) || x.lower == 0) return 1 - x;
    // The test that is wrong with probability x decides by the coin where the output is j.
    const Bracket coin = k + (log(x) - log(not_above_zero(a))) / a;
    const WholeNumbers candidates =
        within(0, k.lower, std::ceil(coin.lower), std::ceil(coin.upper));
    const auto line = [&](double j) {
        return min(max(-exp(-a * j) * expm1(a * (k - j) + log(x)), 0), 1);
    };
    if (candidates.are_few()) return candidates.largest(line);
    const double attained =
        line(std::floor(Bracket(candidates.first, candidates.last).middle())).lower;
    const Bracket real_j = exp(-pure_epsilon() - log(4 * x));
    return {attained, std::clamp(std::min(real_j.upper, (1 - x).upper), attained, 1.0)};
}

Bracket DiscreteLaplace::loss_cdf(double loss) const {
    if (without_noise(*this)) return loss == infinity ? 1 : 0;
    if (only_noise(*this) || std::isinf(loss)) return loss >= 0 ? 1 : 0;
    // The loss is at most that where the output is at least n = ⌈(k - loss/a)/2⌉.
    const Bracket a = noise_parameter.value(), k = sensitivity.value();
    const Bracket least = (k - loss / a) / 2;
    const auto from = [&](double n) -> Bracket {
        if (n <= 0) return 1;
        return n > k.upper ? Bracket(0) : min(exp(-a * n) * not_above_zero(a), 1);
    };
    return {from(std::ceil(least.upper)).lower, from(std::ceil(least.lower)).upper};
}

Bracket DiscreteLaplace::output_cdf(double output) const {
    if (without_noise(*this) || std::isinf(output)) return output >= 0 ? 1 : 0;
    const Bracket a = noise_parameter.value();
    const double n = std::floor(output);
    if (n < 0) return exp(a * n) * not_above_zero(a);
    return 1 - exp(-a * (Bracket(n) + 1)) * not_above_zero(a);
}

std::vector<Outcome> listed_outcomes(const DiscreteLaplace& mechanism) {
    // A mechanism with more different losses is known by its curves and its transform alone.
    constexpr double most_listed = 64;
    const Bracket a = mechanism.noise_parameter.value();
    const double k = mechanism.sensitivity.value();
    if (without_noise(mechanism) || only_noise(mechanism) || k > most_listed) return {};
    const Bracket end = not_above_zero(a), one = tanh(a / 2);
    std::vector<Outcome> all;
    for (double j = 0; j <= k; ++j) {
        const Bracket mass = j == 0 || j == k ? end : one;
        all.push_back({mass * exp(-a * j), mass * exp(-a * (k - j)), a * (k - 2 * j)});
    }
    return all;
}

Laplace at_most_as_private(const DiscreteLaplace& mechanism) {
    if (without_noise(mechanism)) return {.noise_multiplier = 0.0};
    if (only_noise(mechanism)) return {.noise_multiplier = infinity};
    const Bracket half = Bracket(mechanism.noise_parameter.value()) / 2;
    return {.noise_multiplier = (1 / (mechanism.pure_epsilon() + 2 * log_cosh(half))).lower};
}

Laplace at_least_as_private(const DiscreteLaplace& mechanism) {
    if (without_noise(mechanism)) return {.noise_multiplier = 0.0};
    if (only_noise(mechanism)) return {.noise_multiplier = infinity};
    return {.noise_multiplier = (1 / mechanism.pure_epsilon()).upper};
}

}  // namespace mizan

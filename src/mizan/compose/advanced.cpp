// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/advanced.hpp"

#include <algorithm>

#include "mizan/compose/basic.hpp"

namespace mizan::compose {

namespace {

// Σ count · f(ε) over the steps that cost anything.
template <class Function>
Bracket sum_over(const Steps& steps, const Function& f) {
    Bracket sum = 0;
    for (const auto& [guarantee, count] : steps) {
        const double epsilon = guarantee.epsilon.value();
        if (epsilon > 0 && count.value() > 0) sum += count.value() * f(Bracket(epsilon));
    }
    return sum;
}

Bracket sum_of_squares(const Steps& steps) {
    return sum_over(steps, [](Bracket e) { return square(e); });
}

// mean + √(2 · log_term · Σε²), where `delta` is what the failures of the steps leave.
template <class LogTerm>
ApproxDP mean_plus_deviation(const Steps& steps, Delta delta, Bracket mean,
                             const LogTerm& log_term) {
    const Bracket squares = sum_of_squares(steps);
    const double left = std::min(slack(steps, delta).lower, 1.0);
    if (left < 0) return {Epsilon{infinity}, delta};
    if (squares == Bracket(0)) return {Epsilon{0.0}, delta};
    if (left == 0 || squares.upper == infinity) return {Epsilon{infinity}, delta};
    return {Epsilon{(mean + sqrt(2 * log_term(Bracket(left), squares) * squares)).upper}, delta};
}

}  // namespace

ApproxDP advanced_lecture_notes(const Steps& steps, Delta delta) {
    const Bracket mean = sum_over(steps, [](Bracket e) { return e * expm1(e); });
    return mean_plus_deviation(steps, delta, mean, [](Bracket d, Bracket) { return -log(d); });
}

ApproxDP advanced_dwork_rothblum(const Steps& steps, Delta delta) {
    const Bracket mean = sum_over(steps, [](Bracket e) { return e * expm1(e) / 2; });
    return mean_plus_deviation(steps, delta, mean, [](Bracket d, Bracket) { return -log(d); });
}

ApproxDP advanced_kairouz_oh_viswanath(const Steps& steps, Delta delta) {
    const Bracket mean = sum_over(steps, [](Bracket e) { return e * tanh(e / 2); });
    return mean_plus_deviation(steps, delta, mean, [](Bracket d, Bracket squares) {
        return min(-log(d), log(exp(Bracket(1)) + sqrt(squares) / d));
    });
}

ApproxDP advanced(const Steps& steps, Delta delta) {
    if (delta.value() == 1) return {Epsilon{0.0}, delta};
    // Its mean is the smallest of all, so no other closed form is ever below this one.
    const ApproxDP closed = advanced_kairouz_oh_viswanath(steps, delta);
    if (slack(steps, delta).lower < 0) return closed;
    return {std::min(closed.epsilon, Epsilon{total_epsilon(steps).upper}), delta};
}

bool in_high_privacy_regime(Epsilon epsilon, Count count, Delta delta) {
    if (delta.value() == 0 || epsilon.value() == 0 || count.value() == 0) return true;
    const Bracket squares = count.value() * square(Bracket(epsilon.value()));
    return -log(Bracket(delta.value())).upper >= squares.upper;
}

ApproxDP advanced_mironov(Epsilon epsilon, Count count, Delta delta) {
    if (!(0 < delta.value() && delta.value() < 1)) {
        throw DomainError("delta", "in (0, 1)", delta.value());
    }
    if (!in_high_privacy_regime(epsilon, count, delta)) {
        throw DomainError("log(1/delta)",
                          "at least epsilon^2 n = " +
                              shortest((count.value() * square(Bracket(epsilon.value()))).upper) +
                              " (condition of Mironov17 Corollary 1)",
                          -log(Bracket(delta.value())).upper);
    }
    if (epsilon.value() == 0) return {epsilon, delta};
    const Bracket root = sqrt(2 * Bracket(count.value()) * -log(Bracket(delta.value())));
    return {Epsilon{(4 * Bracket(epsilon.value()) * root).upper}, delta};
}

}  // namespace mizan::compose

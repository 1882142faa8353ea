// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/bounded_range.hpp"

#include <algorithm>

#include "mizan/numeric/remainder.hpp"

namespace mizan {

namespace {

// ℓ(x) = log(sinh(x)/x) for x ≥ 0.
Bracket log_sinhc(Bracket x) {
    return x.upper <= 1 ? log1p(sinhc_remainder(x)) : log_sinh(x) - log(x);
}

// ℓ(x) + x coth(x) - 1.
Bracket at_order_1(Bracket x) {
    if (x.upper > 1) return log_sinhc(x) + (x / tanh(x) - 1);
    // cosh(x) - sinh(x)/x over sinh(x)/x
    const Bracket beyond = sinhc_remainder(x);
    return log1p(beyond) + (2 * square(sinh(x / 2)) - beyond) / (1 + beyond);
}

}  // namespace

Bracket BoundedRange::delta(Epsilon epsilon) const {
    if (epsilon_.upper == 0 || epsilon.value() == infinity) return 0;
    if (epsilon_.lower == infinity) return 1;
    const auto at = [&](Bracket range) -> Bracket {
        if (epsilon.value() >= range.upper) return 0;
        if (range.upper == infinity) return 1;
        const Bracket missing = -expm1(min((epsilon.value() - range) / 2, 0));
        constexpr double least = 1e-290;  // below it the quotient is lost; δ ≤ tanh(ε/4)
        if (range.upper < least) return {0, range.upper};
        return max(0, min(1, square(missing) / -expm1(-range)));
    };
    // Grows with the range.
    return {at(epsilon_.lower).lower, at(epsilon_.upper).upper};
}

Bracket BoundedRange::epsilon(Delta delta) const {
    if (delta.value() == 1 || epsilon_.upper == 0) return 0;
    if (delta.value() == 0 || epsilon_.lower == infinity) return epsilon_;
    const auto at = [&](Bracket range) -> Bracket {
        if (range.upper == infinity) return infinity;
        return max(0, range + 2 * log1p(-sqrt(delta.value() * -expm1(-range))));
    };
    return {at(epsilon_.lower).lower, at(epsilon_.upper).upper};
}

Bracket BoundedRange::renyi(Order order) const {
    if (order.value() == infinity || epsilon_.lower == infinity || epsilon_.upper == 0) {
        return epsilon_;
    }
    const auto at = [&](double range) -> Bracket {
        if (range == infinity || range == 0) return range;
        const Bracket half = Bracket(range) / 2, alpha = order.value(), above_1 = alpha - 1;
        const Bracket least = max(0, min(at_order_1(half), range));
        if (order.value() == 1) return least;
        const Bracket most = min(range, alpha * least);
        if ((alpha * half).upper == infinity) return {least.lower, most.upper};
        const Bracket exact = (alpha * log_sinhc(alpha * half) -
                               above_1 * log_sinhc(above_1 * half) - log_sinhc(half)) /
                              above_1;
        return intersect(exact, {least.lower, most.upper});
    };
    return {at(epsilon_.lower).lower, at(epsilon_.upper).upper};
}

CDP BoundedRange::cdp() const {
    return {.mu = Mu{renyi(Order{1.0}).upper}, .tau = Tau{(epsilon_ / 2).upper}};
}

Bracket BoundedRange::tradeoff(Probability false_positive) const {
    const double x = false_positive.value();
    if (x == 0 || x == 1 || epsilon_.upper == 0) return 1 - Bracket(x);
    // Falls with the range.
    const auto at = [&](double range) {
        return range == infinity ? Bracket(0)
                                 : 1 / (1 + exp(range + log(Bracket(x)) - log1p(-Bracket(x))));
    };
    return {at(epsilon_.upper).lower, at(epsilon_.lower).upper};
}

Bracket BoundedRange::loss_cdf(double loss) const {
    const auto at = [&](double range) -> Bracket {
        if (loss >= range) return 1;
        if (loss < -range || range == infinity) return 0;
        const Bracket e = range, part = range > 1 ? (exp((loss - e) / 2) - exp(-e)) / (1 - exp(-e))
                                                  : expm1((loss + e) / 2) / expm1(e);
        return max(0, min(1, part));
    };
    if (epsilon_.lower == infinity) return loss == infinity ? 1 : 0;
    return hull(at(epsilon_.lower), at(epsilon_.upper));
}

}  // namespace mizan

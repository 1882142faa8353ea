// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/renyi_point_to_approximate.hpp"

#include <algorithm>

#include "mizan/convert/pure_to_approximate.hpp"
#include "mizan/convert/renyi_dual.hpp"

namespace mizan {

namespace {

// Cases that need no theorem: answers at the ends of the ranges, and order inf, which is pure.
bool says_all(const RenyiPoint& p) { return p.divergence == Epsilon{0.0}; }
bool says_nothing(const RenyiPoint& p) {
    return p.order == Order{1.0} || p.divergence == Epsilon{infinity};
}
bool is_pure(const RenyiPoint& p) { return p.order == Order{infinity}; }

template <class Theorem>
Epsilon epsilon_by(const RenyiPoint& point, Delta delta, const Theorem& theorem) {
    if (says_all(point) || delta == Delta{1.0}) return Epsilon{0.0};
    if (says_nothing(point)) return Epsilon{infinity};
    if (is_pure(point)) return Epsilon{pure_to_epsilon({point.divergence}, delta).upper};
    if (delta == Delta{0.0}) return Epsilon{infinity};
    return Epsilon{std::max(0.0, theorem())};
}

template <class Theorem>
Delta delta_by(const RenyiPoint& point, Epsilon epsilon, const Theorem& theorem) {
    if (says_all(point)) return Delta{0.0};
    // At epsilon = inf, delta is the probability of an infinite loss: none if a divergence is
    // finite, perhaps all if not.
    if (point.divergence == Epsilon{infinity}) return Delta{1.0};
    if (epsilon == Epsilon{infinity}) return Delta{0.0};
    if (says_nothing(point)) return Delta{1.0};
    if (is_pure(point)) return Delta{pure_to_delta({point.divergence}, epsilon).upper};
    return Delta{std::clamp(theorem(), 0.0, 1.0)};
}

// log(1 - 1/α), sharp at both ends.
Bracket log_complement(Bracket alpha) {
    return alpha.upper < 2 ? log((alpha - 1) / alpha) : log1p(-1 / alpha);
}

double canonne_epsilon_above(const RenyiPoint& point, Delta delta) {
    const Bracket alpha = point.order.value();
    return (point.divergence.value() + log_complement(alpha) -
            (log(delta.value()) + log(alpha)) / (alpha - 1))
        .upper;
}

double canonne_delta_above(const RenyiPoint& point, Epsilon epsilon) {
    const Bracket alpha = point.order.value();
    const Bracket margin = Bracket(point.divergence.value()) - epsilon.value();
    return exp((alpha - 1) * (margin + log_complement(alpha)) - log(alpha)).upper;
}

// The corner p = 1 of the optimal conversion, which is the worst case for δ ≥ 1/α: the same dual
// without the outcome outside the event, at r = e^ε.
double corner_epsilon_above(const RenyiPoint& point, Delta delta) {
    if ((Bracket(point.order.value()) * delta.value()).lower < 1) return infinity;
    return (point.divergence.value() + log1p(-Bracket(delta.value()))).upper;
}

double corner_delta_above(const RenyiPoint& point, Epsilon epsilon) {
    const Bracket excess = Bracket(epsilon.value()) - point.divergence.value();
    if (excess.upper > log_complement(point.order.value()).lower) return 1;
    return (-expm1(excess)).upper;
}

constexpr double fine = 1e-7;

}  // namespace

Epsilon mironov_epsilon(const RenyiPoint& point, Delta delta) {
    return epsilon_by(point, delta, [&] {
        const Bracket alpha = point.order.value();
        return (point.divergence.value() - log(delta.value()) / (alpha - 1)).upper;
    });
}

Delta mironov_delta(const RenyiPoint& point, Epsilon epsilon) {
    return delta_by(point, epsilon, [&] {
        const Bracket alpha = point.order.value();
        return exp((alpha - 1) * (Bracket(point.divergence.value()) - epsilon.value())).upper;
    });
}

Epsilon canonne_epsilon(const RenyiPoint& point, Delta delta) {
    return epsilon_by(point, delta, [&] { return canonne_epsilon_above(point, delta); });
}

Delta canonne_delta(const RenyiPoint& point, Epsilon epsilon) {
    return delta_by(point, epsilon, [&] { return canonne_delta_above(point, epsilon); });
}

Epsilon optimal_epsilon(const RenyiPoint& point, Delta delta) {
    return epsilon_by(point, delta, [&] {
        const double alpha = point.order.value(), divergence = point.divergence.value();
        const double split = renyi_dual::best_for_delta(alpha, divergence, delta.value(), fine);
        return std::min({canonne_epsilon_above(point, delta), corner_epsilon_above(point, delta),
                         renyi_dual::epsilon_above(alpha, divergence, delta.value(), split)});
    });
}

Delta optimal_delta(const RenyiPoint& point, Epsilon epsilon) {
    return delta_by(point, epsilon, [&] {
        const double alpha = point.order.value(), divergence = point.divergence.value();
        const double known =
            std::min(canonne_delta_above(point, epsilon), corner_delta_above(point, epsilon));
        const double split = renyi_dual::best_for_epsilon(alpha, divergence, epsilon.value(), fine);
        const double found = renyi_dual::delta(alpha, divergence, epsilon.value(), split);
        // The search is not trusted: the first delta near its answer that passes is taken.
        for (double slack = 1e-15; slack < 0.1; slack *= 4) {
            const double candidate = found * (1 + slack);
            if (!(0 < candidate && candidate < std::min(1.0, known))) break;
            if (renyi_dual::epsilon_above(alpha, divergence, candidate, split) <= epsilon.value()) {
                return candidate;
            }
        }
        return known;
    });
}

}  // namespace mizan

// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/bayes.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/convert/renyi_to_pure.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/minimize.hpp"

namespace mizan {

namespace {

// log of (e^ε/β)^(α-1) at the best order, as an upper bound.
double log_tail(const RenyiCurve& curve, Bracket log_factor) {
    const double order = minimize::over_orders(
        [&](double alpha) {
            return (alpha - 1) * (curve(Order{alpha}).upper - log_factor.middle());
        },
        curve.knots());
    if (order == infinity) return 0;
    return ((Bracket(order) - 1) * (Bracket(curve(Order{order}).upper) - log_factor)).upper;
}

// The least log β such that the odds change by more than β, upward or downward, with at most the
// chance η = `failure`, whichever input P is true and Q is not. The two ways to exceed it are
// P/Q > β and Q/P > β, both under P.

// Markov's inequality bounds the first by e^((α-1)(D_α(P‖Q) - log β)), and the second through
// E_P[(Q/P)^α] = e^((α-1)·D_α(Q‖P)) by 1/β times as much. So it is enough that
//     log β ≥ ε(α) + log((1 + 1/β)/η)/(α-1),
// where 1/β on the right may be replaced by any 1/β' ≥ 1/β: here by the solution without that term.
double likely_log_factor(const RenyiCurve& curve, double failure) {
    const double pure = curve(Order{infinity}).upper;
    if (failure == 0) return pure;
    const auto at = [&](double alpha) {
        const Bracket divergence = curve(Order{alpha}).upper, share = Bracket(alpha) - 1;
        const Bracket least = max(0, divergence - log(Bracket(failure)) / share);
        return divergence + (log1p(exp(-least)) - log(Bracket(failure))) / share;
    };
    const double order = minimize::over_orders(
        [&](double alpha) { return alpha == infinity ? pure : at(alpha).upper; }, curve.knots());
    return order == infinity ? pure : std::max(0.0, std::min(pure, at(order).upper));
}

// Let A = {P > βQ} and β > e^ε. Then Q(A) ≤ P(A)/β, so
//     δ ≥ P(A) - e^ε·Q(A) ≥ P(A)·(1 - e^ε/β).
// Let B = {Q > βP}. Then δ ≥ Q(B) - e^ε·P(B) ≥ P(B)·(β - e^ε). Together
//     P(A) + P(B) ≤ δ/(1 - e^ε/β) + δ/(β - e^ε) = δ·(β + 1)/(β - e^ε),
// which is η for β = (η·e^ε + δ)/(η - δ). It is reached by P = (a, a/β, rest), Q = (a/β, a, rest)
// with a = δ/(1 - e^ε/β), as the ratio on A and B comes down to β.
double likely_log_factor(const ApproxDP& approximate, double failure) {
    const Bracket epsilon = approximate.epsilon.value(), delta = approximate.delta.value();
    if (delta.upper == 0) return epsilon.upper;
    if (failure <= delta.upper) return infinity;
    return (log_add_exp(log(Bracket(failure)) + epsilon, log(delta)) - log(failure - delta)).upper;
}

}  // namespace

Bracket posterior(const PureDP& pure, Probability prior) {
    const DefaultArithmetic arithmetic;
    if (prior.value() == 0 || prior.value() == 1) return prior.value();
    const Bracket yes = prior.value(), no = 1 - yes, factor = exp(-Bracket(pure.epsilon.value()));
    return {(yes * factor / (yes * factor + no)).lower,
            std::min(1.0, (yes / (yes + no * factor)).upper)};
}

double bayes_factor_moment(const RenyiPoint& point) {
    const DefaultArithmetic arithmetic;
    if (point.divergence == Epsilon{0.0} || point.order == Order{1.0}) return 1;
    return exp((Bracket(point.order.value()) - 1) * point.divergence.value()).upper;
}

Bracket mean_log_bayes_factor(const RenyiCurve& curve) {
    const DefaultArithmetic arithmetic;
    return {-std::max(0.0, curve(Order{1.0}).upper), 0};
}

Probability large_bayes_factor(const RenyiCurve& curve, Positive factor) {
    const DefaultArithmetic arithmetic;
    const Bracket log_factor = log(Bracket(factor.value()));
    const std::optional<PureDP> pure = renyi_to_pure(curve);
    if (pure && pure->epsilon.value() <= log_factor.lower) return 0.0;
    return std::min(1.0, exp(Bracket(log_tail(curve, log_factor))).upper);
}

Probability large_bayes_factor(const ApproxDP& approximate, Positive factor) {
    const DefaultArithmetic arithmetic;
    const Bracket delta = approximate.delta.value();
    const Bracket within = 1 - exp(Bracket(approximate.epsilon.value()) - log(factor.value()));
    if (!(within.lower > 0)) return 1.0;
    return std::min(1.0, (delta / within).upper);
}

Bracket likely_posterior(const RenyiCurve& curve, Probability prior, Probability failure) {
    const DefaultArithmetic arithmetic;
    return posterior({Epsilon{likely_log_factor(curve, failure.value())}}, prior);
}

Bracket likely_posterior(const ApproxDP& approximate, Probability prior, Probability failure) {
    const DefaultArithmetic arithmetic;
    return posterior({Epsilon{likely_log_factor(approximate, failure.value())}}, prior);
}

Probability best_guess(const ApproxDP& approximate, Probability prior) {
    const DefaultArithmetic arithmetic;
    const Bracket epsilon = approximate.epsilon.value(), delta = approximate.delta.value();
    const Bracket yes = prior.value(), no = 1 - yes;
    const Bracket informed = 1 - (1 - delta) / (1 + exp(epsilon));
    const Bracket right = max(informed, max(yes + no * delta, no + yes * delta));
    return std::min(1.0, right.upper);
}

Bracket best_guess(const std::function<Bracket(Epsilon)>& delta, Probability prior) {
    const DefaultArithmetic arithmetic;
    const Bracket rare = min(prior.value(), 1 - Bracket(prior.value())), common = 1 - rare;
    if (rare.lower <= 0) return 1;
    const Bracket odds = max(0, log(common / rare));
    const Bracket most = delta(Epsilon{odds.lower});
    const Bracket least = odds.is_exact() ? most : delta(Epsilon{odds.upper});
    const Bracket shown(least.lower, most.upper);
    return min(1, common + rare * shown);
}

}  // namespace mizan

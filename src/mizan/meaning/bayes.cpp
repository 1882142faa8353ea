// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/bayes.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/convert/renyi_to_pure.hpp"
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

// The smallest log of a factor that the true input's evidence exceeds with at most this chance.
double likely_log_factor(const RenyiCurve& curve, double failure) {
    const double pure = curve(Order{infinity}).upper;
    if (failure == 0) return pure;
    const auto at = [&](double alpha) {
        return Bracket(curve(Order{alpha}).upper) - log(Bracket(failure)) / (Bracket(alpha) - 1);
    };
    const double order = minimize::over_orders(
        [&](double alpha) { return alpha == infinity ? pure : at(alpha).upper; }, curve.knots());
    return order == infinity ? pure : std::max(0.0, std::min(pure, at(order).upper));
}

}  // namespace

Bracket posterior(const PureDP& pure, Probability prior) {
    if (prior.value() == 0 || prior.value() == 1) return prior.value();
    const Bracket yes = prior.value(), no = 1 - yes, factor = exp(-Bracket(pure.epsilon.value()));
    return {(yes * factor / (yes * factor + no)).lower,
            std::min(1.0, (yes / (yes + no * factor)).upper)};
}

double bayes_factor_moment(const RenyiPoint& point) {
    if (point.divergence == Epsilon{0.0} || point.order == Order{1.0}) return 1;
    return exp((Bracket(point.order.value()) - 1) * point.divergence.value()).upper;
}

Bracket mean_log_bayes_factor(const RenyiCurve& curve) {
    return {-std::max(0.0, curve(Order{1.0}).upper), 0};
}

Probability large_bayes_factor(const RenyiCurve& curve, Positive factor) {
    const Bracket log_factor = log(Bracket(factor.value()));
    const std::optional<PureDP> pure = renyi_to_pure(curve);
    if (pure && pure->epsilon.value() <= log_factor.lower) return 0.0;
    return std::min(1.0, exp(Bracket(log_tail(curve, log_factor))).upper);
}

Bracket likely_posterior(const RenyiCurve& curve, Probability prior, Probability failure) {
    // Under D the evidence for D is bounded by the tail above, and the evidence for D' even more
    // tightly; half of the failure for each keeps both.
    return posterior({Epsilon{likely_log_factor(curve, failure.value() / 2)}}, prior);
}

Probability best_guess(const ApproxDP& approximate, Probability prior) {
    const Bracket epsilon = approximate.epsilon.value(), delta = approximate.delta.value();
    const Bracket yes = prior.value(), no = 1 - yes;
    const Bracket informed = 1 - (1 - delta) / (1 + exp(epsilon));
    const Bracket right = max(informed, max(yes + no * delta, no + yes * delta));
    return std::min(1.0, right.upper);
}

}  // namespace mizan

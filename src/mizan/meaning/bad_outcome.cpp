// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/bad_outcome.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/convert/cdp_to_renyi.hpp"
#include "mizan/convert/zcdp_to_renyi.hpp"
#include "mizan/divergence/preservation.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/minimize.hpp"
#include "mizan/numeric/normal.hpp"

namespace mizan {

namespace {

Bracket within_unit(double lower, double upper) {
    return {std::clamp(lower, 0.0, 1.0), std::clamp(upper, 0.0, 1.0)};
}

// Mironov17 Proposition 10 in plain doubles, to choose an order by.
double raised(double order, double divergence, double q) {
    return plain::pow(plain::exp(divergence) * q, 1 - 1 / order);
}
double lowered(double order, double divergence, double q) {
    return plain::exp(-divergence) * plain::pow(q, order == infinity ? 1 : order / (order - 1));
}

}  // namespace

Bracket bad_outcome(const PureDP& pure, Probability q) {
    const DefaultArithmetic arithmetic;
    return bad_outcome(ApproxDP{pure.epsilon, Delta{0.0}}, q);
}

Bracket bad_outcome(const ApproxDP& approximate, Probability q) {
    const DefaultArithmetic arithmetic;
    if (approximate.epsilon == Epsilon{infinity} || approximate.delta == Delta{1.0}) return {0, 1};
    const Bracket epsilon = approximate.epsilon.value(), delta = approximate.delta.value();
    const Bracket in = q.value(), out = 1 - in;
    // The largest and smallest probability of an event with probability x under the other input.
    const auto most = [&](Bracket x) { return x.upper == 0 ? delta : exp(epsilon) * x + delta; };
    const auto least = [&](Bracket x) { return max(0, exp(-epsilon) * (x - delta)); };
    return within_unit(std::max(least(in).lower, (1 - most(out)).lower),
                       std::min(most(in).upper, (1 - least(out)).upper));
}

Bracket bad_outcome(const RenyiCurve& curve, Probability q) {
    const DefaultArithmetic arithmetic;
    const double in = q.value(), out = 1 - q.value();
    const auto divergence = [&](double order) { return std::max(0.0, curve(Order{order}).upper); };
    const double for_upper = minimize::over_orders(
        [&](double order) {
            const double d = divergence(order);
            return std::fmin(raised(order, d, in), 1 - lowered(order, d, out));
        },
        curve.knots());
    const double for_lower = minimize::over_orders(
        [&](double order) {
            const double d = divergence(order);
            return -std::fmax(lowered(order, d, in), 1 - raised(order, d, out));
        },
        curve.knots());
    const auto exact = [&](double order) {
        return preserved(Order{order}, Epsilon{divergence(order)}, q);
    };
    const Bracket pure = exact(infinity);
    return within_unit(std::max(exact(for_lower).lower, pure.lower),
                       std::min(exact(for_upper).upper, pure.upper));
}

Bracket bad_outcome(const GDP& gdp, Probability q) {
    const DefaultArithmetic arithmetic;
    if (q.value() == 0 || q.value() == 1) return gdp.mu == Mu{infinity} ? Bracket(0, 1) : q.value();
    if (gdp.mu == Mu{infinity}) return {0, 1};
    if (gdp.mu == Mu{0.0}) return q.value();
    const Bracket quantile = normal::upper_quantile(q.value()), mu = gdp.mu.value();
    return within_unit(normal::tail(quantile + mu).lower, normal::tail(quantile - mu).upper);
}

Bracket bad_outcome(const Definition& definition, Probability q) {
    const DefaultArithmetic arithmetic;
    struct Rule {
        Probability q;
        Bracket operator()(const PureDP& d) const { return bad_outcome(d, q); }
        Bracket operator()(const ApproxDP& d) const { return bad_outcome(d, q); }
        Bracket operator()(const RenyiDP& d) const { return bad_outcome(d.curve, q); }
        Bracket operator()(const ZCDP& d) const { return bad_outcome(zcdp_to_renyi(d), q); }
        Bracket operator()(const CDP& d) const { return bad_outcome(cdp_to_renyi(d), q); }
        Bracket operator()(const GDP& d) const { return bad_outcome(d, q); }
    };
    return std::visit(Rule{q}, definition);
}

}  // namespace mizan

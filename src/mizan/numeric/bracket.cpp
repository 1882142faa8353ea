// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/bracket.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/units/error.hpp"

namespace mizan {

using namespace rounding;

void Bracket::refuse() const {
    if (std::isnan(lower) || std::isnan(upper)) {
        throw DomainError("bound", "a number", std::isnan(lower) ? lower : upper);
    }
    throw DomainError("lower bound", "at most " + shortest(upper), lower);
}

Bracket Bracket::whole_line() { return {-inf, inf}; }

double Bracket::middle() const {
    if (lower == upper) return lower;
    if (lower == -inf) return upper == inf ? 0 : upper;
    if (upper == inf) return lower;
    return std::clamp(lower + (upper / 2 - lower / 2), lower, upper);
}

Bracket operator+(Bracket x, Bracket y) {
    return {add_down(x.lower, y.lower), add_up(x.upper, y.upper)};
}

Bracket operator-(Bracket x, Bracket y) { return x + -y; }

namespace {

bool is_unbounded(Bracket x) { return x.lower == -inf || x.upper == inf; }

}  // namespace

// The signs of the factors tell which ends make the product smallest and largest.
MIZAN_FUSED Bracket operator*(Bracket x, Bracket y) {
    if ((is_unbounded(x) && y.contains(0)) || (is_unbounded(y) && x.contains(0))) {
        return Bracket::whole_line();
    }
    if (x.lower >= 0) {
        return {multiply_down(y.lower >= 0 ? x.lower : x.upper, y.lower),
                multiply_up(y.upper >= 0 ? x.upper : x.lower, y.upper)};
    }
    if (x.upper <= 0) {
        return {multiply_down(y.upper >= 0 ? x.lower : x.upper, y.upper),
                multiply_up(y.lower >= 0 ? x.upper : x.lower, y.lower)};
    }
    if (y.lower >= 0) return {multiply_down(x.lower, y.upper), multiply_up(x.upper, y.upper)};
    if (y.upper <= 0) return {multiply_down(x.upper, y.lower), multiply_up(x.lower, y.lower)};
    return {std::min(multiply_down(x.lower, y.upper), multiply_down(x.upper, y.lower)),
            std::max(multiply_up(x.lower, y.lower), multiply_up(x.upper, y.upper))};
}

// Divided by a positive bracket, or both negated.
MIZAN_FUSED Bracket operator/(Bracket x, Bracket y) {
    if (y.contains(0) || (is_unbounded(x) && is_unbounded(y))) return Bracket::whole_line();
    if (y.upper < 0) {
        x = -x;
        y = -y;
    }
    return {divide_down(x.lower, x.lower >= 0 ? y.upper : y.lower),
            divide_up(x.upper, x.upper >= 0 ? y.lower : y.upper)};
}

MIZAN_FUSED Bracket square(Bracket x) {
    const Bracket size = abs(x);
    return {multiply_down(size.lower, size.lower), multiply_up(size.upper, size.upper)};
}

namespace {

Bracket cut_to_domain(Bracket x, double least, const char* function) {
    if (x.upper < least) {
        throw DomainError(std::string("argument of ") + function, "at least " + shortest(least),
                          x.upper);
    }
    return {std::max(x.lower, least), x.upper};
}

// An increasing function on a bracket, of which `f` returns a neighbour (exponential.hpp) or, with
// ulps > 0, a number so many units in the last place away. `anchor` is an argument whose value is a
// known double: there the result is exact, and it keeps the results on either side of it apart.
template <int ulps = 0>
Bracket increasing(Bracket x, double (*f)(double), double anchor, double at_anchor) {
    const auto down = [&](double t) {
        if (t == anchor) return at_anchor;
        if (std::isinf(t)) return f(t);
        const double value = ulps == 0 ? next_down(f(t)) : widen_down(f(t), ulps);
        return t > anchor ? std::max(value, at_anchor) : value;
    };
    const auto up = [&](double t) {
        if (t == anchor) return at_anchor;
        if (std::isinf(t)) return f(t);
        const double value = ulps == 0 ? next_up(f(t)) : widen_up(f(t), ulps);
        return t < anchor ? std::min(value, at_anchor) : value;
    };
    return {down(x.lower), up(x.upper)};
}

double sqrt_up(double x) {
    const double root = std::sqrt(x);
    if (!std::isfinite(root) || x == 0) return root;
    if (x < error_underflow) return next_up(root);
    return std::fma(-root, root, x) > 0 ? next_up(root) : root;
}

double sqrt_down(double x) {
    const double root = std::sqrt(x);
    if (!std::isfinite(root) || x == 0) return root;
    if (x < error_underflow) return next_down(root);
    return std::fma(-root, root, x) < 0 ? next_down(root) : root;
}

}  // namespace

MIZAN_FUSED Bracket sqrt(Bracket x) {
    const Bracket t = cut_to_domain(x, 0, "sqrt");
    return {sqrt_down(t.lower), sqrt_up(t.upper)};
}

Bracket exp(Bracket x) {
    const Bracket y = increasing(x, plain::exp, 0, 1);
    return {std::max(y.lower, 0.0), y.upper};
}

Bracket expm1(Bracket x) {
    const Bracket y = increasing(x, plain::expm1, 0, 0);
    return {std::max(y.lower, -1.0), y.upper};
}

Bracket log(Bracket x) {
    const Bracket t = cut_to_domain(x, 0, "log");
    if (t.upper == 0) return -inf;
    return increasing(t, plain::log, 1, 0);
}

Bracket log1p(Bracket x) {
    const Bracket t = cut_to_domain(x, -1, "log1p");
    if (t.upper == -1) return -inf;
    return increasing(t, plain::log1p, 0, 0);
}

Bracket sinh(Bracket x) { return increasing<2>(x, plain::sinh, 0, 0); }

Bracket cosh(Bracket x) { return increasing<2>(abs(x), plain::cosh, 0, 1); }

Bracket tanh(Bracket x) {
    const Bracket y = increasing<2>(x, plain::tanh, 0, 0);
    return {std::max(y.lower, -1.0), std::min(y.upper, 1.0)};
}

Bracket log_add_exp(Bracket x, Bracket y) {
    // Increasing in both arguments, so the two ends are computed apart; each is the larger
    // argument plus log1p(exp(-distance)).
    const auto at = [](double s, double t) -> Bracket {
        const double high = std::max(s, t), low = std::min(s, t);
        if (low == -inf || high == inf) return high;
        return Bracket(high) + log1p(exp(Bracket(low) - Bracket(high)));
    };
    return {at(x.lower, y.lower).lower, at(x.upper, y.upper).upper};
}

Bracket log1m_exp(Bracket x) {
    // log(1 - e^x) = log(-expm1(x)) is sharp near 0, log1p(-e^x) far below it.
    const auto at = [](double t) -> Bracket {
        if (t >= 0) return -inf;
        if (t == -inf) return 0;
        return t > -0.6931471805599453 ? log(-expm1(Bracket(t))) : log1p(-exp(Bracket(t)));
    };
    if (x.lower > 0) throw DomainError("argument of log1m_exp", "at most 0", x.lower);
    return {at(x.upper).lower, at(x.lower).upper};
}

Bracket log_cosh(Bracket x) {
    // cosh(x) = 1 + 2 sinh(x/2)^2 keeps small arguments; |x| + log1p(e^{-2|x|}) - log 2 large ones.
    const auto at = [](double t) -> Bracket {
        if (t == inf) return inf;
        if (t < 1) return log1p(2 * square(sinh(Bracket(t) / 2)));
        return t + log1p(exp(-2 * Bracket(t))) - constant::log2();
    };
    const Bracket size = abs(x);
    return {at(size.lower).lower, at(size.upper).upper};
}

Bracket log_sinh(Bracket x) {
    // sinh(x) = e^x (1 - e^{-2x}) / 2.
    const auto at = [](double t) -> Bracket {
        if (t <= 0) return -inf;
        if (t == inf) return inf;
        if (t < 1) return log(sinh(Bracket(t)));
        return t + log1m_exp(-2 * Bracket(t)) - constant::log2();
    };
    const Bracket t = cut_to_domain(x, 0, "log_sinh");
    return {at(t.lower).lower, at(t.upper).upper};
}

Bracket hull(Bracket x, Bracket y) {
    return {std::min(x.lower, y.lower), std::max(x.upper, y.upper)};
}

Bracket intersect(Bracket x, Bracket y) {
    const double lower = std::max(x.lower, y.lower), upper = std::min(x.upper, y.upper);
    if (!(lower <= upper)) {
        throw InternalError("internal error: two brackets of one number are disjoint: " +
                            to_string(x) + " and " + to_string(y));
    }
    return {lower, upper};
}

std::string to_string(Bracket x) {
    return "[" + shortest(x.lower) + ", " + shortest(x.upper) + "]";
}

namespace constant {

// The double nearest to each constant and its neighbour on the other side of the real number.
Bracket pi() { return {0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1}; }
Bracket log2() { return {0x1.62e42fefa39efp-1, 0x1.62e42fefa39f0p-1}; }
Bracket sqrt2() { return {0x1.6a09e667f3bccp+0, 0x1.6a09e667f3bcdp+0}; }
Bracket log_sqrt_2pi() { return log(2 * pi()) / 2; }

}  // namespace constant

}  // namespace mizan

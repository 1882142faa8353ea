// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/density.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/minimize.hpp"

namespace mizan {

using quadrature::Function;

namespace {

// A bound of |f| in the tails as a sum of exponentials, whose exponents are listed.
using Exponents = std::vector<Function>;

Bracket tail(const Exponents& exponents, double from, bool to_the_right) {
    Bracket sum = 0;
    for (const Function& g : exponents) {
        sum += to_the_right ? quadrature::tail_to_the_right(g, from)
                            : quadrature::tail_to_the_left(g, from);
    }
    return sum;
}

// A place beyond which nothing that matters happens, and what happens there.
struct Cut {
    double at;
    Bracket beyond;
};

Cut cut(const Exponents& exponents, double start, double end, bool to_the_right) {
    if (std::isfinite(end)) return {end, 0};
    // A cut is far enough out if no more than this happens beyond it.
    constexpr double negligible = 1e-30, farthest = 1e40;
    Cut best{start, {0, infinity}};
    for (double distance = 1; std::isfinite(start + distance); distance *= 2) {
        const double at = to_the_right ? start + distance : start - distance;
        const Bracket beyond = tail(exponents, at, to_the_right);
        if (beyond.upper < best.beyond.upper || best.at == start) best = {at, beyond};
        // A function that has not decayed so far out does not decay.
        if (best.beyond.upper <= negligible || distance > farthest) break;
    }
    return best;
}

// Kinks outside of the support do not matter.
std::vector<double> kinks_within(const DensityPair& pair) {
    std::vector<double> kinks;
    for (const double kink : pair.kinks) {
        if (pair.from < kink && kink < pair.to) kinks.push_back(kink);
    }
    return kinks;
}

double innermost(const DensityPair& pair, bool rightmost) {
    const std::vector<double> kinks = kinks_within(pair);
    if (!kinks.empty()) {
        const auto [low, high] = std::minmax_element(kinks.begin(), kinks.end());
        return rightmost ? *high : *low;
    }
    if (std::isfinite(pair.from)) return pair.from;
    return std::isfinite(pair.to) ? pair.to : 0;
}

// The integral of f over the support, where |f| <= sum of exp(exponents) in the tails. f itself may
// have either sign there.
Bracket integral(const DensityPair& pair, const Function& f, const Exponents& exponents) {
    const Cut left = cut(exponents, innermost(pair, false), pair.from, false);
    const Cut right = cut(exponents, innermost(pair, true), pair.to, true);
    const double beyond = (left.beyond + right.beyond).upper;
    if (beyond == infinity) return Bracket::whole_line();
    std::vector<double> points{left.at, right.at};
    for (const double kink : pair.kinks) {
        if (left.at < kink && kink < right.at) points.push_back(kink);
    }
    std::sort(points.begin(), points.end());
    return quadrature::integral(f, points) + Bracket(-beyond, beyond);
}

Function plus(const Function& f, double factor, const Function& g) {
    return [f, factor, g](const Jet& x) { return f(x) + factor * g(x); };
}

// Where g is large: a point to measure it from, so that exp(g - there) does not overflow.
double peak(const DensityPair& pair, const Function& g) {
    const auto value = [&](double x) { return g(Jet::variable(x)).value().middle(); };
    const double start = innermost(pair, true);
    double best = start;
    const auto consider = [&](double x) {
        if (pair.from < x && x < pair.to && value(x) > value(best)) best = x;
    };
    constexpr int nearest = -40, farthest = 80;  // powers of 2
    for (int power = nearest; power <= farthest; ++power) {
        consider(start + std::ldexp(1.0, power));
        consider(start - std::ldexp(1.0, power));
    }
    for (const double kink : pair.kinks) consider(kink);
    // The peak only scales what is integrated, so that few digits of its place are enough.
    constexpr double least_reach = 1e-12, precision = 1e-9;
    const double reach = std::max(std::abs(best - start), least_reach);
    consider(minimize::on_interval([&](double x) { return -value(x); }, best - reach, best + reach,
                                   precision * reach));
    return value(best);
}

}  // namespace

DensityPair DensityPair::reversed() const {
    return {plus(log_p, -1, log_ratio), [l = log_ratio](const Jet& x) { return -l(x); }, kinks,
            from, to};
}

Bracket renyi_divergence(const DensityPair& pair, Order order) {
    const DefaultArithmetic arithmetic;
    if (order.value() == 1) return kl_divergence(pair);
    if (order.value() == infinity) return max_divergence(pair);
    const Bracket a = Bracket(order.value()) - 1;
    const Function exponent = plus(pair.log_p, a.middle(), pair.log_ratio);
    const double height = peak(pair, exponent);
    // Under a higher peak a factor of the integral might overflow.
    constexpr double far_below_overflow = 100;
    if (order.value() < 2 && height < far_below_overflow) {
        // D = log(1 + a J) / a with J the mean of expm1(a l) / a, which is the mean of l at order
        // 1. Its size is at most |l| (1 + e^(a l)), and |l| <= e^l + e^(-l).
        const Bracket mean = integral(
            pair,
            [&](const Jet& x) { return exp(pair.log_p(x)) * (expm1(a * pair.log_ratio(x)) / a); },
            {plus(pair.log_p, 1, pair.log_ratio), plus(pair.log_p, -1, pair.log_ratio),
             plus(exponent, 1, pair.log_ratio), plus(exponent, -1, pair.log_ratio)});
        return max(log1p(a * mean) / a, 0);
    }
    const Function scaled = quadrature::by_mean_value(
        [&](const Jet& x) { return pair.log_p(x) + a * pair.log_ratio(x) - height; });
    const Bracket sum = integral(pair, [&](const Jet& x) { return exp(scaled(x)); }, {scaled});
    return max((height + log(sum)) / a, 0);
}

Bracket kl_divergence(const DensityPair& pair) {
    const DefaultArithmetic arithmetic;
    // |l| <= e^l + e^(-l).
    const Bracket mean =
        integral(pair, [&](const Jet& x) { return exp(pair.log_p(x)) * pair.log_ratio(x); },
                 {plus(pair.log_p, 1, pair.log_ratio), plus(pair.log_p, -1, pair.log_ratio)});
    return max(mean, 0);
}

Bracket hockey_stick(const DensityPair& pair, Epsilon epsilon) {
    const DefaultArithmetic arithmetic;
    if (epsilon.value() == infinity) return 0;
    // p - e^ε q = p (1 - e^(ε - l)) where that is positive.
    const Bracket delta = integral(pair,
                                   [&](const Jet& x) {
                                       const Jet gain =
                                           positive_part(pair.log_ratio(x) - epsilon.value());
                                       return exp(pair.log_p(x)) * -expm1(-gain);
                                   },
                                   {pair.log_p});
    return min(max(delta, 0), 1);
}

Bracket total_variation(const DensityPair& pair) { return hockey_stick(pair, Epsilon{0}); }

namespace {

// The range of f on [from, to], either of which may be infinite, and a value that f takes there.
struct Piece {
    double from, to, bound;
    bool operator<(const Piece& other) const {
        return bound != other.bound ? bound < other.bound : from < other.from;
    }
};

double upper_bound(const Function& f, double from, double to) {
    const Jet all = f(Jet::variable({from, to}));
    const auto at = [&](double x) { return f(Jet::variable(x)).value().upper; };
    if (all.slope().upper <= 0 && std::isfinite(from)) return at(from);
    if (all.slope().lower >= 0 && std::isfinite(to)) return at(to);
    return all.value().upper;
}

}  // namespace

Bracket max_divergence(const DensityPair& pair) {
    const DefaultArithmetic arithmetic;
    // After so many splits the bracket is left as wide as it is. Values that are closer to each
    // other than `rounding`, relatively, are taken for one.
    constexpr int most_splits = 2000;
    constexpr double rounding = 1e-14;
    const Function& f = pair.log_ratio;
    std::vector<double> points = kinks_within(pair);
    points.insert(points.end(), {pair.from, pair.to});
    if (points.size() == 2) points.push_back(innermost(pair, true));
    std::sort(points.begin(), points.end());
    double best = 0;
    std::priority_queue<Piece> pieces;
    const auto add = [&](double from, double to) {
        if (from < to) pieces.push({from, to, upper_bound(f, from, to)});
    };
    for (std::size_t i = 1; i < points.size(); ++i) {
        add(points[i - 1], points[i]);
        if (std::isfinite(points[i])) {
            best = std::max(best, f(Jet::variable(points[i])).value().lower);
        }
    }
    const auto climbs_forever = [&](const Piece& p) {
        const Bracket slope = f(Jet::variable({p.from, p.to})).slope();
        return (p.to == infinity && slope.lower > 0) || (p.from == -infinity && slope.upper < 0);
    };
    for (int splits = 0; splits < most_splits; ++splits) {
        const Piece top = pieces.top();
        if (top.bound <= best * (1 + rounding)) break;
        if (climbs_forever(top)) return infinity;
        const double middle = top.from == -infinity ? std::min(-1.0, 2 * top.to)
                              : top.to == infinity  ? std::max(1.0, 2 * top.from)
                                                    : top.from + (top.to - top.from) / 2;
        if (!(top.from < middle && middle < top.to)) break;
        pieces.pop();
        best = std::max(best, f(Jet::variable(middle)).value().lower);
        add(top.from, middle);
        add(middle, top.to);
    }
    return {best, std::max(best, pieces.top().bound)};
}

}  // namespace mizan

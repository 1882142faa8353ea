// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/uniform_pair.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/mechanism/peak.hpp"

namespace mizan {

namespace {

// With r = 1 + y the likelihood ratio P/Q and E_Q[y] = 0, the sums behind the divergences are
//
//     E_Q[r^α] - 1     = s E_Q[forward(y)],   forward(y) = (r (r^s - 1) - s y) / s,
//     E_Q[r^(1-α)] - 1 = s E_Q[backward(y)],  backward(y) = (r^(-s) - 1 + s y) / s,    s = α - 1,
//
// and neither function is ever negative, so nothing cancels between outcomes. For small y both
// have the binomial series α/2 y² (1 + …) in which the term after y^n has the factor
// (α-n)/(n+1) y or -(s+n)/(n+1) y.
enum class Side { forward, backward };

constexpr double series_reach = 1.0 / 16;

Bracket by_series(Side side, const Bracket& alpha, const Bracket& s, const Bracket& y) {
    // Each factor is at most max(α, 1) |y| < 1/16.
    constexpr int last = 17;
    Bracket term = alpha / 2 * square(y), sum = term;
    for (int n = 2; n < last; ++n) {
        term *= (side == Side::forward ? alpha - n : -(s + n)) / (n + 1) * y;
        sum += term;
    }
    return sum + term * Bracket(-series_reach, series_reach) * 2;
}

Bracket excess(Side side, const Bracket& alpha, const Bracket& s, const Bracket& y,
               const Bracket& r, const Bracket& log_r) {
    if (std::max(alpha.upper, 1.0) * abs(y).upper < series_reach) {
        return max(by_series(side, alpha, s, y), 0);
    }
    if (s.upper == 0) return max(side == Side::forward ? r * log_r - y : y - log_r, 0);
    return max(side == Side::forward ? r * expm1(s * log_r) / s - y : expm1(-s * log_r) / s + y, 0);
}

// Beyond this exp overflows.
constexpr double largest_exponent = 600;

}  // namespace

UniformPair::UniformPair(double p, double k)
    : p_{p},
      k_{k},
      x_{p_ + k_ * (1 - p_)},
      a_{min(1 - p_ + p_ / k_, 1)},
      others_{(k_ - 1) / k_},
      log_x_{log1p((k_ - 1) * (1 - p_))},
      log_p_{log(p_)} {}

Bracket UniformPair::pure_epsilon() const { return max(log_x_, -log_p_); }

Bracket UniformPair::delta(Epsilon epsilon) const {
    return max(Peak{a_, log_x_}.delta(epsilon), Peak{others_, -log_p_}.delta(epsilon));
}

Bracket UniformPair::epsilon(Delta delta) const {
    return max(Peak{a_, log_x_}.epsilon(delta), Peak{others_, -log_p_}.epsilon(delta));
}

Bracket UniformPair::renyi(Order order) const {
    if (order.value() == infinity || p_.upper == 0) return pure_epsilon();
    const Bracket alpha = order.value(), s = alpha - 1;
    const Bracket y = (k_ - 1) * (1 - p_), z = p_ - 1;  // r - 1 on the first and on the others
    const auto divergence = [&](Side side) -> Bracket {
        const Bracket largest = side == Side::forward ? log_x_ : -log_p_;
        if ((s * largest).upper < largest_exponent) {
            const Bracket mean = excess(side, alpha, s, y, x_, log_x_) / k_ +
                                 others_ * excess(side, alpha, s, z, p_, log_p_);
            return s.upper == 0 ? mean : log1p(s * mean) / s;
        }
        // The largest power in front: D_α = largest + log(its weight + the other's share) / s.
        const Bracket shrink = exp(s * (log_p_ - log_x_));
        return largest +
               (side == Side::forward ? log(a_ + (1 - a_) * shrink) : log(others_ + shrink / k_)) /
                   s;
    };
    return min(max(divergence(Side::forward), divergence(Side::backward)), pure_epsilon());
}

Tau UniformPair::tau() const {
    // KS98 for two values `range` apart, the first with probability q: τ² = range² c with
    // c = tanh(u/2)/(2u), u = log(q/(1-q)), never more than 1/4.
    const Bracket range = log_x_ - log_p_;
    const auto standard = [&](const Bracket& q) -> double {
        const Bracket u = log(q) - log(1 - q);
        const Bracket c = min(abs(tanh(u / 2) / (2 * u)), 0.25);
        return (range * sqrt(c)).upper;
    };
    if (range.upper == infinity) return Tau{infinity};
    return Tau{std::max(standard(a_), standard(1 / k_))};
}

Bracket UniformPair::tradeoff(Probability false_positive) const {
    const Bracket rate = false_positive.value();
    // Rejecting Q: spend the rate on the first outcome, then on the others.
    const Bracket against_q = max(1 - x_ * rate, p_ * (1 - rate));
    // Rejecting P: on the others first; without noise they cost nothing.
    const Bracket last = (1 - rate) / x_;
    const Bracket against_p = p_.upper == 0 ? last : max(1 - rate / p_, last);
    return min(against_q, against_p);
}

Bracket UniformPair::loss_cdf(double loss) const {
    const auto at = [&](double top, double bottom) -> Bracket {
        if (loss >= top) return 1;
        return loss >= bottom ? 1 - a_ : 0;
    };
    return hull(at(log_x_.lower, log_p_.lower), at(log_x_.upper, log_p_.upper));
}

}  // namespace mizan

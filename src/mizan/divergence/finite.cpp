// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/finite.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/remainder.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/units/doubles.hpp"
#include "mizan/units/error.hpp"

namespace mizan {

namespace {

// A sum of doubles. The rounding error of each addition is itself a double (TwoSum), so only what
// is lost in adding up those errors is lost.
class ExactSum {
public:
    explicit ExactSum(double start) : sum_{start} {}

    void add(double x) {
        const double next = sum_ + x, x_part = next - sum_;
        lost_ += (sum_ - (next - x_part)) + (x - x_part);
        sum_ = next;
    }

    [[nodiscard]] Bracket value() const { return sum_ + lost_; }

private:
    double sum_;
    Bracket lost_ = 0;
};

}  // namespace

FiniteDistribution::FiniteDistribution(std::vector<double> probabilities)
    : weights_{std::move(probabilities)}, excess_{0} {
    const DefaultArithmetic arithmetic;
    if (weights_.empty()) throw InputError("a distribution needs at least one probability");
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        if (!(0 <= weights_[i] && weights_[i] <= 1)) {
            throw DomainError("probability " + std::to_string(i + 1), "in [0, 1]", weights_[i]);
        }
    }
    ExactSum excess(-1);
    for (const double w : weights_) excess.add(w);
    excess_ = excess.value();
    if (!(abs(excess_).upper <= 1e-9)) {
        throw DomainError("sum of the probabilities", "1 within 1e-9", (1 + excess_).middle());
    }
}

namespace {

Bracket log_ratio(Bracket p, Bracket q, Bracket p_minus_q) {
    const Bracket relative = p_minus_q / q;
    if (abs(relative).upper <= 0.5) return log1p(relative);
    const Bracket ratio = p / q;
    const bool is_normal = ratio.lower > 1e-300 && ratio.upper < infinity;
    return is_normal ? log(ratio) : log(p) - log(q);
}

}  // namespace

Outcome outcome(Bracket p, Bracket q, Bracket p_minus_q) {
    if (q.upper == 0) return {p, q, infinity};
    if (p.upper == 0) return {p, q, -infinity};
    return {p, q, log_ratio(p, q, p_minus_q)};
}

Outcome outcome(Bracket p, Bracket q) { return outcome(p, q, p - q); }

std::vector<Outcome> reversed(std::vector<Outcome> outcomes) {
    const DefaultArithmetic arithmetic;
    for (auto& [p, q, log_ratio] : outcomes) {
        std::swap(p, q);
        log_ratio = -log_ratio;
    }
    return outcomes;
}

bool is_symmetric(std::vector<Outcome> outcomes) {
    std::ranges::stable_sort(outcomes, [](const Outcome& a, const Outcome& b) {
        return a.log_ratio.lower < b.log_ratio.lower;
    });
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto& [p, q, log_ratio] = outcomes[outcomes.size() - 1 - i];
        if (outcomes[i] != Outcome{q, p, -log_ratio}) return false;
    }
    return true;
}

std::vector<Outcome> outcomes(const FiniteDistribution& p, const FiniteDistribution& q) {
    const DefaultArithmetic arithmetic;
    if (p.size() != q.size()) {
        throw InputError("P has " + std::to_string(p.size()) + " outcomes but Q has " +
                         std::to_string(q.size()) + "; they must range over the same outcomes");
    }
    // With weights w, v of sums S, T: p - q = w/S - v/T = (w - v - w (S - T) / S) / T, where the
    // large parts cancel exactly.
    ExactSum sums_gap(0);
    for (std::size_t i = 0; i < p.size(); ++i) {
        sums_gap.add(p.weights()[i]);
        sums_gap.add(-q.weights()[i]);
    }
    const Bracket correction = sums_gap.value() / (1 + p.excess());
    std::vector<Outcome> result;
    result.reserve(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double w = p.weights()[i], v = q.weights()[i];
        if (w == 0 && v == 0) continue;
        const Bracket gap = (Bracket(w) - v - w * correction) / (1 + q.excess());
        result.push_back(outcome(p[i], q[i], gap));
    }
    return result;
}

std::vector<Outcome> post_process(std::span<const Outcome> from,
                                  std::span<const FiniteDistribution> channel) {
    const DefaultArithmetic arithmetic;
    if (from.size() != channel.size()) {
        throw InputError("a channel needs one distribution per outcome: " +
                         std::to_string(from.size()) + ", not " + std::to_string(channel.size()));
    }
    std::vector<Outcome> result;
    for (std::size_t j = 0; !channel.empty() && j < channel.front().size(); ++j) {
        Bracket p = 0, q = 0, gap = 0;
        for (std::size_t i = 0; i < from.size(); ++i) {
            if (channel[i].size() != channel.front().size()) {
                throw InputError("the distributions of a channel must have the same size");
            }
            p += from[i].p * channel[i][j];
            q += from[i].q * channel[i][j];
            gap += (from[i].p - from[i].q) * channel[i][j];
        }
        if (p.upper > 0 || q.upper > 0) result.push_back(outcome(p, q, gap));
    }
    return result;
}

namespace {

bool only_p_has_it(const Outcome& o) { return o.p.upper > 0 && o.q.upper == 0; }

bool dominated(std::span<const Outcome> outcomes) {
    return std::none_of(outcomes.begin(), outcomes.end(), only_p_has_it);
}

// q - p + p log(p/q) >= 0: what one outcome adds to the Kullback-Leibler divergence.
Bracket kl_term(const Outcome& o) {
    if (o.p.upper == 0) return o.q;
    const bool nearly_equal = abs(o.log_ratio).upper < 1;
    return nearly_equal ? o.p * exp_remainder(-o.log_ratio) : o.q - o.p + o.p * o.log_ratio;
}

// The sum of p expm1(a l) / a, that is (E_P[(p/q)^a] - 1) / a, in terms that are never negative.
Bracket mean_growth(std::span<const Outcome> outcomes, Bracket a) {
    Bracket sum = 0;
    for (const Outcome& o : outcomes) {
        sum += kl_term(o);
        if (o.p.upper > 0) sum += o.p * exp_remainder(a * o.log_ratio) / a;
    }
    return sum;
}

// max l + log(sum of p exp(a (l - max l))) / a: no overflow for any order. Increasing in every p
// and l, so each end is computed from the ends on its own side.
Bracket in_log_space(std::span<const Outcome> outcomes, Bracket a) {
    const auto end = [&](double Bracket::*side) {
        double top = -infinity;
        for (const auto& o : outcomes) {
            if (o.p.upper > 0) top = std::max(top, o.log_ratio.*side);
        }
        Bracket sum = 0;
        for (const auto& o : outcomes) {
            if (o.p.upper > 0) sum += o.p.*side * exp(a * (Bracket(o.log_ratio.*side) - top));
        }
        return top + log(sum) / a;
    };
    return {end(&Bracket::lower).lower, end(&Bracket::upper).upper};
}

// The same in plain doubles, some ten times as fast. One end of K = log Σ p e^{a l} = x + log Σ p
// e^{a l - x} with x = max a l: the rounded exponent is off by at most u (2|a l| + 2|x|), exp() by
// two units, a product and each of the n sums by one, and log() and the last sum by two units of
// themselves.
Bracket in_doubles(std::span<const Outcome> outcomes, double a) {
    constexpr double u = unit_roundoff;
    const auto end = [&](double Bracket::*side, double sign) {
        double top = -infinity, widest = 0;
        for (const auto& o : outcomes) {
            if (!(o.p.*side > 0)) continue;
            const double x = a * o.log_ratio.*side;
            top = std::max(top, x);
            widest = std::max(widest, std::abs(x));
        }
        double sum = 0;
        for (const auto& o : outcomes) {
            if (o.p.*side > 0) sum += o.p.*side * plain::exp(a * o.log_ratio.*side - top);
        }
        if (!(sum > least_sharp_double)) return sign * infinity;  // terms may have underflowed
        const double logarithm = plain::log(sum);
        const double roundings = 4 * widest + static_cast<double>(outcomes.size()) + 8 +
                                 4 * std::abs(logarithm) + 2 * std::abs(top);
        return (top + logarithm) + sign * 1.01 * u * roundings;
    };
    const Bracket k(end(&Bracket::lower, -1), end(&Bracket::upper, 1));
    return k / a;
}

// e^x - 1 - x for |x| ≤ 1/2, good to 16u: Taylor's series, whose terms have one sign or alternate
// and shrink.
double small_remainder(double x) {
    double sum = 0;
    for (int n = 15; n >= 2; --n) sum = sum * x / (n + 1) + 1;
    return x * x / 2 * sum;
}

// Where all |l| and |a l| are at most 1/2: mean_growth in plain doubles. Every term p (r(-l) + r(a
// l)/a) with r(x) = e^x - 1 - x grows with p and with |l|, so each end is computed from the ends on
// its own side.
std::optional<Bracket> growth_in_doubles(std::span<const Outcome> outcomes, double a) {
    constexpr double u = unit_roundoff, most = 0.5,
                     least = 1e-60;  // from where on nothing underflows
    double lower = 0, upper = 0;
    for (const auto& [p, q, l] : outcomes) {
        const double far = std::max(-l.lower, l.upper), near = std::max({0.0, l.lower, -l.upper});
        if (!(p.lower > least && far <= most && a * far <= most)) return std::nullopt;
        if (far > 0 && !(std::min(a, 1.0) * far > least)) return std::nullopt;
        const double sign = l.lower + l.upper > 0 ? 1 : -1;
        const auto term = [&](double size) {
            return small_remainder(-sign * size) + small_remainder(a * sign * size) / a;
        };
        // Of a loss whose sign is open the term may be that of either.
        const bool is_open = l.lower < 0 && l.upper > 0;
        const double farthest = is_open ? std::max(term(far), term(-far)) : term(far);
        upper += p.upper * farthest;
        lower += p.lower * term(near);
    }
    const double roundings = 1.01 * u * (static_cast<double>(outcomes.size()) + 32);
    return Bracket(lower * (1 - roundings), upper * (1 + roundings));
}

Bracket never_negative(Bracket x) { return max(x, 0); }

}  // namespace

Bracket renyi_divergence(std::span<const Outcome> outcomes, Order order) {
    const DefaultArithmetic arithmetic;
    if (order.value() == 1) return kl_divergence(outcomes);
    if (order.value() == infinity) return max_divergence(outcomes);
    if (!dominated(outcomes)) return infinity;
    // Long lists are asked about at many orders.
    constexpr std::size_t many = 64;
    // A wider bracket is computed again, by the arithmetic of brackets.
    constexpr double sharp_enough = 1e-9;
    const Bracket a = Bracket(order.value()) - 1;
    if (outcomes.size() > many && a.is_exact()) {
        const Bracket found = in_doubles(outcomes, a.lower);
        if (found.lower > 0 && found.width() < sharp_enough * found.upper) return found;
        if (const auto growth = growth_in_doubles(outcomes, a.lower)) {
            return log1p(a * *growth) / a;
        }
    }
    // The first form is sharp near order 1 and for distributions that nearly agree, the second for
    // large orders.
    const Bracket growth = log1p(a * mean_growth(outcomes, a)) / a,
                  logs = in_log_space(outcomes, a);
    // A list from above may hold a little more than all of a distribution: then the forms differ by
    // as much.
    const bool agree = growth.lower <= logs.upper && logs.lower <= growth.upper;
    return never_negative(agree ? intersect(growth, logs) : hull(growth, logs));
}

double nearly_renyi_divergence(std::span<const Outcome> outcomes, Order order) {
    const double a = order.value() - 1;
    if (!(a > 0 && a < infinity)) return renyi_divergence(outcomes, order).upper;
    double top = 0;
    for (const Outcome& o : outcomes) {
        if (o.p.upper > 0) top = std::max(top, a * o.log_ratio.upper);
    }
    if (top == infinity) return infinity;
    double sum = 0;
    if (top > largest_exponent) {
        for (const Outcome& o : outcomes) {
            if (o.p.upper > 0) sum += o.p.upper * plain::exp(a * o.log_ratio.upper - top);
        }
        return (top + plain::log(sum)) / a;
    }
    const auto remainder = [](double x) {
        return std::abs(x) <= 0.5 ? small_remainder(x) : plain::expm1(x) - x;
    };
    for (const auto& [p, q, log_ratio] : outcomes) {  // the terms of mean_growth()
        const double l = log_ratio.upper;
        if (p.upper == 0 || l == -infinity) {
            sum += q.upper;
            continue;
        }
        // p (e^-l - 1 + l), where e^-l may be no double and p e^-l = q is one.
        sum += std::abs(l) <= 0.5 ? p.upper * small_remainder(-l) : q.upper - p.upper + p.upper * l;
        sum += p.upper * (remainder(a * l) / a);
    }
    return plain::log1p(a * sum) / a;
}

Bracket kl_divergence(std::span<const Outcome> outcomes) {
    const DefaultArithmetic arithmetic;
    if (!dominated(outcomes)) return infinity;
    Bracket sum = 0;
    for (const Outcome& o : outcomes) sum += kl_term(o);
    return never_negative(sum);
}

Bracket max_divergence(std::span<const Outcome> outcomes) {
    const DefaultArithmetic arithmetic;
    Bracket largest = 0;
    for (const auto& o : outcomes) {
        if (o.p.upper > 0) largest = max(largest, o.log_ratio);
    }
    return largest;
}

Bracket hockey_stick(std::span<const Outcome> outcomes, Epsilon epsilon) {
    const DefaultArithmetic arithmetic;
    if (epsilon.value() == 0) return total_variation(outcomes);
    Bracket sum = 0;
    for (const auto& o : outcomes) {
        if (only_p_has_it(o)) {
            sum += o.p;
        } else if (o.log_ratio.upper > epsilon.value() || o.log_ratio.upper == infinity) {
            // p - e^ε q = p (1 - e^(ε - l))
            sum += o.p * max(-expm1(epsilon.value() - o.log_ratio), 0);
        }
    }
    return min(sum, 1);
}

Bracket total_variation(std::span<const Outcome> outcomes) {
    const DefaultArithmetic arithmetic;
    // What P has more than Q in some outcomes, Q has more than P in the others. Where one large
    // outcome loses what small ones gain, the small ones know it better.
    Bracket p_has_more = 0, q_has_more = 0;
    for (const auto& [p, q, l] : outcomes) {
        // An atom merged from outcomes of both kinds has p - q for their balance, not for either.
        const bool is_mixed = l.lower < 0 && l.upper > 0;
        const Bracket balance = is_mixed ? Bracket::whole_line() : p - q;
        if (l.upper > 0) p_has_more += max(intersect(-p * expm1(-l), balance), 0);
        if (l.lower < 0) q_has_more += max(intersect(-q * expm1(l), -balance), 0);
    }
    return min(intersect(p_has_more, q_has_more), 1);
}

Bracket renyi_divergence(const FiniteDistribution& p, const FiniteDistribution& q, Order order) {
    return renyi_divergence(outcomes(p, q), order);
}

Bracket kl_divergence(const FiniteDistribution& p, const FiniteDistribution& q) {
    return kl_divergence(outcomes(p, q));
}

Bracket max_divergence(const FiniteDistribution& p, const FiniteDistribution& q) {
    return max_divergence(outcomes(p, q));
}

Bracket hockey_stick(const FiniteDistribution& p, const FiniteDistribution& q, Epsilon epsilon) {
    return hockey_stick(outcomes(p, q), epsilon);
}

Bracket total_variation(const FiniteDistribution& p, const FiniteDistribution& q) {
    return total_variation(outcomes(p, q));
}

}  // namespace mizan

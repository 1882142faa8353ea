// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/privacy_loss.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/remainder.hpp"
#include "mizan/units/error.hpp"

namespace mizan {

namespace {

bool is_possible(const Outcome& o) { return o.p.upper > 0; }

// Sorts by loss and merges losses that are infinite alike, or whose brackets touch and together
// cover no more than some units in the last place of the largest loss: keeping those apart would
// say nothing.
std::vector<Outcome> sorted_and_merged(std::vector<Outcome> outcomes) {
    const DefaultArithmetic arithmetic;
    std::stable_sort(outcomes.begin(), outcomes.end(), [](const Outcome& a, const Outcome& b) {
        return std::pair(a.log_ratio.lower, a.log_ratio.upper) <
               std::pair(b.log_ratio.lower, b.log_ratio.upper);
    });
    double largest = 0;
    for (const Outcome& o : outcomes) {
        const double size = abs(o.log_ratio).upper;
        if (std::isfinite(size)) largest = std::max(largest, size);
    }
    const auto are_one_atom = [&](Bracket x, Bracket y) {
        return x == y || (x.upper >= y.lower && hull(x, y).width() <= 1e-13 * largest);
    };
    std::vector<Outcome> merged;
    for (const Outcome& o : outcomes) {
        if (!merged.empty() && are_one_atom(merged.back().log_ratio, o.log_ratio)) {
            Outcome& last = merged.back();
            last = {last.p + o.p, last.q + o.q, hull(last.log_ratio, o.log_ratio)};
        } else {
            merged.push_back(o);
        }
    }
    return merged;
}

}  // namespace

PrivacyLoss::PrivacyLoss(const FiniteDistribution& p, const FiniteDistribution& q)
    : PrivacyLoss(outcomes(p, q)) {}

PrivacyLoss::PrivacyLoss(std::vector<Outcome> outcomes)
    : atoms_{sorted_and_merged(std::move(outcomes))} {
    if (atoms_.empty()) throw InputError("a privacy loss needs at least one outcome");
}

PrivacyLoss PrivacyLoss::reversed() const {
    std::vector<Outcome> turned;
    turned.reserve(atoms_.size());
    for (const auto& [p, q, l] : atoms_) turned.push_back({q, p, -l});
    return PrivacyLoss(std::move(turned));
}

Bracket PrivacyLoss::infinity_mass() const {
    const DefaultArithmetic arithmetic;
    const bool has_it = atoms_.back().log_ratio.lower == infinity;
    return has_it ? min(atoms_.back().p, 1) : Bracket(0);
}

Bracket PrivacyLoss::mean() const { return kl_divergence(atoms_); }

Bracket PrivacyLoss::variance() const {
    const DefaultArithmetic arithmetic;
    if (infinity_mass().upper > 0) return infinity;
    const Bracket mean_loss = mean();
    Bracket sum = 0;
    for (const auto& o : atoms_) {
        if (is_possible(o)) sum += o.p * square(o.log_ratio - mean_loss);
    }
    return sum;
}

Bracket PrivacyLoss::moment(unsigned k) const {
    const DefaultArithmetic arithmetic;
    if (k == 0) return 1;
    if (k == 1) return mean();
    if (infinity_mass().upper > 0) return infinity;
    const auto power = [](Bracket x, unsigned n) {
        Bracket result = n % 2 == 1 ? x : Bracket(1);
        for (Bracket even = square(x); n /= 2; even = square(even)) {
            if (n % 2 == 1) result *= even;
        }
        return result;
    };
    Bracket sum = 0;
    for (const auto& o : atoms_) {
        if (is_possible(o)) sum += o.p * power(o.log_ratio, k);
    }
    return sum;
}

Bracket PrivacyLoss::log_exponential_moment(double s) const {
    const DefaultArithmetic arithmetic;
    if (s == 0) return 0;
    if (s > 0 && infinity_mass().upper > 0) return infinity;
    // log E[e^(sL)] = s E[L] + log E[e^(s(L - E[L]))] would cancel; growth is sharp for small s,
    // the sum in log space cannot overflow.
    Bracket growth = -infinity_mass(), in_log_space = -infinity;
    for (const auto& [p, q, l] : atoms_) {
        if (p.upper == 0 || l.lower == infinity) continue;
        growth += p * expm1(s * l);
        in_log_space = log_add_exp(in_log_space, log(p) + s * l);
    }
    return intersect(log1p(growth), in_log_space);
}

namespace {

// The probability of the atoms that satisfy the condition, between those that do wherever in their
// bracket the loss lies and those that may.
template <class Surely, class Maybe>
Bracket probability(const std::vector<Outcome>& atoms, Surely surely, Maybe maybe) {
    Bracket sum = 0;
    bool all = true;
    for (const auto& o : atoms) {
        if (!is_possible(o)) continue;
        if (surely(o.log_ratio)) {
            sum += o.p;
        } else {
            all = false;
            if (maybe(o.log_ratio)) sum += Bracket(0, o.p.upper);
        }
    }
    return all ? Bracket(1) : min(sum, 1);
}

}  // namespace

Bracket PrivacyLoss::at_least(double t) const {
    const DefaultArithmetic arithmetic;
    return probability(
        atoms_, [t](Bracket l) { return l.lower >= t; }, [t](Bracket l) { return l.upper >= t; });
}

Bracket PrivacyLoss::above(double t) const {
    const DefaultArithmetic arithmetic;
    return probability(
        atoms_, [t](Bracket l) { return l.lower > t; }, [t](Bracket l) { return l.upper > t; });
}

Bracket PrivacyLoss::at_most(double t) const {
    const DefaultArithmetic arithmetic;
    return probability(
        atoms_, [t](Bracket l) { return l.upper <= t; }, [t](Bracket l) { return l.lower <= t; });
}

PrivacyLoss operator+(const PrivacyLoss& a, const PrivacyLoss& b) {
    const DefaultArithmetic arithmetic;
    constexpr std::size_t most = 10'000'000;
    if (a.atoms_.size() > most / b.atoms_.size()) {
        throw InputError("the sum of a privacy loss with " + std::to_string(a.atoms_.size()) +
                         " atoms and one with " + std::to_string(b.atoms_.size()) +
                         " is too large to be listed (limit 10000000)");
    }
    std::vector<Outcome> sum;
    sum.reserve(a.atoms_.size() * b.atoms_.size());
    for (const Outcome& x : a.atoms_) {
        for (const Outcome& y : b.atoms_) {
            const Bracket p = x.p * y.p, q = x.q * y.q;
            if (p.upper == 0 && q.upper == 0) continue;
            const Bracket loss = q.upper == 0   ? Bracket(infinity)
                                 : p.upper == 0 ? Bracket(-infinity)
                                                : x.log_ratio + y.log_ratio;
            sum.push_back({p, q, loss});
        }
    }
    return PrivacyLoss(std::move(sum));
}

}  // namespace mizan

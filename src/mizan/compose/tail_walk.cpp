// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/tail_walk.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/rounding.hpp"

namespace mizan::compose {

namespace {

constexpr double negligible_log = 46;     // e^-46 < 2^-66
constexpr double largest_exact = 0x1p34;  // counts above are walked in blocks
constexpr double blocks = 0x1p14;
constexpr double u = unit_roundoff;

// The least k at or above the mode whose probability is about exp(log_level - negligible_log).
// Any k is as true: what lies above it is bounded.
double find_top(binomial::Law law, double log_level) {
    const double mode = std::floor(law.trials / (1 + plain::exp(-law.log_odds)));
    const double least = std::max(log_level - negligible_log, -740.0);  // before it underflows
    const auto below = [&](double k) { return rough_log_mass(law, k) < least; };
    double low = std::clamp(mode, 0.0, law.trials), high = law.trials;
    if (!below(high)) return high;
    while (high - low > 1) {
        const double middle = std::floor(low + (high - low) / 2);
        (below(middle) ? high : low) = middle;
    }
    return high;
}

double block_length(double trials) {
    return trials <= largest_exact ? 1 : std::ceil(12 * std::sqrt(trials) / blocks);
}

}  // namespace

double rough_log_mass(binomial::Law law, double k) {
    const double n = law.trials, rest = n - k;
    const double log_p = -plain::log1p(plain::exp(-law.log_odds)), log_q = log_p - law.log_odds;
    const auto part = [n](double x, double log_probability) {
        return x > 0 ? x * (plain::log(x / n) - log_probability) : 0;
    };
    const double sum = -part(k, log_p) - part(rest, log_q);
    if (!(k > 0 && rest > 0)) return sum;
    const double stirling = (1 / n - 1 / k - 1 / rest) / 12;
    return sum + stirling - plain::log(2 * std::numbers::pi * k * (rest / n)) / 2;
}

TailWalk::TailWalk(Epsilon epsilon, Count count, double log_level)
    : law_{count.value(), epsilon.value()},
      step_{block_length(count.value())},
      w_{exp(-2 * Bracket(epsilon.value()) * step_)},
      one_w_{-expm1(-2 * Bracket(epsilon.value()) * step_)},
      w1_{exp(-2 * Bracket(epsilon.value()))},
      one_w1_{-expm1(-2 * Bracket(epsilon.value()))},
      odds_{exp(Bracket(-epsilon.value()))},
      by_ratio_{step_ == 1 && epsilon.value() < 600},
      rough_odds_{odds_.middle()},
      drift_{by_ratio_ ? 3.01 + odds_.width() / odds_.lower / u : 0},
      k_{find_top(law_, log_level) + 1} {
    const double n = law_.trials, top = k_ - 1;
    if (by_ratio_) rough_unit_ = plain::exp(rough_log_mass(law_, top));
    if (!is_exact()) {
        // The losses of a block share between one step and all of them.
        w1_ = Ends(Bracket(w_.low, w1_.high));
        one_w1_ = Ends(Bracket(one_w1_.low, one_w_.high));
    }
    if (top == n) return;
    // Above the top the probabilities fall faster than the geometric series with this ratio.
    const Bracket ratio = (Bracket(n) - top) / (Bracket(top) + 1) / odds_;
    if (!(ratio.upper < 1)) {
        const Bracket all = by_ratio_ ? 1 / binomial::mass(law_, top) : 1;
        reached_.high = shared_.high = delta_.high = all.upper;
        return;
    }
    const Bracket at_top = by_ratio_ ? 1 : binomial::mass(law_, top);
    const Bracket rest = at_top * ratio / (1 - ratio);
    const Bracket excess = rest * min(2 * Bracket(law_.log_odds) / (1 - ratio), 1);
    reached_.high = shared_.high = rest.upper;
    delta_.high = excess.upper;
}

Bracket TailWalk::loss_at(double k) const {
    const double n = law_.trials;
    return (Bracket(k) - (Bracket(n) - k)) * law_.log_odds;
}

Bracket TailWalk::ratio_below() const {
    const double n = law_.trials, k = std::max(k_, 0.0);
    return k / (Bracket(n) - k + 1) * odds_;
}

// A block from k down to `bottom`: probabilities are log-concave, so the least stands at an end,
// and none exceeds what the largest ratio, the one at k, allows.
TailWalk::Ends TailWalk::next_block() {
    const double n = law_.trials, k = k_ - 1;
    const double bottom = std::max(k - step_ + 1, 0.0);
    const Bracket at_top =
        steps_ > 0 && !is_exact() ? bottom_ * ratio_below() : binomial::mass(law_, k);
    bottom_ = binomial::mass(law_, bottom);
    const Bracket ratio = k / (Bracket(n) - k + 1) * odds_;
    const Bracket largest = at_top * exp((Bracket(k) - bottom) * log(max(ratio, 1)));
    const Bracket sum = (Bracket(k) - bottom + 1) *
                        Bracket(min(at_top, bottom_).lower, std::max(largest.upper, at_top.upper));
    return Ends(max(sum, std::max(at_top.lower, bottom_.lower)));
}

void TailWalk::descend() {
    Ends mass{1.0};
    if (!by_ratio_) {
        mass = next_block();
    } else if (steps_ > 0) {
        mass_ *= k_ / (law_.trials - k_ + 1) * rough_odds_;
        mass = Ends(mass_);
    }
    delta_above_ = delta_;
    delta_above_error_ = delta_error_ + drift_ * delta_.high;
    delta_ = one_w_ * reached_ + w_ * delta_ + mass * one_w1_;
    delta_error_ =
        one_w_.high * reached_error_ + w_.high * delta_error_ + (drift_ + 3.01) * delta_.high;
    shared_above_ = mass + shared_;
    shared_ = w_ * shared_ + mass * w1_;
    shared_above_error_ = shared_error_ + (drift_ + 1.01) * shared_above_.high;
    shared_error_ = w_.high * shared_above_error_ + 2.01 * shared_.high;
    reached_ = reached_ + mass;
    reached_error_ += (drift_ + 1.01) * reached_.high;
    k_ -= step_;
    ++steps_;
}

bool TailWalk::nothing_left() const {
    const double mass = by_ratio_ ? mass_ : bottom_.upper;
    if (k_ > 0 && mass > 0x1p-40 * reached_.low) return false;
    const Sums here = sums();
    return here.rest <= 0x1p-56 * here.reached.lower;
}

// P of the lowest loss, afresh, gives the unit; a sum that has overflowed says nothing.
TailWalk::Sums TailWalk::sums() const {
    Bracket unit = 1, near = 1;
    if (by_ratio_) {
        Bracket log_mass = binomial::log_mass(law_, std::max(k_, 0.0));
        // Numbers near the end of doubles are kept away from it until the last product.
        if (log_mass.lower < -600) {
            near = exp(Bracket(-64));
            log_mass += 64;
        }
        unit = exp(log_mass) / mass_;
    }
    const auto read = [&](const Ends& sum, double error) -> Bracket {
        const double most = 1.001 * u * error + steps_ * 0x1p-1070;
        if (!(sum.low < infinity && sum.high < infinity && most < infinity)) return {0, infinity};
        const Bracket wide = Bracket(sum.low, sum.high) + Bracket(-most, most);
        return max(wide, 0) * near * unit;
    };
    const Bracket ratio = ratio_below();
    const Bracket lowest = by_ratio_ ? read(Ends(mass_), 0) : bottom_;
    return {.reached = read(reached_, reached_error_),
            .shared = read(shared_, shared_error_),
            .delta = read(delta_, delta_error_),
            .shared_above = read(shared_above_, shared_above_error_),
            .delta_above = read(delta_above_, delta_above_error_),
            .rest = k_ <= 0           ? 0
                    : ratio.upper < 1 ? (lowest * ratio / (1 - ratio)).upper
                                      : 1};
}

}  // namespace mizan::compose
